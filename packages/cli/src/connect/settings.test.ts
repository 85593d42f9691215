import { spawnSync } from 'node:child_process'
import { callsHookline, type Entry } from '@hookline/core/node'
import { expect, it } from 'vitest'
import { agents } from '../agents.ts'
import { type Connection, callEdits, eventsOf, type Level } from './settings.ts'

const agentOf = (name: string) => {
  const found = agents.find((agent) => agent.name === name)
  if (found === undefined) throw new Error(`no agent ${name}`)
  return found
}
const connection = (name: string, level: Level, command: string): Connection => ({
  agent: agentOf(name),
  level,
  root: '/w',
  file: '/w/settings.json',
  program: { command, portable: true, why: '' },
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
      for (const command of Object.values(
        commandsFor(connection(name, level, `hookline run --host ${name}`), required),
      ))
        expect(callsHookline({ command: JSON.parse(command) })).toBe(true)
})

/** Runs a written command as the agent does. `answer` is what stands in for `hookline run …`. */
function shell(one: Omit<Connection, 'program'>, event: string, answer: string, required?: boolean) {
  const command = commandAt({ ...one, program: { command: answer, portable: true, why: '' } }, event, required)
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], { input: '{}', encoding: 'utf8' })
  return { status, stdout, stderr }
}
const broken: readonly (readonly [string, string])[] = [
  ['no program', '/nowhere/hookline run'],
  ['a file that is not executable', '/etc/hostname run'],
  ['a damaged install', "sh -c 'echo SyntaxError >&2; exit 1' hookline run"],
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
      expect(stderr).toContain('npm i -g hookline')
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
  expect(stderr).toMatch(/To repair it: npm i -g hookline.*To remove it: npx hookline disconnect/)
  const { stdout } = shell(ownCursor, 'beforeShellExecution', answer)
  expect(JSON.parse(stdout)).toMatchObject({
    permission: 'deny',
    user_message: expect.stringContaining('To repair it'),
  })
  expect(JSON.parse(stdout).agent_message).not.toContain('disconnect')
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
