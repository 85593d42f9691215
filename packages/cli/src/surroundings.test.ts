/** Every command in unplanned surroundings: one clear sentence, the right exit code, and never a stack trace. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from './commands.ts'
import { exits } from './io.ts'
import { bin, type RunOptions, type Sandbox, sandbox } from './testing/cli.ts'

/** What a command needs to end by itself and change little. The others are called without arguments. */
const needed: Readonly<Partial<Record<keyof typeof commands, readonly string[]>>> = {
  init: ['--dry-run'],
  connect: ['claude', '--dry-run'],
  disconnect: ['--dry-run'],
  trigger: ['beforeShellExecution', '--command', 'ls'],
  explain: ['ls'],
  eval: ['guard'],
  replay: ['--all'],
  record: ['guard'],
  new: ['guard', '--event', 'stop', '--dry-run'],
  add: ['shell-guard', '--dry-run'],
  export: ['--to', 'claude', '--dry-run'],
  import: ['codex', '--dry-run'],
  remove: ['guard', '--dry-run'],
  disable: ['guard'],
  enable: ['guard'],
  state: ['get', 'x'],
  uninstall: ['--dry-run'],
  team: ['status'],
  run: ['--host', 'claude'],
  schema: ['hooks'],
  completion: ['bash'],
  __complete: ['hookline', 'li'],
}
/** These run until they are ended. */
const lasting: ReadonlySet<string> = new Set(['listen', 'panel', 'agent', 'serve', 'demo'])
const named = Object.keys(commands)
  .filter((name) => !lasting.has(name))
  // Every name is a key of the table.
  .map((name) => [name, needed[name as keyof typeof commands] ?? []] as const)
const event = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls' } }

/** Hook files that a person can really have. */
const files: Readonly<Record<string, (path: string) => void>> = {
  'broken JSON': (path) => writeFileSync(path, '{"version":1,"hooks":{'),
  'a byte order mark and CRLF': (path) => writeFileSync(path, '\ufeff{\r\n"version":1,\r\n"hooks":{}\r\n}\r\n'),
  'UTF-16': (path) => writeFileSync(path, Buffer.from('\ufeff{"version":1,"hooks":{}}', 'utf16le')),
  'an empty file': (path) => writeFileSync(path, ''),
  'a directory': (path) => mkdirSync(path),
  'a dangling link': (path) => symlinkSync('/nowhere/at/all', path),
  'a link to itself': (path) => symlinkSync(path, path),
  'a list': (path) => writeFileSync(path, '[]'),
}

/** Where it runs: changes the workspace or the home directory, and returns how the command is started there. */
const surroundings: Readonly<Record<string, (scratch: Sandbox) => RunOptions>> = {
  ...Object.fromEntries(
    Object.entries(files).map(([name, write]) => [
      `hook files that are ${name}`,
      ({ root, home }: Sandbox) => {
        for (const directory of [join(root, '.hookline'), join(home, 'config/hookline'), join(home, '.claude')])
          mkdirSync(directory, { recursive: true })
        write(join(root, '.cursor/hooks.json'))
        write(join(root, '.hookline/hookline.json'))
        write(join(home, 'config/hookline/hookline.json'))
        write(join(home, '.claude/settings.json'))
        return {}
      },
    ]),
  ),
  'a home directory that is a file': ({ home }) => {
    rmSync(home, { recursive: true })
    writeFileSync(home, '')
    return {}
  },
  'a state directory that is a file': ({ home }) => {
    mkdirSync(join(home, 'state'), { recursive: true })
    writeFileSync(join(home, 'state/hookline'), '')
    return {}
  },
  'files of the state that are directories': ({ home }) => {
    for (const name of ['trust.json', 'disabled.json', 'written.json', 'gates.json', 'log', 'approvals.json'])
      mkdirSync(join(home, 'state/hookline', name), { recursive: true })
    return {}
  },
  'no HOME': () => ({ env: { HOME: '', XDG_CONFIG_HOME: '', XDG_STATE_HOME: '', XDG_CACHE_HOME: '' } }),
  'a HOME that is relative': () => ({
    env: { HOME: 'x', XDG_CONFIG_HOME: '', XDG_STATE_HOME: '', XDG_CACHE_HOME: '' },
  }),
  'a terminal without abilities': () => ({ env: { TERM: 'dumb', NO_COLOR: '1', COLUMNS: '40', LANG: 'C' } }),
  'a directory with an odd name': ({ root }) => {
    const odd = join(root, '-- a\nb \u{1f600}')
    mkdirSync(join(odd, '.cursor'), { recursive: true })
    writeFileSync(join(odd, '.cursor/hooks.json'), '{"version":1,"hooks":{"stop":[{"command":"true"}]}}')
    return { cwd: odd }
  },
  'a workspace that cannot be read': ({ root }) => {
    chmodSync(join(root, '.cursor'), 0)
    return {}
  },
}

/** A stack trace, or an error as Node prints it. Doctor quotes the error of a sandbox that it tried. */
const trace = /^ +at |\bnode:internal|internal error|(?<!could not be tried: )\bE[A-Z]{3,}: /m
const allowed: readonly (number | null)[] = [exits.fine, exits.finding, exits.usage]

/** Every command in a few of them, another choice for each; all pairs with HOOKLINE_SURROUNDINGS=all. */
const titles = Object.keys(surroundings)
const pairs = named.flatMap(([name, args], at) =>
  titles
    .filter((_, index) => process.env.HOOKLINE_SURROUNDINGS === 'all' || (index + at) % 6 === 0)
    .map((title) => [name, title, args] as const),
)

describe.skipIf(process.platform === 'win32')('answers without a trace', () => {
  it.each(pairs)('%s with %s', (name, title, args) => {
    const scratch = sandbox()
    const options = surroundings[title]?.(scratch) ?? {}
    const stdin = name === 'run' ? JSON.stringify({ ...event, cwd: options.cwd ?? scratch.root }) : ''
    const { code, stdout, stderr } = scratch.hookline([name, ...args], { ...options, stdin })
    expect({ stdout: stdout.match(trace)?.[0], stderr: stderr.match(trace)?.[0] }).toEqual({})
    expect(name === 'run' ? [...allowed, exits.refused] : allowed).toContain(code)
    // A missing value of `state` is an exit code alone, for scripts.
    expect(code === 0 || name === 'state' || (stdout + stderr).trim() !== '').toBe(true)
  })
})

/** A process that may write no byte to any file gets the errors of a full disk. */
describe.skipIf(process.platform === 'win32')('on a full disk', () => {
  it.each([
    [['add', 'shell-guard', '--yes'], 'hookline'],
    [['new', 'guard', '--event', 'stop', '--yes'], 'guard.sh'],
    [['connect', 'claude', '--yes'], 'settings.json'],
  ])('%j says which file, why and what to do, and leaves nothing behind', (args, file) => {
    const { root, directory, env } = sandbox()
    const line = ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, bin, ...args]
    const { status, stderr } = spawnSync('/bin/sh', line, { cwd: root, env, encoding: 'utf8', input: '' })
    expect(stderr).toMatch(/^hookline: cannot write to \S+: the file would be larger than the system allows\.$/m)
    expect(stderr).toContain(file)
    expect(stderr).not.toMatch(trace)
    expect(status).toBe(exits.finding)
    const left = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'))
    expect(left).toEqual([])
  })
})

describe('wrong usage', () => {
  // Completions are for unfinished text, so they take any.
  const names = Object.keys(commands).filter((name) => name !== '__complete')
  it.each(names)('%s: an unknown option is named, and the exit code is 64', (name) => {
    const { code, stdout, stderr } = sandbox().hookline([name, '--not-an-option'], { stdin: '{}' })
    expect({ code, stdout }).toEqual({ code: exits.usage, stdout: '' })
    expect(stderr).toContain('--not-an-option')
    expect(stderr).not.toMatch(trace)
  })
})
