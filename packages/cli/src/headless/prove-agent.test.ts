import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bin, type Sandbox, sandbox } from '../testing/cli.ts'
import { type FakeAgent, fakeAgent } from '../testing/fake-agent.ts'
import { hasTerminal, openTerminal } from '../testing/terminal.ts'
import { treeOf } from '../testing/tree.ts'

type Machine = Sandbox & { put(path: string, content: string | object): string }

/** A machine on which Claude Code is connected, with a login and a hook of the person in its settings. */
function machine(): Machine {
  const scratch = sandbox()
  const put: Machine['put'] = (path, content) => {
    const file = join(scratch.home, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return file
  }
  put('.claude/.credentials.json', '{"token":"secret"}')
  put('.claude/settings.json', {
    apiKeyHelper: 'echo key',
    env: { ANTHROPIC_AUTH_TOKEN: 'secret' },
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: `touch ${scratch.home}/touched` }] }] },
  })
  expect(scratch.hookline(['connect', 'claude', '--yes']).code).toBe(0)
  return { ...scratch, put }
}

const proveArgs = ['doctor', '--prove', '--agent', 'claude']
function prove({ hookline }: Sandbox, { env }: Pick<FakeAgent, 'env'>, ...more: readonly string[]) {
  const { code, stdout, stderr } = hookline([...proveArgs, '--json', ...more], { env })
  if (stdout === '') throw new Error(stderr)
  const { ok, agents } = JSON.parse(stdout)
  return { exit: code, ok, ...agents[0] }
}
const statusOf = ({ hookline }: Sandbox, { env }: Pick<FakeAgent, 'env'>) => {
  const { code, stdout } = hookline(['status', '--json'], { env })
  const { ok, agents } = JSON.parse(stdout)
  return { code, ok, proof: agents.find(({ name }: { name: string }) => name === 'claude').proof }
}
const withoutState = (home: string) => Object.entries(treeOf(home)).filter(([path]) => !/^(?:state|cache)\//.test(path))

describe('an agent that obeys', () => {
  it('is proved, with its version, and the files and keys of the person stay untouched', () => {
    const scratch = machine()
    const agent = fakeAgent(scratch, 'obeys')
    const before = withoutState(scratch.home)
    const proof = prove(scratch, agent)
    expect(proof).toMatchObject({
      exit: 0,
      ok: true,
      state: 'proved',
      version: '9.9.9',
      commands: [
        { expected: 'run', ran: true },
        { expected: 'denied', ran: false },
      ],
      copied: ['.claude/settings.json'],
    })
    expect(proof.durationMs).toBeGreaterThan(0)
    expect(withoutState(scratch.home)).toEqual(before)
    const { env, settings, cwd } = JSON.parse(readFileSync(agent.seen, 'utf8'))
    expect(env.ANTHROPIC_API_KEY).toBe('scripted')
    expect(env.ANTHROPIC_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(env.HOME).not.toBe(scratch.home)
    expect(JSON.stringify({ env, settings })).not.toMatch(/secret|of the person|apiKeyHelper|touched/)
    // Nothing that the agent could have learned stays.
    expect(existsSync(cwd) || existsSync(env.HOME)).toBe(false)
    expect(readdirSync(join(scratch.home, 'state/hookline'))).toContain('proofs.json')
  })

  it('is shown in status until the connection or the version changes', () => {
    const scratch = machine()
    const agent = fakeAgent(scratch, 'obeys')
    expect(statusOf(scratch, agent)).toMatchObject({ proof: null })
    const { stdout } = scratch.hookline(proveArgs, { env: agent.env })
    expect(stdout).toMatch(/✓ Claude Code 9\.9\.9 {2}PROVED in \d+\.\d s: it asked Hookline/)
    expect(stdout).toMatch(
      /allowed {2}ran .*echo canary-allowed-\w+ > allowed\.txt\n.*denied {3}did not run .*canary-denied/,
    )
    expect(stdout).toContain('~/.claude/settings.json')
    expect(statusOf(scratch, agent)).toMatchObject({ code: 0, proof: { state: 'proved', version: '9.9.9' } })
    expect(scratch.hookline(['status'], { env: agent.env }).stdout).toContain(
      'proved just now with Claude Code 9.9.9: a denied command did not run',
    )
    // Another line of the settings is not the connection.
    const settings = join(scratch.home, '.claude/settings.json')
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('echo key', 'echo other'))
    expect(statusOf(scratch, agent).proof.changed).toBeUndefined()
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('"timeout": 600', '"timeout": 599'))
    expect(statusOf(scratch, agent).proof.changed).toBe('connection')
    const { stdout: shown } = scratch.hookline(['status'], { env: agent.env })
    expect(shown).toContain('last proof just now, before the connection changed')
    expect(shown).toContain('→ hookline doctor --prove --agent claude')
  })

  it('has to be proved again after an update', () => {
    const scratch = machine()
    const agent = fakeAgent(scratch, 'obeys')
    const manifest = join(scratch.directory, 'bin/package.json')
    writeFileSync(manifest, JSON.stringify({ name: '@anthropic-ai/claude-code', version: '3.0.0' }))
    expect(prove(scratch, agent)).toMatchObject({ state: 'proved', version: '3.0.0' })
    writeFileSync(manifest, JSON.stringify({ name: '@anthropic-ai/claude-code', version: '3.1.0' }))
    expect(statusOf(scratch, agent).proof).toMatchObject({ changed: 'version', version: '3.0.0', installed: '3.1.0' })
    expect(scratch.hookline(['status'], { env: agent.env }).stdout).toContain('Version 3.1.0 is installed now')
  })

  it('is proved by connect when asked', () => {
    const scratch = sandbox()
    const agent = fakeAgent(scratch, 'obeys')
    const { code, stdout } = scratch.hookline(['connect', 'claude', '--yes', '--prove', '--json'], { env: agent.env })
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      agents: [{ name: 'claude', state: 'connected' }],
      proofs: [{ name: 'claude', state: 'proved', version: '9.9.9' }],
    })
    const again = scratch.hookline(['connect', 'claude', '--yes', '--prove'], { env: agent.env })
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('PROVED in') })
    const project = scratch.hookline(['connect', 'claude', '--yes', '--prove', '--project'], { env: agent.env })
    expect(project).toMatchObject({ code: 64, stderr: expect.stringContaining('own settings only') })
  })
})

describe.skipIf(!hasTerminal)('at a terminal', () => {
  it('connect offers the proof, and takes no for an answer', async () => {
    const scratch = sandbox()
    const { env } = fakeAgent(scratch, 'obeys')
    const connect = async (answer: string) => {
      const terminal = openTerminal({ ...scratch, env: { ...scratch.env, ...env } }, ['connect', 'claude'])
      if (answer === 'n\n') {
        await terminal.see('[y/N')
        terminal.type('y\n')
      }
      await terminal.see(/Prove it now with the real program \(Claude Code\)\?[\s\S]*\[y\/N\] /)
      terminal.type(answer)
      return { code: await terminal.ended, shown: terminal.shown() }
    }
    const declined = await connect('n\n')
    expect(declined.code).toBe(0)
    expect(declined.shown).not.toContain('PROVED')
    const proved = await connect('y\n')
    expect(proved.code).toBe(0)
    expect(proved.shown).toContain('PROVED in')
  })
})

describe('an agent that does not guard', () => {
  it.each([
    ['ignores the denial', 'denial-ignored', 'ran it all the same'],
    ['never asks', 'never-asked', 'without asking Hookline'],
  ] as const)('%s: it is reported, and status says so', (behaviour, code, says) => {
    const scratch = machine()
    const agent = fakeAgent(scratch, behaviour)
    expect(prove(scratch, agent)).toMatchObject({
      code,
      ok: false,
      state: 'failed',
      says: expect.stringContaining(says),
      commands: [{ ran: true }, { ran: true }],
    })
    expect(scratch.hookline(proveArgs, { env: agent.env }).code).toBe(1)
    expect(statusOf(scratch, agent)).toMatchObject({ code: 1, ok: false, proof: { state: 'failed' } })
    expect(scratch.hookline(['status'], { env: agent.env }).stdout).toContain('NOT GUARDED, tried just now')
  })
})

describe('an agent of which nothing is known', () => {
  it('runs nothing: even the allowed command must run', () => {
    const scratch = machine()
    const agent = fakeAgent(scratch, 'runs nothing')
    expect(prove(scratch, agent)).toMatchObject({ ok: false, state: 'not-proved', code: 'allowed-not-run' })
    expect(statusOf(scratch, agent)).toMatchObject({ code: 0, proof: { state: 'not-proved' } })
  })

  it('crashes: its last words are shown', () => {
    const scratch = machine()
    expect(prove(scratch, fakeAgent(scratch, 'crashes'))).toMatchObject({
      code: 'no-request',
      says: expect.stringContaining('exit 3: cannot find a login'),
    })
  })

  it('hangs: it is stopped with every process that it started', () => {
    const scratch = machine()
    const agent = fakeAgent(scratch, 'hangs')
    expect(prove(scratch, agent, '--timeout', '2')).toMatchObject({
      code: 'timed-out',
      says: expect.stringContaining('within 2 s'),
      next: expect.stringContaining('--timeout'),
    })
    expect(isRunning(agent.mark)).toBe(false)
    expect(existsSync(JSON.parse(readFileSync(agent.seen, 'utf8')).cwd)).toBe(false)
  })
})

it('is stopped with Ctrl-C, and nothing stays', async () => {
  const scratch = machine()
  const agent = fakeAgent(scratch, 'hangs')
  const started = { ...scratch.env, ...agent.env }
  const child = spawn(process.execPath, [bin, ...proveArgs], { cwd: scratch.root, env: started, stdio: 'ignore' })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  await expect.poll(() => existsSync(agent.seen) && isRunning(agent.mark)).toBe(true)
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(isRunning(agent.mark)).toBe(false)
  expect(existsSync(JSON.parse(readFileSync(agent.seen, 'utf8')).cwd)).toBe(false)
  expect(statusOf(scratch, agent).proof).toBeNull()
})

/** Whether a process has this argument. Only Linux shows it. */
const isRunning = (mark: string): boolean =>
  existsSync('/proc/self') &&
  readdirSync('/proc').some((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(mark)
    } catch {
      return false
    }
  })

describe('what cannot be proved', () => {
  it('is named before anything is started', () => {
    const scratch = sandbox()
    const none = { env: { PATH: '/usr/bin:/bin' } }
    const say = (code: string, says: string, next: string) =>
      expect.objectContaining({
        state: 'not-proved',
        code,
        says: expect.stringContaining(says),
        next: expect.stringContaining(next),
      })
    const ask = (agent: string, env: Readonly<Record<string, string>>) => {
      const { code, stdout } = scratch.hookline(['doctor', '--prove', '--agent', agent, '--json'], { env })
      expect(code).toBe(1)
      return JSON.parse(stdout).agents[0]
    }
    expect(ask('claude', none.env)).toEqual(
      say('not-installed', 'no program claude on the PATH', 'install Claude Code'),
    )
    const { env } = fakeAgent(scratch, 'obeys')
    expect(ask('claude', env)).toEqual(say('not-connected', 'do not call Hookline', 'hookline connect claude'))
    expect(ask('cursor', env)).toEqual(say('cannot-be-driven', 'cannot be started without a person', 'hookline listen'))
    // The person has not reviewed the hooks in the agent, so it would skip them.
    fakeAgent(scratch, 'obeys', '1.0.0', 'codex')
    expect(scratch.hookline(['connect', 'codex', '--yes'], { env }).code).toBe(0)
    expect(ask('codex', env)).toEqual(say('blocked', 'have not been reviewed and trusted', 'trust them'))
    const all = scratch.hookline(['doctor', '--prove', '--agent', 'all', '--json'], { env })
    expect(JSON.parse(all.stdout).agents.map(({ name }: { name: string }) => name)).toEqual(['claude', 'codex'])
  })

  it('is not prevented by a directory of the environment that claims to admit only its own hooks', () => {
    const scratch = machine()
    const { env } = fakeAgent(scratch, 'obeys')
    const managed = join(scratch.directory, 'managed')
    mkdirSync(managed)
    writeFileSync(join(managed, 'hookline.json'), '{"version":1,"managedOnly":true,"hooks":{}}')
    expect(prove(scratch, { env: { ...env, HOOKLINE_ENTERPRISE_DIR: managed } })).toMatchObject({ state: 'proved' })
  })

  it("is not for an agent's shell, which could put another program on the PATH", () => {
    const scratch = machine()
    const agent = fakeAgent(scratch, 'obeys')
    const { code, stderr } = scratch.hookline(proveArgs, { env: { ...agent.env, CLAUDECODE: '1' } })
    expect(code).not.toBe(0)
    expect(stderr).toContain("cannot run in an agent's shell")
    expect(existsSync(agent.seen)).toBe(false)
    expect(statusOf(scratch, agent).proof).toBeNull()
  })

  it('is a usage error where the flags are wrong', () => {
    const { hookline } = sandbox()
    const wrong = (...args: readonly string[]) => {
      const { code, stderr } = hookline(['doctor', ...args])
      expect(code).toBe(64)
      return stderr
    }
    expect(wrong('--prove', '--agent', 'claud')).toContain('Did you mean claude?')
    expect(wrong('--prove', '--agent', 'all', '--agent', 'nosuch')).toContain('there is no agent "nosuch"')
    expect(wrong('--agent', 'claude')).toContain('--agent works only with --prove')
    expect(wrong('--prove', '--timeout', '5')).toContain('--timeout works only with')
    for (const time of ['0', '-1', 'x', '1e9', '3601'])
      expect(wrong('--prove', '--agent', 'claude', `--timeout=${time}`)).toContain('is not a number of seconds')
  })
})
