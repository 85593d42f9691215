/** Finds an agent's settings files that cannot be used as they are. `connect` never writes to such a file. */
import { join } from 'node:path'
import { editHooksFile, type HooksChange, sourceSetup } from '@hookline/core/node'
import type { Agent } from '../agents.ts'
import type { Io } from '../io.ts'
import { shownPath } from '../paths.ts'
import { oneLine } from '../text/plain.ts'
import { movedSettings } from './connections.ts'
import { mentionsCall, readSettingsFile } from './read-settings.ts'
import { eventsOf, type Level, markEdits, settingsFiles, writerOf } from './settings.ts'

export interface SettingsFault {
  readonly level: Level
  readonly file: string
  /** Absent if the file cannot be read at all. */
  readonly at?: { readonly line: number; readonly column: number }
  readonly message: string
  /** What to do about it, as a sentence. */
  readonly hint: string
  /** Whether its text calls Hookline, which is all that can be known about a broken file. */
  readonly mentionsCall: boolean
}

export interface SettingsRoots {
  readonly root: string
  readonly home: string
  readonly env: Io['env']
}

/** Of every file in which `connect` writes calls for this agent, at both levels. */
export function settingsFaults(agent: Agent, { root, home, env }: SettingsRoots): readonly SettingsFault[] {
  const user = movedSettings(agent, env) === undefined ? [{ level: 'user', base: home } as const] : []
  const project = root === home ? [] : [{ level: 'project', base: root } as const]
  return [...user, ...project].flatMap(({ level, base }) =>
    settingsFiles(agent, level).flatMap((name) => faultOf(writerOf(agent), level, join(base, name))),
  )
}

function faultOf(agent: Agent, level: Level, file: string): readonly SettingsFault[] {
  const found = sourceSetup().files.read(file)
  if (found.kind === 'missing') return []
  const base = { level, file }
  if (found.kind === 'unreadable') return [{ ...base, message: found.message, hint: found.hint, mentionsCall: false }]
  const { text } = found
  // `connect` writes a file that is Hookline's as a whole again, and an empty one like a new one.
  if (agent.settings?.wholeFiles !== undefined || text.trim() === '') return []
  const edited = editHooksFile(text, trialEdits(agent, level))
  if (edited.kind === 'fault') {
    const { at, message, hint } = edited
    return [{ ...base, at, message, hint, mentionsCall: mentionsCall(text) }]
  }
  return strictFault(agent, base, text)
}

/** Edits that are not written: they fail where those of `connect` would. */
function trialEdits(agent: Agent, level: Level): readonly HooksChange[] {
  const bare = agent.format?.bare === true ? ({ bare: true } as const) : {}
  return [
    ...eventsOf(agent).map((event): HooksChange => ({ kind: 'add', event, entry: {}, ...bare })),
    ...markEdits({ agent, level }, true),
  ]
}

/** What this agent alone refuses, such as comments. */
function strictFault(
  { settings }: Agent,
  base: Pick<SettingsFault, 'level' | 'file'>,
  text: string,
): readonly SettingsFault[] {
  const fault =
    settings?.pitfalls === undefined ? undefined : readSettingsFile(base.file, false, settings.pitfalls)[0]?.fault
  if (fault === undefined) return []
  const { line, column, message } = fault
  return [{ ...base, at: { line, column }, message, hint: 'Change it there.', mentionsCall: mentionsCall(text) }]
}

/** `~/.x/settings.json:3:5 cannot be used: a comma is missing before this` */
export function faultText({ file, at, message }: SettingsFault, cwd: string): string {
  const position = at === undefined ? '' : `:${at.line}:${at.column}`
  return oneLine(`${shownPath(file, cwd)}${position} cannot be used: ${message}`)
}

/** What to do about it, and then. */
export const fixFirst = (command: string): string => `fix the file, then run: ${command}`
