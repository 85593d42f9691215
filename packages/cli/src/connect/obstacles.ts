/** Finds reasons why configured hooks do not guard an agent: the agent does not call them, or they cannot run. */
import { callsHookline, type Entry, type Problem } from '@hookline/core/node'
import type { Agent, Pitfalls } from '../agents.ts'
import { quoted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import { connectedEvents, connectionsOf, isConnected, isWholeCall } from './connections.ts'
import { missingPrograms } from './missing-program.ts'
import { readSettings, type SettingsFile } from './read-settings.ts'
import { reviewObstacles } from './review.ts'
import { type SettingsRoots, settingsFaults } from './settings-faults.ts'
import { switchObstacles } from './switches.ts'
import { unusableFiles } from './unusable-files.ts'

export interface Obstacle {
  readonly says: string
  /** What to do about it. */
  readonly next: string
  /** Other hooks still guard, or the same ones at other actions. */
  readonly part?: true
  /** It is the last step of connecting, which only the person can take, in the agent. */
  readonly isStep?: true
  /** Gates that deny everything until it is fixed. */
  readonly refuses?: readonly string[]
}

export function guardText({ part, refuses = [] }: Obstacle): string {
  if (refuses.length > 0) return `everything is denied at ${refuses.join(', ')}`
  return part === true ? 'only some actions are guarded' : 'nothing guards here'
}
export const obstacleText = (obstacle: Obstacle): string => `${guardText(obstacle)}: ${obstacle.says}`

/** An obstacle that stops everything comes before one that stops only a part. */
export const worstObstacle = (obstacles: readonly Obstacle[]): Obstacle | undefined =>
  obstacles.find(({ part }) => part !== true) ?? obstacles[0]

export interface Surroundings extends SettingsRoots {
  readonly entries: readonly Entry[]
  readonly problems: readonly Problem[]
  readonly files: readonly { readonly source: string; readonly path: string }[]
}

/** Why this agent does not call Hookline. `managed` is the directory of the agent's settings from the organisation. */
export function agentObstacles(
  agent: Agent,
  around: Surroundings,
  managed = agent.settings?.pitfalls?.managed[process.platform],
): readonly Obstacle[] {
  const pitfalls = agent.settings?.pitfalls
  const partial = [
    ...switchObstacles(agent, around.entries, around),
    ...reviewObstacles(agent, around.entries),
    ...callsWithArgs(agent, around.entries),
    ...partialCalls(agent, around.entries),
    ...missingPrograms(agent, around.entries),
  ]
  if (pitfalls === undefined) return [...brokenFiles(agent, around), ...partial]
  const files = readSettings(pitfalls, around.files, managed)
  // Without a hook or a call of Hookline there is no obstacle.
  if (around.entries.length === 0 && !files.some(({ mentionsCall }) => mentionsCall)) return []
  return [...switchedOff(pitfalls, files), ...files.flatMap((file) => droppedFile(agent, file, around)), ...partial]
}

/** Why this call of Hookline does not guard: something stops every call of the agent, or the entry itself is limited. */
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

/** A file that cannot be used matters if it contains the call of Hookline. */
const brokenFiles = (agent: Agent, around: Surroundings): readonly Obstacle[] =>
  settingsFaults(agent, around)
    .filter(({ mentionsCall }) => mentionsCall)
    .map(({ file, at, message, hint }) => ({
      says: `${oneLine(file)} calls Hookline, but cannot be used. ${positionText(at)}: ${oneLine(message)}`,
      next: hint,
      ...partBeside(agent, file, around),
    }))

const positionText = ({ line, column }: { line: number; column: number } = { line: 1, column: 1 }): string =>
  `Line ${line}, column ${column}`

/** Other files of the agent may call Hookline too. */
const partBeside = (agent: Agent, path: string, { entries }: Surroundings): Pick<Obstacle, 'part'> =>
  connectedEvents(
    agent,
    entries.filter(({ origin }) => origin.file !== path),
  ).size === 0
    ? {}
    : { part: true }

/** The same for an agent whose own rules for the file are known. */
function droppedFile(agent: Agent, { path, fault, mentionsCall }: SettingsFile, around: Surroundings) {
  const bad = around.problems.find(
    ({ file, code, severity }) => file === path && severity === 'error' && dropping.has(code),
  )
  const why = fault ?? bad
  if (why === undefined || !mentionsCall) return []
  const says = `${agent.title} ignores ${oneLine(path)}, which calls Hookline. ${positionText(why)}: ${oneLine(why.message)}`
  return [{ says, next: `hookline check ${quoted(oneLine(path))}`, ...partBeside(agent, path, around) }]
}

/** One such entry makes some versions of Claude Code ignore the whole file. */
const dropping = new Set([
  'not-an-entry',
  'unknown-type',
  'missing-command',
  'missing-prompt',
  'wrong-type',
  'bad-timeout',
])

/** With `args` the agent starts the command as a program, without a shell, and no program has a whole command line as its name. */
function callsWithArgs(agent: Agent, entries: readonly Entry[]): readonly Obstacle[] {
  const connected = connectedEvents(agent, entries)
  const bare = entries.flatMap((entry) => {
    const { args, ...rest } = entry
    return args === undefined || callsHookline(entry) || isConnected(agent, entry.event, connected) ? [] : [rest]
  })
  return connectionsOf(agent, bare).map(({ origin }) => ({
    says: `the entry at ${oneLine(origin.file ?? '')}:${origin.line ?? 1} has "args", so ${agent.title} takes the whole command for the name of a program and cannot start it`,
    next: 'remove "args" from the entry',
    ...(connected.size === 0 ? {} : { part: true }),
  }))
}

/** Calls that miss some actions, at events for which no other entry calls Hookline. */
function partialCalls(agent: Agent, entries: readonly Entry[], of = entries): readonly Obstacle[] {
  const connected = connectedEvents(agent, entries)
  return connectionsOf(agent, of)
    .filter((entry) => !isWholeCall(entry) && !isConnected(agent, entry.event, connected))
    .map(({ origin, matcher = '' }) => {
      const where = `${oneLine(origin.file ?? '')}:${origin.line ?? 1}`
      const how = matcher === '' ? 'only for some actions, or without waiting' : `only for ${oneLine(matcher)}`
      return {
        says: `the entry at ${where} calls Hookline ${how}, so other actions are not guarded`,
        next: 'hookline connect, or remove "matcher", "if", "once" and "async" from the entry',
        part: true,
      }
    })
}

/** Hook files that cannot be used. Agents' settings are handled above. */
export function fileObstacles({ problems, entries }: Pick<Surroundings, 'problems' | 'entries'>): readonly Obstacle[] {
  const others = entries.some((entry) => entry.held === undefined && !callsHookline(entry))
  return unusableFiles(problems).map(({ file, line, message }) => ({
    says: `no hook of ${oneLine(file)} runs. Line ${line}: ${oneLine(message)}`,
    next: `hookline check ${quoted(oneLine(file))}`,
    ...(others ? { part: true } : {}),
    refuses: closedGates(entries.filter(({ origin }) => origin.file === file)),
  }))
}

/** The gates that these entries close, because their file is damaged. */
export const closedGates = (entries: readonly Entry[]): readonly string[] => [
  ...new Set(entries.filter(({ broken }) => broken !== undefined).map(({ event }) => event)),
]
