import { spawn } from 'node:child_process'
import { type ModelServer, startModelServer } from '@hookline/models/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { createWorkspace, type TestWorkspace } from './testing/workspace.ts'

const servers: ModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
const waitUntil = (isTrue: () => boolean) => vi.waitUntil(isTrue, { timeout: 60_000, interval: 20 })

/** The first request never gets an answer. */
async function startHangingServer() {
  const workspace = createWorkspace()
  workspace.writeHooks(workspace.buildRecordingHooks(['sessionStart', 'beforeSubmitPrompt', 'stop', 'sessionEnd']))
  const server = await startModelServer(({ index }) => (index === 0 ? { fault: 'hang' } : { text: 'here I am' }))
  servers.push(server)
  const to = ['--model', 'anthropic:m', '--api-key', 'k', '--base-url', server.baseUrl]
  return { workspace, server, to, names: () => workspace.events().map((event) => event.hook_event_name) }
}

test('Ctrl-C cancels the turn, and the conversation continues', async () => {
  const { workspace, server, to, names } = await startHangingServer()
  const { child, ended } = workspace.start(['agent', 'first', ...to])
  await waitUntil(() => server.requests.length === 1)
  child.kill('SIGINT')
  await waitUntil(() => names().includes('stop'))
  child.stdin?.end('second\n')
  const { code, stdout } = await ended
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'here I am\n' })
  expect(workspace.events()).toMatchObject([
    { hook_event_name: 'sessionStart' },
    { prompt: 'first' },
    { hook_event_name: 'stop', status: 'aborted' },
    { prompt: 'second' },
    { hook_event_name: 'stop', status: 'completed' },
    { hook_event_name: 'sessionEnd', reason: 'user_close' },
  ])
})

test('Ctrl-C ends the session when no turn is running', async () => {
  const { workspace, to, names } = await startHangingServer()
  const { child, ended } = workspace.start(['agent', ...to])
  await waitUntil(() => names().includes('sessionStart'))
  child.kill('SIGINT')
  expect((await ended).code).toBe(130)
  expect(names()).toEqual(['sessionStart', 'sessionEnd'])
})

test.each([
  ['SIGINT', 130, 'aborted'],
  ['SIGTERM', 143, 'aborted'],
  ['SIGHUP', 129, 'window_close'],
] as const)('%s ends a headless task and fires stop and sessionEnd', async (signal, code, reason) => {
  const { workspace, server, to } = await startHangingServer()
  const { child, ended } = workspace.start(['agent', 'first', '--print', ...to])
  await waitUntil(() => server.requests.length === 1)
  child.kill(signal)
  expect((await ended).code).toBe(code)
  expect(workspace.events()).toMatchObject([
    { hook_event_name: 'sessionStart' },
    { prompt: 'first' },
    { hook_event_name: 'stop', status: 'aborted' },
    { hook_event_name: 'sessionEnd', reason },
  ])
})

test('cancelling a turn ends its running command and reports it as interrupted', async () => {
  const workspace = createWorkspace()
  workspace.writeHooks(workspace.buildRecordingHooks(['postToolUseFailure', 'stop']))
  const script = workspace.write(
    '~/s.yaml',
    '- tools: [{ name: Shell, input: { command: "touch begun; sleep 300" } }]\n- text: ok\n',
  )
  const { child, ended } = workspace.start(['agent', 'wait', '--model', `scripted:${script}`])
  await waitUntil(() => workspace.has('begun'))
  child.kill('SIGINT')
  await waitUntil(() => workspace.events().some((event) => event.hook_event_name === 'stop'))
  child.stdin?.end('and now\n')
  const { code, stdout } = await ended
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'ok\n' })
  const failures = workspace.events().filter((event) => event.hook_event_name === 'postToolUseFailure')
  expect(failures).toMatchObject([{ is_interrupt: true }])
})

test('subagents of one reply run in parallel, each with its own transcript', async () => {
  const workspace = createWorkspace()
  workspace.writeHooks(workspace.buildRecordingHooks(['subagentStart', 'subagentStop']))
  const meet = (mine: string, other: string) => `touch ${mine}; until [ -e ${other} ]; do sleep 0.02; done`
  const task = (description: string) => ({
    name: 'Task',
    input: { subagent_type: 'shell', description, prompt: `do ${description}` },
  })
  const script = workspace.write('~/s.json', {
    turns: [{ tools: [task('one'), task('two')] }, { text: 'both' }],
    subagents: {
      one: [{ tools: [{ name: 'Shell', input: { command: meet('a', 'b') } }] }, { text: 'met two' }],
      two: [{ tools: [{ name: 'Shell', input: { command: meet('b', 'a') } }] }, { text: 'met one' }],
    },
  })
  const { code, stdout } = await workspace.run(['agent', 'meet', '--print', '--model', `scripted:${script}`])
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'both\n' })
  const stops = workspace.events().filter((event) => event.hook_event_name === 'subagentStop')
  expect(stops.map((event) => event.summary).toSorted()).toEqual(['met one', 'met two'])
  expect(new Set(stops.map((event) => event.agent_transcript_path)).size).toBe(2)
  expect(workspace.events()[0]).toMatchObject({ hook_event_name: 'subagentStart', is_parallel_worker: true })
})

/** Runs the command in a terminal that the program `script` creates. */
async function runInTerminal(workspace: TestWorkspace, command: string, answer: string): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    HOME: workspace.home,
    XDG_STATE_HOME: `${workspace.home}/state`,
    NO_COLOR: '1',
    TERM: 'dumb',
  }
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: workspace.root, env, stdio: 'pipe' })
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
  })
  await waitUntil(() => shown.includes('[y/N]'))
  child.stdin.write(`${answer}\n`)
  await waitUntil(() => /done\s+>/.test(shown))
  child.stdin.write('/quit\n')
  await new Promise((resolve) => child.once('close', resolve))
  return shown
}

test.each([
  ['y', true],
  ['', false],
])('an ask shows the command that would run, and the answer %j decides', async (answer, made) => {
  const workspace = createWorkspace()
  const reply = (value: object) => ({ command: `cat > /dev/null; echo '${JSON.stringify(value)}'` })
  workspace.writeHooks({
    preToolUse: [reply({ permission: 'allow', updated_input: { command: 'touch made # rewritten' } })],
    beforeShellExecution: [reply({ permission: 'ask', user_message: 'Are you sure?' })],
  })
  const script = workspace.write(
    '~/s.yaml',
    '- tools: [{ name: Shell, input: { command: touch original } }]\n- text: done\n',
  )
  const command = `${process.execPath} ${workspace.bin} agent go --model scripted:${script}`
  const shown = await runInTerminal(workspace, command, answer)
  expect(shown).toContain('asks: Are you sure?')
  expect(shown).toContain('command: touch made # rewritten')
  expect({ made: workspace.has('made'), original: workspace.has('original') }).toEqual({ made, original: false })
})

test('the MCP servers of a workspace need approval once, and again after a change', async () => {
  const workspace = createWorkspace()
  const script = workspace.write('~/s.yaml', '- text: done\n')
  const command = `${process.execPath} ${workspace.bin} agent go --model scripted:${script}`
  const server = (file: string) =>
    workspace.write('.cursor/mcp.json', {
      mcpServers: { own: { command: 'touch', args: [`${workspace.root}/${file}`] } },
    })
  server('first')
  expect(await runInTerminal(workspace, command, 'n')).toContain('"command": "touch"')
  expect(workspace.has('first')).toBe(false)
  await runInTerminal(workspace, command, 'y')
  expect(workspace.has('first')).toBe(true)
  const headless = await workspace.run(['agent', 'go', '--print', '--model', `scripted:${script}`])
  expect(headless.stderr).not.toContain('is not used')
  server('second')
  const { stderr } = await workspace.run(['agent', 'go', '--print', '--model', `scripted:${script}`])
  expect(stderr).toContain('it is new or has changed')
  expect(workspace.has('second')).toBe(false)
})
