/**
 * The behaviour table for agents that cannot be driven here: `hookline connect` writes their settings, and a stand-in runs the
 * command from there and reads the reply as the agent's documents say. It proves the translation, not the agent.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findAgent } from '@hookline/core/agents'
import { describe, expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'
import { connect, runConnect, type WrittenFile } from '../testing/hosts/connected.ts'
import { type Act, type ActOptions, type DocumentedHost, hooksOf, react } from '../testing/hosts/host.ts'
import { documentedHosts } from '../testing/hosts/index.ts'

const command: Act = { kind: 'command', command: 'rm -rf build' }

/** A machine with a connected agent, and hooks of the user for these events. */
function machine(host: DocumentedHost, hooks: Readonly<Record<string, readonly object[]>> = {}): Sandbox {
  const scratch = sandbox()
  connect(host.name, scratch)
  writeHome(scratch, '.cursor/hooks.json', JSON.stringify(hooksFile(hooks)))
  return scratch
}

const says = (reply: object) => `cat > /dev/null; echo '${JSON.stringify(reply)}'`
const shellGate = (entry: object) => ({ beforeShellExecution: [entry] })
const runsWith = (host: DocumentedHost, entry: object, act = command, options: ActOptions = {}) =>
  react(host, machine(host, shellGate(entry)), act, options)

const denying = {
  'a deny reply': { command: says({ permission: 'deny', agent_message: 'use trash', user_message: 'no rm' }) },
  'a deny in the words of Claude Code': {
    command: says({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } }),
  },
  'exit code 2': { command: 'echo "use trash" >&2; exit 2' },
  'a crash': { command: 'exit 1', failClosed: true },
  'a signal': { command: 'kill -9 $$', failClosed: true },
  'a missing file': { command: './no-such-guard.sh', failClosed: true },
  'garbage on stdout': { command: 'echo "all { good"', failClosed: true },
  'a timeout': { command: 'sleep 20', timeout: 1, failClosed: true },
}

describe.each(documentedHosts)('$name, as its documents describe it', (host) => {
  it.each(Object.entries(denying))('%s stops the command', (_name, entry) => {
    const { does, model = '' } = runsWith(host, entry)
    expect(does).toBe('refuse')
    expect(model).not.toMatch(/hookline approve/)
  })

  it.each([
    ['allows', { command: says({ permission: 'allow' }) }],
    ['has no opinion', { command: 'true' }],
    ['fails open', { command: 'exit 1' }],
  ])('a hook that %s lets the command run', (_name, entry) => {
    expect(runsWith(host, entry)).toEqual({ does: 'act' })
  })

  it('the model reads the reason', () => {
    const { model, person } = runsWith(host, denying['a deny reply'])
    // Where the task ends, only the person reads something.
    if (model === undefined) expect(person).toContain('no rm')
    else expect(model).toContain('use trash')
  })

  it('a question is asked, or refused with a code that only the person gets', () => {
    const scratch = machine(host, shellGate({ command: says({ permission: 'ask', user_message: 'really?' }) }))
    const { does, model = '' } = react(host, scratch, command)
    if (does === 'ask') return
    expect(does).toBe('refuse')
    const { pending } = JSON.parse(scratch.hookline(['approve', '--json']).stdout)
    expect(pending).toMatchObject([{ agent: host.name, event: 'beforeShellExecution' }])
    expect(model).not.toContain(pending[0].code)
  })

  it('a rewritten command runs in its new form, or not at all', () => {
    const scratch = machine(host, {
      preToolUse: [{ matcher: 'Shell', command: says({ updated_input: { command: 'echo safe' } }) }],
    })
    const { does, input } = react(host, scratch, command)
    if (does === 'act') expect(input).toMatchObject({ command: 'echo safe' })
    else expect(does).toBe('refuse')
  })

  it('a generic hook sees the call under Hookline’s name of the tool', () => {
    const scratch = machine(host, { preToolUse: [{ matcher: '^Shell$', command: 'exit 2' }] })
    expect(react(host, scratch, command).does).toBe('refuse')
  })

  it('a read that would be redacted is refused or redacted, and others go on', () => {
    const scratch = machine(host, {
      beforeReadFile: [{ matcher: 'secret', command: says({ updated_content: 'redacted' }) }],
    })
    const path = scratch.write('secret.txt', 'password')
    expect(react(host, scratch, { kind: 'read', path }).does).toBe('refuse')
    expect(react(host, scratch, { kind: 'read', path: scratch.write('open.txt', 'x') }).does).toBe('act')
  })

  it('a write is a call of Write', () => {
    const scratch = machine(host, { preToolUse: [{ matcher: '^Write$', command: 'grep -q locked && exit 2; exit 0' }] })
    const write = (path: string) =>
      react(host, scratch, { kind: 'write', path: join(scratch.root, path), text: 'x' }).does
    expect([write('locked.txt'), write('open.txt')]).toEqual(['refuse', 'act'])
  })

  it('an MCP call has its server and its tool', () => {
    const seen = 'cat > seen.json; exit 2'
    const scratch = machine(host, { beforeMCPExecution: [{ command: seen }] })
    const act: Act = { kind: 'mcp', server: 'memory', tool: 'create_entity', input: { name: 'x' } }
    expect(react(host, scratch, act).does).toBe('refuse')
    const file = [join(scratch.home, '.cursor/seen.json'), join(scratch.root, 'seen.json')].find((path) =>
      existsSync(path),
    )
    const input = JSON.parse(readFileSync(file ?? '', 'utf8'))
    expect(input).toMatchObject({ tool_name: 'create_entity', mcp_server_name: 'memory' })
    expect(JSON.parse(input.tool_input)).toEqual({ name: 'x' })
  })

  it('a prompt is refused', () => {
    const scratch = machine(host, { beforeSubmitPrompt: [{ command: 'grep -q secret && exit 2; exit 0' }] })
    const prompt = (text: string) => react(host, scratch, { kind: 'prompt', prompt: text }).does
    expect([prompt('the secret'), prompt('hello')]).toEqual(['refuse', 'act'])
  })

  it('context of a session start reaches the model where the agent takes it, and nothing else does', () => {
    const scratch = machine(host, { sessionStart: [{ command: says({ additional_context: 'the house style' }) }] })
    if (host.eventOf({ kind: 'start' }, scratch.root) === undefined) return
    expect(react(host, scratch, { kind: 'start' })).toMatchObject({
      does: 'act',
      model: expect.stringContaining('the house style'),
    })
    expect(react(host, machine(host), { kind: 'start' })).toEqual({ does: 'act' })
  })

  it('a stop goes on, or continues with the follow-up where the agent has one', () => {
    const scratch = machine(host, { stop: [{ command: says({ followup_message: 'run the tests' }) }] })
    if (host.eventOf({ kind: 'stop' }, scratch.root) === undefined) return
    const { does, model } = react(host, scratch, { kind: 'stop' })
    if (does === 'continue') expect(model).toContain('run the tests')
    else expect(does).toBe('act')
  })

  it.each([
    ['missing', (text: string) => text.replaceAll(/\S*hookline(?:\.[cm]js)?'? run/g, '/no/such/hookline run')],
    [
      'killed',
      (text: string) => text.replaceAll(/\S*hookline(?:\.[cm]js)?'? run/g, "-e 'process.kill(process.pid, 9)' run"),
    ],
  ])('if Hookline is %s, the command does not run', (_how, alter) => {
    const scratch = machine(host)
    expect(alterFiles(host, scratch, alter)).toBe(true)
    expect(react(host, scratch, command).does).toBe('refuse')
  })

  it('of the settings of a project, Hookline may be missing unless it is required', () => {
    for (const [flags, does] of [
      [[], 'act'],
      [['--required'], 'refuse'],
    ] as const) {
      const scratch = sandbox()
      expect(scratch.hookline(['connect', host.name, '--project', '--yes', ...flags])).toMatchObject({ code: 0 })
      alterFiles(host, scratch, (text) => text.replaceAll(/\S*hookline(?:\.[cm]js)?'? run/g, '/no/such/hookline run'))
      expect(react(host, scratch, command).does).toBe(does)
    }
  })

  it('a payload that cannot be read is refused', () => {
    const scratch = machine(host)
    const event = host.eventOf(command, scratch.root)?.event ?? ''
    const found = scratch.hookline(['run', '--host', host.name, '--installed'], { stdin: '{"half":' })
    expect(host.react(event, found).does).toBe('refuse')
  })

  it('connect is idempotent, status says how it is known, and disconnect restores every byte', () => {
    const scratch = sandbox()
    const before = listFiles(scratch.home)
    expect(scratch.hookline(['connect', host.name, '--yes']).stderr).toContain('not proved on the real program')
    expect(hooksOf(host, scratch).length).toBeGreaterThan(0)
    expect(scratch.hookline(['connect', host.name, '--yes']).stderr).toContain('already connected')
    const { agents } = JSON.parse(scratch.hookline(['status', '--json']).stdout)
    expect(agents).toContainEqual(
      expect.objectContaining({ name: host.name, state: 'connected', proved: 'documents', missing: [] }),
    )
    expect(scratch.hookline(['disconnect', host.name, '--yes'])).toMatchObject({ code: 0 })
    expect(hooksOf(host, scratch)).toEqual([])
    expect(listFiles(scratch.home)).toEqual(before)
  })

  it('connect writes the same, whatever hooks there are', () => {
    const settingsOf = (files: readonly WrittenFile[]) => files.filter(({ path }) => !isOwnFile(path))
    const scratch = sandbox()
    writeHome(scratch, '.cursor/hooks.json', JSON.stringify(hooksFile(shellGate({ command: 'true' }))))
    const settings = settingsOf(runConnect(host.name, scratch))
    expect(settings.length).toBeGreaterThan(0)
    expect(settingsOf(connect(host.name, sandbox()))).toEqual(settings)
  })

  it('doctor proves the command from its settings', () => {
    const scratch = machine(host, shellGate({ command: 'true' }))
    const { stdout } = scratch.hookline(['doctor', '--prove', '--json'])
    const canaries = JSON.parse(stdout).findings.filter(({ area }: { area: string }) => area === 'canary')
    const own = canaries.filter(({ subject }: { subject: string }) =>
      subject.startsWith(findAgent(host.name)?.title ?? '?'),
    )
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter(({ state }: { state: string }) => state !== 'ok')).toEqual([])
  })
})

describe('files that are not Hookline’s', () => {
  it('a script of the person in the place of Hookline’s is not replaced', () => {
    const scratch = sandbox()
    const file = writeHome(scratch, 'Documents/Cline/Hooks/PreToolUse', '#!/bin/sh\nexit 0\n')
    const { code, stderr } = scratch.hookline(['connect', 'cline', '--yes'])
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("is not Hookline's") })
    expect(readFileSync(file, 'utf8')).toBe('#!/bin/sh\nexit 0\n')
  })

  it('hooks in a file that the agent would no longer read stay in use', () => {
    const scratch = sandbox()
    const own = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] } }
    writeHome(scratch, '.factory/settings.json', JSON.stringify(own))
    const { code, stderr } = scratch.hookline(['connect', 'factory', '--yes'])
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('settings.json has hooks') })
    expect(existsSync(join(scratch.home, '.factory/hooks.json'))).toBe(false)
  })

  it('other hooks in a map of events stay, byte by byte', () => {
    const scratch = sandbox()
    const text = '{\n  // mine\n  "PreToolUse": [{ "hooks": [{ "type": "command", "command": "true" }] }]\n}\n'
    const file = writeHome(scratch, '.factory/hooks.json', text)
    expect(scratch.hookline(['connect', 'factory', '--yes'])).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).toContain('// mine')
    writeFileSync(file, readFileSync(file, 'utf8').replace('// mine', '// still mine'))
    expect(scratch.hookline(['disconnect', 'factory', '--yes'])).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).toBe(text.replace('// mine', '// still mine'))
  })
})

function writeHome({ home }: Sandbox, path: string, text: string): string {
  const file = join(home, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

/** Changes the commands in the settings of the agent. Returns whether that changed anything. */
function alterFiles(host: DocumentedHost, { home, root }: Sandbox, alter: (text: string) => string): boolean {
  const paths = [
    ...host.files.user.map((file) => join(home, file)),
    ...host.files.project.map((file) => join(root, file)),
  ]
  return paths
    .filter((path) => existsSync(path))
    .map((path) => {
      const text = readFileSync(path, 'utf8')
      writeFileSync(path, alter(text))
      return alter(text) !== text
    })
    .some(Boolean)
}

/** Whether this path in a home is of Hookline itself. */
const isOwnFile = (path: string): boolean => /^(?:state|cache|config)(?:\/|$)/.test(path)

const listFiles = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => !isOwnFile(path))
    .toSorted()
