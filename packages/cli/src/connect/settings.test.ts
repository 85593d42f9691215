import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { callsHookline, type Entry } from '@hookline/core/node'
import { afterAll, describe, expect, it } from 'vitest'
import { agents } from '../agents.ts'
import { readRunOptions } from '../run/options.ts'
import { bin } from '../testing/cli.ts'
import { calledFor } from './connections.ts'
import { type Connection, callEdits, eventsOf, type Level, wholeFilesOf } from './settings.ts'

const agentOf = (name: string) => {
  const found = agents.find((agent) => agent.name === name)
  if (found === undefined) throw new Error(`no agent ${name}`)
  return found
}
const connection = (name: string, level: Level, command: string, system: NodeJS.Platform = 'linux'): Connection => ({
  agent: agentOf(name),
  reader: agentOf(name),
  level,
  root: '/w',
  file: '/w/settings.json',
  program: { command, portable: true, why: '', install: 'see docs/install.md of Hookline' },
  system,
})
/** The commands that are written into an empty file, by event. */
function commandsFor(one: Connection, required?: boolean): Readonly<Record<string, string>> {
  const added = callEdits(one, [], { required }).flatMap((edit) => (edit.kind === 'add' ? [edit] : []))
  return Object.fromEntries(
    added.map(({ event, entry }) => [event, /"command":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(entry))?.[1] ?? '""']),
  )
}
const commandAt = (one: Connection, event: string, required?: boolean): string =>
  JSON.parse(commandsFor(one, required)[event] ?? '""')

it('covers every event of the agent', () => {
  expect(eventsOf(agentOf('claude')).toSorted()).toEqual(
    [
      ...['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'UserPromptSubmit', 'Stop'],
      ...['SubagentStart', 'SubagentStop', 'SessionStart', 'SessionEnd', 'PreCompact'],
    ].toSorted(),
  )
  expect(eventsOf(agentOf('cursor'))).toContain('beforeTabFileRead')
  expect(eventsOf(agentOf('cursor'))).toHaveLength(21)
})

it.each(['user', 'project'] as const)('every entry for %s is recognised as a call', (level) => {
  for (const name of ['claude', 'cursor'])
    for (const required of [true, false])
      for (const system of ['linux', 'win32'] as const)
        for (const command of Object.values(
          commandsFor(connection(name, level, `hookline run --host ${name}`, system), required),
        ))
          expect(callsHookline({ command: JSON.parse(command) })).toBe(true)
})

/** Runs a written command as the agent does. `answer` is what stands in for `hookline run …`. */
function shell(one: Omit<Connection, 'program'>, event: string, answer: string, required?: boolean) {
  const command = commandAt({ ...one, program: { ...connection('claude', 'user', answer).program } }, event, required)
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], { input: '{}', encoding: 'utf8' })
  return { status, stdout, stderr }
}
/** The committed entry of the command without the files of a build, and started by a Node that gives an old version as its own. */
const damaged = mkdtempSync(join(tmpdir(), 'hookline-damaged-'))
afterAll(() => rmSync(damaged, { recursive: true }))
cpSync(dirname(bin), join(damaged, 'bin'), { recursive: true })
const oldNode = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.0.0' } })`
writeFileSync(join(damaged, 'old.cjs'), oldNode)
const entry = join(damaged, 'bin/hookline.cjs')
const broken: readonly (readonly [string, string])[] = [
  ['no program', '/nowhere/hookline run'],
  ['a file that is not executable', '/etc/hostname run'],
  ['a damaged program', "sh -c 'echo SyntaxError >&2; exit 1' hookline run"],
  ['files that are missing', `${process.execPath} ${entry} run`],
  ['a Node that is too old', `${process.execPath} -r ${join(damaged, 'old.cjs')} ${entry} run`],
  ['killed', "sh -c 'kill -9 $$' hookline run"],
]
const fine = "sh -c 'echo {}' hookline run"
const refusing = `sh -c 'echo "{\\"permission\\":\\"deny\\"}"; exit 2' hookline run`
const [claude, cursor] = [connection('claude', 'project', ''), connection('cursor', 'project', '')]
const [ownClaude, ownCursor] = [connection('claude', 'user', ''), connection('cursor', 'user', '')]

it.each(broken)('a committed entry goes on and says so: %s', (_, answer) => {
  for (const one of [claude, cursor])
    for (const event of one === claude ? ['PreToolUse', 'Stop'] : ['beforeShellExecution', 'stop']) {
      const { status, stdout, stderr } = shell(one, event, answer)
      expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
      expect(stderr).toContain('Hookline cannot run here, so nothing guards this project')
      expect(stderr).toContain('To install it: see docs/install.md of Hookline')
    }
})

it('a committed entry informs the person once for each session, in the channel of the agent', () => {
  const [, missing] = broken[0] ?? ['', '']
  expect(JSON.parse(shell(claude, 'SessionStart', missing).stdout)).toEqual({
    systemMessage: expect.stringContaining('so nothing guards this project'),
  })
  expect(JSON.parse(shell(cursor, 'sessionStart', missing).stdout)).toEqual({
    user_message: expect.stringContaining('so nothing guards this project'),
  })
})

it.each(broken)('a required entry refuses at gates, and goes on elsewhere: %s', (_, answer) => {
  const refused = shell(claude, 'PreToolUse', answer, true)
  expect({ status: refused.status, stdout: refused.stdout }).toEqual({ status: 2, stdout: '' })
  expect(refused.stderr).toContain('This project requires Hookline')
  expect(JSON.parse(shell(cursor, 'beforeShellExecution', answer, true).stdout)).toMatchObject({
    permission: 'deny',
    continue: false,
    user_message: expect.stringContaining('This project requires Hookline'),
  })
  expect(shell(claude, 'Stop', answer, true).status).toBe(0)
})

it.each(broken)("the user's own entry refuses at gates and says how to repair and remove it: %s", (_, answer) => {
  const { status, stderr } = shell(ownClaude, 'PreToolUse', answer)
  expect(status).toBe(2)
  expect(stderr).toMatch(
    /To repair it: see docs\/install\.md of Hookline, then run: hookline connect\. To remove it: delete the entries/,
  )
  const { stdout } = shell(ownCursor, 'beforeShellExecution', answer)
  expect(JSON.parse(stdout)).toMatchObject({
    permission: 'deny',
    user_message: expect.stringContaining('To repair it'),
  })
  expect(JSON.parse(stdout).agent_message).not.toContain('disconnect')
})

it.each(broken)("the user's own entry never refuses the end of a turn, which would not end: %s", (_, answer) => {
  expect(shell(ownClaude, 'Stop', answer).status).not.toBe(2)
  expect(shell(ownCursor, 'stop', answer).status).not.toBe(2)
})

it('every entry at a gate says what happens without Hookline', () => {
  const written = agents.filter(({ settings }) => settings !== undefined && settings.as === undefined)
  expect(written.length).toBeGreaterThan(8)
  for (const agent of written) {
    const one = connection(agent.name, 'user', `hookline run --host ${agent.name}`)
    const files = Object.values(wholeFilesOf(one)).map((file) => JSON.stringify(file))
    for (const gate of calledFor(agent, 'beforeShellExecution', true)) {
      const parts = files.length > 0 ? files.filter((one) => one.includes(gate)) : [commandAt(one, gate)]
      expect(parts.join(), `${agent.name} ${gate}`).toContain('Hookline cannot run')
    }
  }
})

it('the answer of Hookline goes through unchanged', () => {
  for (const one of [claude, cursor, ownClaude, ownCursor]) {
    const event = one.agent.name === 'claude' ? 'PreToolUse' : 'beforeShellExecution'
    expect(shell(one, event, fine)).toEqual({ status: 0, stdout: '{}\n', stderr: '' })
    expect(shell(one, event, refusing)).toEqual({ status: 2, stdout: '{"permission":"deny"}\n', stderr: '' })
  }
})

it('an entry of an earlier version is updated, and keys set by hand stay', () => {
  const entry = {
    event: 'preToolUse',
    command: 'hookline run --host claude --installed || exit 2',
    dialect: 'claude',
    origin: { source: 'claude-user', own: false, file: '/w/settings.json', line: 3, column: 5 },
    text: JSON.stringify({ command: 'hookline run --host claude --installed || exit 2', onFailure: 'continue' }),
  } as unknown as Entry // Only what the planner reads.
  const edits = callEdits(connection('claude', 'user', 'hookline run --host claude --installed'), [entry])
  expect(edits[0]).toMatchObject({ kind: 'set', at: { line: 3, column: 5 }, values: { timeout: 600 } })
  expect(JSON.stringify(edits[0])).toContain('--from user')
  expect(JSON.stringify(edits[0])).not.toContain('onFailure')
  expect(edits.filter(({ kind }) => kind === 'add')).toHaveLength(9)
})

describe('an entry that is written on Windows', () => {
  const windows = (name: string, level: Level, command: string) => connection(name, level, command, 'win32')

  it('of Claude Code is the same as elsewhere, because Git Bash runs it', () => {
    for (const level of ['user', 'project'] as const)
      expect(commandsFor(windows('claude', level, 'hookline run'))).toEqual(
        commandsFor(connection('claude', level, 'hookline run')),
      )
  })

  // No PowerShell is to be had for these tests, so they compare its text, and run what a POSIX shell makes of it.
  it("of the user's own Cursor refuses in PowerShell, with one sentence and an exit code that blocks", () => {
    const command = commandAt(
      windows('cursor', 'user', "& 'C:\\node.exe' 'C:\\hookline.cjs' run"),
      'beforeShellExecution',
    )
    expect(command).toMatch(
      /^& 'C:\\node.exe' 'C:\\hookline.cjs' run --from user; if \(\$LASTEXITCODE -eq 2\) \{ exit 2 \}; if \(\$LASTEXITCODE -ne 0\) \{ \[Console\]::Out\.WriteLine\('([^'"]*)'\.Replace\('~', \[string\]\[char\]34\)\); exit 0 \}$/,
    )
    const written = /WriteLine\('([^']*)'/.exec(command)?.[1] ?? ''
    expect(JSON.parse(written.replaceAll('~', '"'))).toMatchObject({
      permission: 'deny',
      user_message: expect.stringContaining('To repair it: see docs/install.md of Hookline'),
    })
    expect(commandAt(windows('cursor', 'user', 'hookline run'), 'stop')).toBe('hookline run --from user')
  })

  it.each(broken)('of a project works in a POSIX shell too: %s', (_, answer) => {
    for (const event of ['beforeShellExecution', 'sessionStart', 'stop'])
      for (const required of [true, false])
        expect(shell(windows('cursor', 'project', ''), event, answer, required)).toEqual(
          shell(cursor, event, answer, required),
        )
  })

  it.skipIf(process.platform === 'win32')(
    'of a project passes the answer on in a POSIX shell, and Hookline ignores the part of the other shell',
    () => {
      const one = windows('cursor', 'project', '')
      expect(shell(one, 'beforeShellExecution', fine)).toEqual({ status: 0, stdout: '{}\n', stderr: '' })
      expect(shell(one, 'beforeShellExecution', refusing).status).toBe(2)
      const words = shell(
        one,
        'beforeShellExecution',
        `sh -c 'shift $(($# - 2)); printf "%s|%s" "$1" "$2"' hookline run`,
      )
      expect(words.stdout).toMatch(/^--else\|"; if \( -eq 2\) \{ exit 2 \}; .* #$/)
      const { host, from } = readRunOptions(['--host', 'cursor', '--from', 'project', ...words.stdout.split('|')])
      expect([host?.name, from]).toEqual(['cursor', 'project'])
    },
  )

  it('of a project ends its string for PowerShell before its part, and begins a comment after it', () => {
    const command = commandAt(windows('cursor', 'project', 'hookline run'), 'beforeShellExecution', true)
    const [before, inPowerShell = '', rest = ''] = /^(.*? --else "\\")(.*) #"(.*)$/.exec(command)?.slice(1) ?? []
    expect(before).toBe('hookline run --from project --else "\\"')
    expect(inPowerShell).toMatch(/^; if .* exit 0 \}$/)
    expect(inPowerShell).not.toContain('"')
    expect(rest).toMatch(/^ \|\| \{ /)
  })

  it('of a project is left as it is when a colleague connects on another system', () => {
    const entryFor = (command: string) =>
      ({
        event: 'stop',
        command,
        dialect: 'cursor',
        origin: { source: 'project', own: false, file: '/w/settings.json', line: 3, column: 5 },
        text: JSON.stringify({ command, timeout: 600 }),
      }) as unknown as Entry // Only what the planner reads.
    const onWindows = commandAt(windows('cursor', 'project', 'hookline run'), 'stop')
    const onLinux = commandAt(connection('cursor', 'project', 'hookline run'), 'stop')
    const sets = (one: Connection, command: string) =>
      callEdits(one, [entryFor(command)]).filter(({ kind }) => kind === 'set')
    expect(sets(connection('cursor', 'project', 'hookline run'), onWindows)).toEqual([])
    expect(sets(windows('cursor', 'project', 'hookline run'), onLinux)).toHaveLength(1)
  })
})
