import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bin, hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

const MOST_MS = 30_000

/** Loaded before the command: the first function that this file of the bundle calls on the marked text never returns. */
const hang = (chunk: string, how: string) => `
const isMarked = String.prototype.includes
Error.stackTraceLimit = 50
const hold = (text) => {
  if (typeof text !== 'string' || !isMarked.call(text, 'HOLD-THE-THREAD')) return
  if (isMarked.call(new Error().stack, ${JSON.stringify(`/${chunk}-`)})) { ${how} }
}
const { replace } = String.prototype
String.prototype.replace = function (...args) {
  hold(String(this))
  return replace.apply(this, args)
}
const { test } = RegExp.prototype
RegExp.prototype.test = function (text) {
  hold(text)
  return test.call(this, text)
}
`
const ways = {
  'loops for ever': 'for (;;);',
  'waits for what never comes': 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
} as const

interface Reply {
  readonly permission?: string
  readonly decision?: string
  readonly hookSpecificOutput?: { readonly permissionDecision?: string }
}
interface Host {
  readonly name: string
  readonly settings: (scratch: Sandbox, timeout: number) => void
  readonly event: (command: string, scratch: Sandbox) => object
  readonly verdict: (reply: Reply) => unknown
}
/** The agent's own entry says how long it waits. Of 5 s, `run` has 4. */
const hosts: readonly Host[] = [
  {
    name: 'claude',
    settings: (scratch, timeout) =>
      scratch.write('.claude/settings.json', {
        hooks: {
          PreToolUse: [{ hooks: [{ type: 'command', command: 'hookline run --host claude --installed', timeout }] }],
        },
      }),
    event: (command, { root }) => ({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command },
      session_id: 'c',
      cwd: root,
    }),
    verdict: ({ decision, hookSpecificOutput: own }) => (decision === 'block' ? 'deny' : own?.permissionDecision),
  },
  {
    name: 'cursor',
    settings: (scratch, timeout) =>
      scratch.write(
        '.cursor/hooks.json',
        hooksFile({ beforeShellExecution: [{ command: 'hookline run --host cursor --installed', timeout }] }),
      ),
    event: (command, { root }) => ({
      hook_event_name: 'beforeShellExecution',
      command,
      cwd: root,
      workspace_roots: [root],
    }),
    verdict: (reply) => reply.permission,
  },
]

function furnished(host: Host, { timeout = 5, hooks = {} }: { timeout?: number; hooks?: object } = {}): Sandbox {
  const scratch = sandbox()
  host.settings(scratch, timeout)
  scratch.write('.hookline/hookline.json', { version: 1, hooks })
  scratch.write('../home/config/hookline/hookline.json', { version: 1, packs: { 'shell-guard': {}, 'git-policy': {} } })
  expect(scratch.hookline(['trust', 'add', '--yes']).code).toBe(0)
  return scratch
}

function answerOf(host: Host, scratch: Sandbox, command: string, preload: string) {
  const file = join(scratch.directory, 'hang.cjs')
  writeFileSync(file, preload)
  const ended = spawnSync(process.execPath, ['--require', file, bin, 'run', '--host', host.name, '--installed'], {
    cwd: scratch.root,
    env: { ...scratch.env, ...(host.name === 'claude' ? { CLAUDE_PROJECT_DIR: scratch.root } : {}) },
    input: JSON.stringify(host.event(command, scratch)),
    encoding: 'utf8',
    timeout: MOST_MS,
    killSignal: 'SIGKILL',
  })
  expect(ended.signal).toBeNull()
  return { code: ended.status, verdict: host.verdict(JSON.parse(ended.stdout)), stdout: ended.stdout }
}

describe.each(hosts)('$name', (host) => {
  test('a command that no guard minds passes', () => {
    const { code, verdict } = answerOf(host, furnished(host, { timeout: 60 }), 'ls', '')
    expect([code, verdict === 'deny']).toEqual([0, false])
  })

  test.each(Object.entries(ways))('a guard that %s refuses, and the log says so', (_what, how) => {
    const scratch = furnished(host)
    const { code, verdict } = answerOf(host, scratch, 'echo HOLD-THE-THREAD', hang('shell', how))
    expect([code, verdict]).toEqual([0, 'deny'])
    const log = scratch.hookline(['log', '--jsonl', '--limit', '1']).stdout
    expect(log).toContain('timeout')
    expect(log).toMatch(/"verdict": ?"deny"/)
  })

  test.each(Object.entries(ways))(
    'a thread that %s outside a guard is answered for',
    { timeout: 60_000 },
    (_w, how) => {
      const long = `echo HOLD-THE-THREAD ${'a '.repeat(10_000)}`
      const { code, verdict, stdout } = answerOf(host, furnished(host), long, hang('hooks', how))
      expect([code, verdict]).toEqual([2, 'deny'])
      expect(stdout).toContain('held the thread')
    },
  )

  test('a thread that loops after the process of a hook has ended is answered for', () => {
    const scratch = furnished(host, { hooks: { beforeShellExecution: [{ command: 'echo {}' }] } })
    const long = `echo HOLD-THE-THREAD ${'a '.repeat(10_000)}`
    const { code, verdict, stdout } = answerOf(host, scratch, long, hang('hooks', ways['loops for ever']))
    expect([code, verdict]).toEqual([2, 'deny'])
    expect(stdout).toContain('held the thread')
  })
})
