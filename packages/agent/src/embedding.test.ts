import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startModelServer } from '@hookline/models/testing'
import { afterEach, expect, test } from 'vitest'

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const example = (name: string) => join(repository, 'examples/embedding', name)
const directories: string[] = []
const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

/** Creates a workspace and a home directory with these hooks. User hooks need no trust. */
function createWorkspace(hooks: Readonly<Record<string, string>>) {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-embedding-'))
  directories.push(directory)
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
  workspace: ReturnType<typeof createWorkspace>,
  env: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [example(name), ...args], {
    cwd: workspace.work,
    env: { ...workspace.env, ...env },
  })
  running.push(child)
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  return { child, output, ended: new Promise<number | null>((resolve) => child.on('close', resolve)) }
}

test('the custom agent obeys a refusal and gives the person and the model their own messages', async () => {
  const workspace = createWorkspace({
    beforeShellExecution: '{"permission":"deny","user_message":"not here","agent_message":"ask first"}',
  })
  const server = await startModelServer([
    { toolCalls: [{ name: 'Shell', input: { command: 'touch made' } }] },
    { text: 'I could not.' },
  ])
  const { output, ended } = run('custom-agent.mjs', ['make a file'], workspace, {
    BASE_URL: server.baseUrl,
    MODEL: 'm',
  })
  expect(await ended, output.err).toBe(0)
  expect(output.out).toBe('I could not.\n')
  expect(output.err).toContain('Command execution was blocked by a hook: not here')
  expect(JSON.stringify(server.requests[1]?.body)).toContain('The terminal command was rejected by a hook: ask first.')
  expect(existsSync(join(workspace.work, 'made'))).toBe(false)
  await server.close()
})

test('the custom agent continues with the follow-up of a stop hook', async () => {
  const workspace = createWorkspace({ stop: '{"followup_message":"and now the tests"}' })
  const server = await startModelServer((request) => ({ text: `answer ${request.index}` }))
  const { output, ended } = run('custom-agent.mjs', ['go'], workspace, { BASE_URL: server.baseUrl, MODEL: 'm' })
  expect(await ended, output.err).toBe(0)
  expect(JSON.stringify(server.requests[1]?.body)).toContain('and now the tests')
  await server.close()
})

test('a tool of the AI SDK gets the rewritten input, and the model gets the message of a refusal', async () => {
  const rewritten = createWorkspace({ preToolUse: '{"permission":"allow","updated_input":{"city":"Basel"}}' })
  const turns = [{ toolCalls: [{ name: 'weather', input: { city: 'Bern' } }] }, { text: 'warm' }]
  const first = await startModelServer(turns)
  const rewriteRun = run('ai-sdk-tools.mjs', ['weather?'], rewritten, { BASE_URL: first.baseUrl, MODEL: 'm' })
  expect(await rewriteRun.ended, rewriteRun.output.err).toBe(0)
  expect(rewriteRun.output.out).toBe('warm\n')
  expect(JSON.stringify(first.requests[1]?.body)).toContain('Basel')
  await first.close()

  const refused = createWorkspace({ preToolUse: '{"permission":"deny","agent_message":"no weather today"}' })
  const second = await startModelServer(turns)
  const refusalRun = run('ai-sdk-tools.mjs', ['weather?'], refused, { BASE_URL: second.baseUrl, MODEL: 'm' })
  expect(await refusalRun.ended, refusalRun.output.err).toBe(0)
  expect(JSON.stringify(second.requests[1]?.body)).toContain('The tool call was rejected by a hook: no weather today.')
  await second.close()
})

const everythingServer = [
  '--',
  process.execPath,
  join(repository, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'),
]

test('the MCP client calls a real server, and a hook replaces the output', async () => {
  const workspace = createWorkspace({
    postToolUse: '{"updated_mcp_tool_output":{"content":[{"type":"text","text":"redacted"}]}}',
  })
  const { output, ended } = run('mcp-client.mjs', ['echo', '{"message":"hello"}', ...everythingServer], workspace)
  expect(await ended, output.err).toBe(0)
  expect(output.out).toContain('redacted')
  expect(output.out).not.toContain('hello')
})

test('the MCP client does not call a server that a hook refuses', async () => {
  const workspace = createWorkspace({ beforeMCPExecution: '{"permission":"deny","user_message":"not that server"}' })
  const { output, ended } = run('mcp-client.mjs', ['echo', '{"message":"hello"}', ...everythingServer], workspace)
  expect(await ended).toBe(1)
  expect(output.err).toContain('MCP tool execution was blocked by a hook: not that server')
})

test('the endpoint returns allow, deny and ask, and rejects misuse and a wrong token', async () => {
  const workspace = createWorkspace({
    beforeShellExecution: '{"permission":"ask","user_message":"sure?"}',
    beforeReadFile: '{"permission":"deny","user_message":"no"}',
  })
  const { child, output } = run('web-gate.mjs', [], workspace, { PORT: '0', TOKEN: 'secret' })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const url = output.out.trim()
  const post = async (event: string, input: unknown, token = 'secret') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}/events/${event}`, { method: 'POST', headers, body: JSON.stringify(input) })
    return {
      status: response.status,
      answer: response.ok || response.status !== 401 ? await response.json() : undefined,
    }
  }
  const shell = { command: 'ls', cwd: workspace.work, sandbox: false }
  const read = { file_path: join(workspace.work, 'a'), content: '', attachments: [] }
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
