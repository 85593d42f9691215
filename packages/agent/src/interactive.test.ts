import { spawn } from 'node:child_process'
import { type ModelServer, startModelServer } from '@hookline/models/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { place } from './testing/place.ts'

vi.setConfig({ testTimeout: 120_000 })

const servers: ModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 60_000, interval: 20 })

async function hanging() {
  const at = place()
  at.hooks(at.recorded(['sessionStart', 'beforeSubmitPrompt', 'stop', 'sessionEnd']))
  const server = await startModelServer(({ index }) => (index === 0 ? { fault: 'hang' } : { text: 'here I am' }))
  servers.push(server)
  const to = ['--model', 'anthropic:m', '--api-key', 'k', '--base-url', server.baseUrl]
  return { at, server, to, names: () => at.events().map((one) => one.hook_event_name) }
}

test('Ctrl-C cancels the turn, and the conversation goes on', async () => {
  const { at, server, to, names } = await hanging()
  const { child, ended } = at.start(['agent', 'first', ...to])
  await until(() => server.requests.length === 1)
  child.kill('SIGINT')
  await until(() => names().includes('stop'))
  child.stdin?.end('second\n')
  const { code, stdout } = await ended
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'here I am\n' })
  expect(at.events()).toMatchObject([
    { hook_event_name: 'sessionStart' },
    { prompt: 'first' },
    { hook_event_name: 'stop', status: 'aborted' },
    { prompt: 'second' },
    { hook_event_name: 'stop', status: 'completed' },
    { hook_event_name: 'sessionEnd', reason: 'user_close' },
  ])
})

test('Ctrl-C while nothing runs ends it', async () => {
  const { at, to, names } = await hanging()
  const { child, ended } = at.start(['agent', ...to])
  await until(() => names().includes('sessionStart'))
  child.kill('SIGINT')
  expect((await ended).code).toBe(130)
  expect(names()).toEqual(['sessionStart', 'sessionEnd'])
})

test.each([
  ['SIGINT', 130, 'aborted'],
  ['SIGTERM', 143, 'aborted'],
  ['SIGHUP', 129, 'window_close'],
] as const)('%s ends a headless task in order', async (signal, code, reason) => {
  const { at, server, to } = await hanging()
  const { child, ended } = at.start(['agent', 'first', '--print', ...to])
  await until(() => server.requests.length === 1)
  child.kill(signal)
  expect((await ended).code).toBe(code)
  expect(at.events()).toMatchObject([
    { hook_event_name: 'sessionStart' },
    { prompt: 'first' },
    { hook_event_name: 'stop', status: 'aborted' },
    { hook_event_name: 'sessionEnd', reason },
  ])
})

test('a command that runs is ended with the turn, and the model learns of it', async () => {
  const at = place()
  at.hooks(at.recorded(['postToolUseFailure', 'stop']))
  const script = at.write(
    '~/s.yaml',
    '- tools: [{ name: Shell, input: { command: "touch begun; sleep 300" } }]\n- text: ok\n',
  )
  const { child, ended } = at.start(['agent', 'wait', '--model', `scripted:${script}`])
  await until(() => at.has('begun'))
  child.kill('SIGINT')
  await until(() => at.events().some((one) => one.hook_event_name === 'stop'))
  child.stdin?.end('and now\n')
  const { code, stdout } = await ended
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'ok\n' })
  const failures = at.events().filter((one) => one.hook_event_name === 'postToolUseFailure')
  expect(failures).toMatchObject([{ is_interrupt: true }])
})

test('subagents called at once run beside one another, each with its own transcript', async () => {
  const at = place()
  at.hooks(at.recorded(['subagentStart', 'subagentStop']))
  const meet = (mine: string, other: string) => `touch ${mine}; until [ -e ${other} ]; do sleep 0.02; done`
  const task = (description: string) => ({
    name: 'Task',
    input: { subagent_type: 'shell', description, prompt: `do ${description}` },
  })
  const script = at.write('~/s.json', {
    turns: [{ tools: [task('one'), task('two')] }, { text: 'both' }],
    subagents: {
      one: [{ tools: [{ name: 'Shell', input: { command: meet('a', 'b') } }] }, { text: 'met two' }],
      two: [{ tools: [{ name: 'Shell', input: { command: meet('b', 'a') } }] }, { text: 'met one' }],
    },
  })
  const { code, stdout } = await at.run(['agent', 'meet', '--print', '--model', `scripted:${script}`])
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'both\n' })
  const stops = at.events().filter((one) => one.hook_event_name === 'subagentStop')
  expect(stops.map((one) => one.summary).toSorted()).toEqual(['met one', 'met two'])
  expect(new Set(stops.map((one) => one.agent_transcript_path)).size).toBe(2)
  expect(at.events()[0]).toMatchObject({ hook_event_name: 'subagentStart', is_parallel_worker: true })
})

/** Under a terminal of its own, which `script` makes. */
async function atTerminal(at: ReturnType<typeof place>, command: string, answer: string): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: at.home, XDG_STATE_HOME: `${at.home}/state`, NO_COLOR: '1', TERM: 'dumb' }
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: at.root, env, stdio: 'pipe' })
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
  })
  await until(() => shown.includes('[y/N]'))
  child.stdin.write(`${answer}\n`)
  await until(() => /done\s+>/.test(shown))
  child.stdin.write('/quit\n')
  await new Promise((resolve) => child.once('close', resolve))
  return shown
}

test.each([
  ['y', true],
  ['', false],
])('what a hook asks about is shown as it would run; the answer %j decides', async (answer, made) => {
  const at = place()
  const reply = (value: object) => ({ command: `cat > /dev/null; echo '${JSON.stringify(value)}'` })
  at.hooks({
    preToolUse: [reply({ permission: 'allow', updated_input: { command: 'touch made # rewritten' } })],
    beforeShellExecution: [reply({ permission: 'ask', user_message: 'Are you sure?' })],
  })
  const script = at.write('~/s.yaml', '- tools: [{ name: Shell, input: { command: touch original } }]\n- text: done\n')
  const command = `${process.execPath} ${at.bin} agent go --model scripted:${script}`
  const shown = await atTerminal(at, command, answer)
  expect(shown).toContain('asks: Are you sure?')
  expect(shown).toContain('command: touch made # rewritten')
  expect({ made: at.has('made'), original: at.has('original') }).toEqual({ made, original: false })
})

test("a workspace's MCP servers are shown and asked about once, and again after a change", async () => {
  const at = place()
  const script = at.write('~/s.yaml', '- text: done\n')
  const command = `${process.execPath} ${at.bin} agent go --model scripted:${script}`
  const server = (file: string) =>
    at.write('.cursor/mcp.json', { mcpServers: { own: { command: 'touch', args: [`${at.root}/${file}`] } } })
  server('first')
  expect(await atTerminal(at, command, 'n')).toContain('"command": "touch"')
  expect(at.has('first')).toBe(false)
  await atTerminal(at, command, 'y')
  expect(at.has('first')).toBe(true)
  const headless = await at.run(['agent', 'go', '--print', '--model', `scripted:${script}`])
  expect(headless.stderr).not.toContain('is not used')
  server('second')
  const { stderr } = await at.run(['agent', 'go', '--print', '--model', `scripted:${script}`])
  expect(stderr).toContain('it is new, or has changed')
  expect(at.has('second')).toBe(false)
})
