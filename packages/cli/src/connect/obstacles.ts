/** Why hooks do not guard what an agent does here, although their files are there: it does not call them, or they cannot run. */
import { callsHookline, type Entry, type Problem } from '@hookline/core/node'
import type { Agent, Pitfalls } from '../agents.ts'
import { quoted } from '../entry-text.ts'
import { oneLine } from '../plain.ts'
import { connectedEvents, connectionsOf, isConnected, isWholeCall } from './connections.ts'
import { readSettings, type SettingsFile } from './read-settings.ts'

export interface Obstacle {
  readonly says: string
  /** What to do about it. */
  readonly next: string
  /** Other hooks, or the same at other acts, still guard. */
  readonly part?: true
  /** Gates that refuse everything until it is repaired. */
  readonly refuses?: readonly string[]
}

export function guardText({ part, refuses = [] }: Obstacle): string {
  if (refuses.length > 0) return `everything is refused at ${refuses.join(', ')}`
  return part === true ? 'guards only in part' : 'nothing guards here'
}
export const obstacleText = (obstacle: Obstacle): string => `${guardText(obstacle)}: ${obstacle.says}`

/** The one that weighs most: what stops everything goes before what stops a part. */
export const worstObstacle = (obstacles: readonly Obstacle[]): Obstacle | undefined =>
  obstacles.find(({ part }) => part !== true) ?? obstacles[0]

export interface Surroundings {
  readonly entries: readonly Entry[]
  readonly problems: readonly Problem[]
  readonly files: readonly { readonly source: string; readonly path: string }[]
}

/** Why this agent does not call Hookline. `managed`: where the organisation keeps the agent's settings. */
export function agentObstacles(
  agent: Agent,
  around: Surroundings,
  managed = agent.settings?.pitfalls?.managed[process.platform],
): readonly Obstacle[] {
  const pitfalls = agent.settings?.pitfalls
  const partial = [...callsWithArgs(agent, around.entries), ...partialCalls(agent, around.entries)]
  if (pitfalls === undefined) return partial
  const files = readSettings(pitfalls, around.files, managed)
  // Without a hook or a call of Hookline there is nothing to miss.
  if (around.entries.length === 0 && !files.some(({ mentionsCall }) => mentionsCall)) return []
  return [...switchedOff(pitfalls, files), ...files.flatMap((file) => droppedFile(agent, file, around)), ...partial]
}

/** Why this one call of Hookline does not guard: what stops every call of the agent, else what narrows this entry. */
export const callObstacle = (agent: Agent, entry: Entry, around: Surroundings): Obstacle | undefined =>
  agentObstacles(agent, around).find(({ part }) => part !== true) ?? partialCalls(agent, around.entries, [entry])[0]

/** The first file that has the key decides: measured on Claude Code 2.1.197 and 2.1.325 (workspaces.agents.ts). */
function switchedOff({ switches }: Pitfalls, files: readonly SettingsFile[]): readonly Obstacle[] {
  return switches.flatMap(({ key, managed, says }) => {
    const file = files.find((one) => (managed !== true || one.managed) && one.value?.[key] !== undefined)
    const value = file?.value?.[key]
    const isOn = value === true || (Array.isArray(value) && value.includes('hooks'))
    if (file === undefined || !isOn) return []
    const path = oneLine(file.path)
    return [{ says: `"${key}" in ${path}:${file.lineOf(key)} ${says}`, next: `remove "${key}" from ${path}` }]
  })
}

/** A file that the agent drops matters when its call of Hookline stands there. */
function droppedFile(agent: Agent, { path, fault, mentionsCall }: SettingsFile, around: Surroundings) {
  const bad = around.problems.find(
    ({ file, code, severity }) => file === path && severity === 'error' && dropping.has(code),
  )
  const why = fault ?? bad
  if (why === undefined || !mentionsCall) return []
  const says = `${agent.title} drops ${oneLine(path)}, which should call Hookline. Line ${why.line}: ${oneLine(why.message)}`
  return [{ says, next: `hookline check ${quoted(oneLine(path))}` }]
}

/** One such entry makes some versions of Claude Code drop the whole file. */
const dropping = new Set([
  'not-an-entry',
  'unknown-type',
  'missing-command',
  'missing-prompt',
  'wrong-type',
  'bad-timeout',
])

/** With `args` the agent starts the command as a program, without a shell: a whole call is the name of no program. */
function callsWithArgs(agent: Agent, entries: readonly Entry[]): readonly Obstacle[] {
  const connected = connectedEvents(agent, entries)
  const bare = entries.flatMap((entry) => {
    const { args, ...rest } = entry
    return args === undefined || callsHookline(entry) || isConnected(agent, entry.event, connected) ? [] : [rest]
  })
  return connectionsOf(agent, bare).map(({ origin }) => ({
    says: `the entry at ${oneLine(origin.file ?? '')}:${origin.line ?? 1} has "args", so ${agent.title} takes its whole command for the name of a program, which does not start`,
    next: 'remove "args" there',
    ...(connected.size === 0 ? {} : { part: true }),
  }))
}

/** Calls that pass over some acts, at events for which no other entry calls. */
function partialCalls(agent: Agent, entries: readonly Entry[], of = entries): readonly Obstacle[] {
  const connected = connectedEvents(agent, entries)
  return connectionsOf(agent, of)
    .filter((entry) => !isWholeCall(entry) && !isConnected(agent, entry.event, connected))
    .map(({ origin, matcher = '' }) => {
      const where = `${oneLine(origin.file ?? '')}:${origin.line ?? 1}`
      const how = matcher === '' ? 'for some acts only, or without waiting' : `for ${oneLine(matcher)} only`
      return {
        says: `the entry at ${where} calls Hookline ${how}; other acts pass by`,
        next: 'hookline init, or remove "matcher", "if", "once" and "async" there',
        part: true,
      }
    })
}

/** The reader drops the whole file for these. */
const unusable = new Set([
  'file-unreadable',
  'not-a-file',
  'too-large',
  'encoding',
  'syntax',
  'too-deep',
  'not-an-object',
  'bad-version',
])

/** Hook files of ours that cannot be used. A broken managed file refuses instead, and an agent's settings are the agent's. */
export function fileObstacles({ problems, entries }: Pick<Surroundings, 'problems' | 'entries'>): readonly Obstacle[] {
  const others = entries.some((entry) => entry.held === undefined && !callsHookline(entry))
  return problems
    .filter(({ code, source, severity }) => severity === 'error' && unusable.has(code) && ofPerson.has(source))
    .map(({ file, line, message }) => ({
      says: `no hook of ${oneLine(file)} runs. Line ${line}: ${oneLine(message)}`,
      next: `hookline check ${quoted(oneLine(file))}`,
      ...(others ? { part: true } : {}),
      refuses: refusedAt(entries.filter(({ origin }) => origin.file === file)),
    }))
}

/** The gates that these entries keep closed, because what they were read from is damaged. */
export const refusedAt = (entries: readonly Entry[]): readonly string[] => [
  ...new Set(entries.filter(({ broken }) => broken !== undefined).map(({ event }) => event)),
]

const ofPerson = new Set(['user', 'project'])
