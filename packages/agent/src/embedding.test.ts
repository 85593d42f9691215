import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startModelServer } from '@hookline/models/testing'
import { afterEach, expect, test } from 'vitest'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const example = (name: string) => join(repository, 'examples/embedding', name)
const places: string[] = []
const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  for (const place of places.splice(0)) rmSync(place, { recursive: true, force: true })
})

/** A workspace, and a home whose user hooks are these: no trust is needed for one's own. */
function place(hooks: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-embedding-'))
  places.push(directory)
  const [home, work] = [join(directory, 'home'), join(directory, 'work')]
  mkdirSync(join(home, '.cursor'), { recursive: true })
  mkdirSync(work)
  const entries = Object.entries(hooks).map(([event, reply]) => {
    const script = join(home, '.cursor', `${event}.sh`)
    writeFileSync(script, `#!/bin/sh\ncat >> '${directory}/${event}.seen'\ncat <<'REPLY'\n${reply}\nREPLY\n`)
    chmodSync(script, 0o755)
    return [event, [{ command: `./${event}.sh` }]]
  })
  writeFileSync(join(home, '.cursor/hooks.json'), JSON.stringify({ version: 1, hooks: Object.fromEntries(entries) }))
  return { directory, work, env: { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: join(home, 'state') } }
}

function run(
  name: string,
  args: readonly string[],
  at: ReturnType<typeof place>,
  env: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [example(name), ...args], { cwd: at.work, env: { ...at.env, ...env } })
  running.push(child)
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text))
  return { child, said, ended: new Promise<number | null>((resolve) => child.on('close', resolve)) }
}

test('the custom agent runs a tool, obeys a refusal and tells both readers', async () => {
  const at = place({
    beforeShellExecution: '{"permission":"deny","user_message":"not here","agent_message":"ask first"}',
  })
  const server = await startModelServer([
    { toolCalls: [{ name: 'Shell', input: { command: 'touch made' } }] },
    { text: 'I could not.' },
  ])
  const { said, ended } = run('custom-agent.mjs', ['make a file'], at, { BASE_URL: server.baseUrl, MODEL: 'm' })
  expect(await ended, said.err).toBe(0)
  expect(said.out).toBe('I could not.\n')
  expect(said.err).toContain('Command execution was blocked by a hook: not here')
  expect(JSON.stringify(server.requests[1]?.body)).toContain('The terminal command was rejected by a hook: ask first.')
  expect(existsSync(join(at.work, 'made'))).toBe(false)
  await server.close()
})

test('the custom agent goes on with a follow-up of a stop hook', async () => {
  const at = place({ stop: '{"followup_message":"and now the tests"}' })
  const server = await startModelServer((request) => ({ text: `answer ${request.index}` }))
  const { said, ended } = run('custom-agent.mjs', ['go'], at, { BASE_URL: server.baseUrl, MODEL: 'm' })
  expect(await ended, said.err).toBe(0)
  expect(JSON.stringify(server.requests[1]?.body)).toContain('and now the tests')
  await server.close()
})

test("the AI SDK's tools get the input that the hooks left, and a refusal is what the model reads", async () => {
  const rewritten = place({ preToolUse: '{"permission":"allow","updated_input":{"city":"Basel"}}' })
  const turns = [{ toolCalls: [{ name: 'weather', input: { city: 'Bern' } }] }, { text: 'warm' }]
  const first = await startModelServer(turns)
  const one = run('ai-sdk-tools.mjs', ['weather?'], rewritten, { BASE_URL: first.baseUrl, MODEL: 'm' })
  expect(await one.ended, one.said.err).toBe(0)
  expect(one.said.out).toBe('warm\n')
  expect(JSON.stringify(first.requests[1]?.body)).toContain('Basel')
  await first.close()

  const refused = place({ preToolUse: '{"permission":"deny","agent_message":"no weather today"}' })
  const second = await startModelServer(turns)
  const two = run('ai-sdk-tools.mjs', ['weather?'], refused, { BASE_URL: second.baseUrl, MODEL: 'm' })
  expect(await two.ended, two.said.err).toBe(0)
  expect(JSON.stringify(second.requests[1]?.body)).toContain('The tool call was rejected by a hook: no weather today.')
  await second.close()
})

const everything = [
  '--',
  process.execPath,
  join(repository, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'),
]

test('the MCP client calls a real server, and a hook replaces what comes back', async () => {
  const at = place({ postToolUse: '{"updated_mcp_tool_output":{"content":[{"type":"text","text":"redacted"}]}}' })
  const { said, ended } = run('mcp-client.mjs', ['echo', '{"message":"hello"}', ...everything], at)
  expect(await ended, said.err).toBe(0)
  expect(said.out).toContain('redacted')
  expect(said.out).not.toContain('hello')
})

test('the MCP client does not call a server that a hook refuses', async () => {
  const at = place({ beforeMCPExecution: '{"permission":"deny","user_message":"not that server"}' })
  const { said, ended } = run('mcp-client.mjs', ['echo', '{"message":"hello"}', ...everything], at)
  expect(await ended).toBe(1)
  expect(said.err).toContain('MCP tool execution was blocked by a hook: not that server')
})

test('the endpoint answers for the hooks: yes, no, ask, misuse, a stranger', async () => {
  const at = place({
    beforeShellExecution: '{"permission":"ask","user_message":"sure?"}',
    beforeReadFile: '{"permission":"deny","user_message":"no"}',
  })
  const { child, said } = run('web-gate.mjs', [], at, { PORT: '0', TOKEN: 'secret' })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const url = said.out.trim()
  const post = async (event: string, input: unknown, token = 'secret') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}/events/${event}`, { method: 'POST', headers, body: JSON.stringify(input) })
    return {
      status: response.status,
      answer: response.ok || response.status !== 401 ? await response.json() : undefined,
    }
  }
  const shell = { command: 'ls', cwd: at.work, sandbox: false }
  const read = { file_path: join(at.work, 'a'), content: '', attachments: [] }
  expect(await post('beforeShellExecution', shell)).toMatchObject({
    status: 200,
    answer: { kind: 'ask', userMessage: 'sure?' },
  })
  expect(await post('beforeReadFile', read)).toMatchObject({ status: 403, answer: { kind: 'refuse' } })
  expect(await post('beforeSubmitPrompt', { prompt: 'hi', attachments: [] })).toMatchObject({
    status: 200,
    answer: { kind: 'proceed' },
  })
  expect(await post('beforeShel', shell)).toMatchObject({
    status: 400,
    answer: { kind: 'refuse', code: 'unknown-event' },
  })
  expect(await post('beforeShellExecution', { command: 7 })).toMatchObject({
    status: 400,
    answer: { code: 'bad-input' },
  })
  expect((await post('beforeShellExecution', shell, 'wrong')).status).toBe(401)
})
