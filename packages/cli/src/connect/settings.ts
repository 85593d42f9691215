/** Plans the entries in an agent's settings that call Hookline: one for every event that the agent has. */

import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Entry, type HooksChange, orElse } from '@hookline/core/node'
import { eventNames, eventRows, type JsonObject } from '@hookline/core/protocol'
import type { Agent, AgentCall, WholeFile } from '../agents.ts'
import { quoted } from '../entry-text.ts'
import type { Io } from '../io.ts'
import { findProgram } from '../programs.ts'
import { calledFor, connectionsOf, firedBy, isWholeCall } from './connections.ts'
import { findLauncher } from './launcher.ts'

/** `user` is for every workspace of this person; `project` is for everyone who has the workspace. */
export type Level = 'project' | 'user'

export interface Connection {
  readonly agent: Agent
  readonly level: Level
  readonly root: string
  readonly file: string
  readonly program: HooklineProgram
}

/** A path that exists only on this machine goes into the settings file that is not shared, if the agent has one. */
export function connectionFor(agent: Agent, level: Level, root: string, env: Io['env']): Connection {
  const program = findHookline(agent, level, root, env)
  const { shared = '', own = shared, user = shared } = agent.settings ?? {}
  const file = level === 'user' ? user : program.portable ? shared : own
  return { agent, level, root, file: join(root, file), program }
}

/** The files in which `connect` writes calls at this level, relative to the root. */
export function settingsFiles({ settings }: Agent, level: Level): readonly string[] {
  if (settings === undefined) return []
  const { shared, own = shared, user = shared, wholeFiles } = settings
  const whole = wholeFiles === undefined ? [] : Object.keys(wholeFiles([], level))
  return [...new Set([...whole, ...(level === 'user' ? [user] : [shared, own])])]
}

/** Every event of the agent that any hook can need, by the agent's own name. */
export const eventsOf = (agent: Agent): readonly string[] => [
  ...new Set(eventNames.flatMap((event) => calledFor(agent, event, true))),
]

/** The entries with which this file calls Hookline at every event of their kind. */
const callsIn = ({ agent, file, level, root }: Connection, entries: readonly Entry[]): readonly Entry[] => {
  const files =
    agent.settings?.wholeFiles === undefined ? [] : settingsFiles(agent, level).map((one) => join(root, one))
  return connectionsOf(agent, entries).filter(
    (entry) => [file, ...files].includes(entry.origin.file ?? '') && isWholeCall(entry),
  )
}

/** The agent's name of the event in whose list the entry is. */
const theirEvent = ({ events = {} }: Agent, { event, hostEvent }: Entry): string =>
  hostEvent ?? Object.keys(events).find((name) => events[name] === event) ?? event

/** The events at which this file does not call Hookline yet. */
function missingEvents(connection: Connection, entries: readonly Entry[]): readonly string[] {
  const there = new Set(callsIn(connection, entries).map((entry) => theirEvent(connection.agent, entry)))
  return eventsOf(connection.agent).filter((name) => !there.has(name))
}

/** Whether the file calls Hookline at every event of the agent. */
export const isComplete = (connection: Connection, entries: readonly Entry[]): boolean =>
  missingEvents(connection, entries).length === 0

/** The whole files that are Hookline's, with their calls, for agents that read every file of a directory. */
export function wholeFilesOf(connection: Connection, choices: CallChoices = {}): Readonly<Record<string, WholeFile>> {
  const { agent, level, program } = connection
  const calls = eventsOf(agent).map((event): AgentCall => {
    const { command, refusal } = callParts(connection, event, choices.required === true)
    return {
      event,
      command,
      program: `${program.command} --from ${level}`,
      ...(refusal === undefined ? {} : { refusal }),
    }
  })
  return agent.settings?.wholeFiles?.(calls, level) ?? {}
}

export interface CallChoices {
  /** The agent refuses if Hookline is missing. Absent in a workspace: as the entries there say already, otherwise it goes on. */
  readonly required?: boolean | undefined
}

/** `entries` are those of every source. Entries of earlier versions are updated, and keys that were set by hand stay. */
export function callEdits(
  connection: Connection,
  entries: readonly Entry[],
  choices: CallChoices = {},
): readonly HooksChange[] {
  const { agent } = connection
  const there = callsIn(connection, entries)
  const isRequired = choices.required ?? (connection.level === 'project' && there.some(isRefusing))
  const wanted = (event: string) => callParts(connection, event, isRequired)
  // From the last to the first, so that an edit does not move the positions of the next ones.
  const updates = there
    .toSorted(({ origin: a }, { origin: b }) => (b.line ?? 0) - (a.line ?? 0) || (b.column ?? 0) - (a.column ?? 0))
    .flatMap((entry) => updateOf(entry, wanted(theirEvent(agent, entry))))
  const added = missingEvents(connection, entries).map((event): HooksChange => {
    const { command, more } = wanted(event)
    const entry = agent.settings?.entry(command, more) ?? {}
    return { kind: 'add', event, entry, ...(agent.format?.bare === true ? { bare: true } : {}) }
  })
  return [...updates, ...added, ...markEdits(connection, true)]
}

/** The variable by which the workspace's calls know that the agent has read the user's settings. */
export const markEdits = (
  { agent, level }: Pick<Connection, 'agent' | 'level'>,
  isSet: boolean,
): readonly HooksChange[] => {
  const { mark } = agent.settings ?? {}
  if (mark === undefined || level !== 'user') return []
  return [{ kind: 'variable', name: mark.name, value: isSet ? mark.value : undefined }]
}

const isRefusing = ({ command = '' }: Entry): boolean => command.includes(sentences.required)

interface CallParts {
  readonly command: string
  readonly more: JsonObject
  /** What people read if the agent refuses because Hookline is missing. */
  readonly refusal?: string
}

function updateOf({ command, args, origin, text = '{}' }: Entry, want: CallParts): readonly HooksChange[] {
  const written = JSON.parse(text) as JsonObject // The reader made this text from an object.
  const values = {
    // With `args` the command does not go through a shell, so it is left as it is.
    ...(args !== undefined || command === want.command ? {} : { command: want.command }),
    ...Object.fromEntries(Object.entries(want.more).filter(([key]) => written[key] === undefined)),
  }
  const { line = 1, column = 1 } = origin
  return Object.keys(values).length === 0 ? [] : [{ kind: 'set', at: { line, column }, values }]
}

/** The longest time that any agent waits, in seconds. A hook that is added later may need it, and each has a timeout of its own. */
const longest = 600

/** The call for one event, with what the agent does at that event if Hookline is missing. */
function callParts({ agent, level, program }: Connection, event: string, isRequired: boolean): CallParts {
  const ours = eventNames.filter((name) => calledFor(agent, name, true).includes(event))
  const isGate = ours.some((name) => eventRows[name].gate.kind !== 'none')
  const refuses = isGate && (level === 'user' || isRequired)
  const limit = agent.settings?.limit?.(longest, event) ?? { timeout: longest }
  const more = { ...limit, ...(refuses ? agent.settings?.strict?.keys : {}) }
  const suffix = process.platform === 'win32' ? '' : suffixFor(agent, level, event, refuses)
  const refusal = refuses ? { refusal: level === 'user' ? sentences.user : sentences.required } : {}
  return { command: `${program.command} --from ${level}${suffix}`, more, ...refusal }
}

const install = 'npm i -g hookline'
/** What people read if Hookline is missing, its Node is too old, or its files are damaged. */
const sentences = {
  goesOn: `Hookline cannot run here, so nothing guards this project. To install it: ${install}`,
  required: `This project requires Hookline, which cannot run here, so this is refused. To install it: ${install}`,
  user: `Hookline cannot run, so this is refused. To repair it: ${install}. To remove it: npx hookline disconnect`,
  forModel: 'Hookline cannot run, so this is refused. Ask the person to repair it.',
} as const

/** Exit code 2 would make an agent continue without end at some observing events, so only gates refuse. */
function suffixFor(agent: Agent, level: Level, event: string, refuses: boolean): string {
  const { settings, dialect } = agent
  const says = level === 'user' ? sentences.user : sentences.required
  if (refuses && settings?.strict?.by === 'exit') return orElse.refuse(says)
  if (refuses && dialect !== undefined) return orElse.reply(JSON.stringify(dialect.refuse(says, sentences.forModel)))
  if (level === 'user') return ''
  // Once for each session in the agent's own channel, and otherwise on stderr: a message at every action would be too many.
  const begins = eventNames.some((name) => eventRows[name].session === 'begins' && firedBy(agent, name).includes(event))
  return begins && settings !== undefined && dialect?.print === undefined
    ? orElse.reply(JSON.stringify(settings.notice(sentences.goesOn)))
    : orElse.goOn(sentences.goesOn)
}

/** How an agent starts `hookline`: by a name that works on every machine, or else by the path of this copy. */
interface HooklineProgram {
  readonly command: string
  /** Works on other machines too, so it may be in a shared file. */
  readonly portable: boolean
  readonly why: string
}

function findHookline({ name, settings }: Agent, level: Level, root: string, env: Io['env']): HooklineProgram {
  const run = `run --host ${name} --installed`
  const local = join('node_modules', '.bin', 'hookline')
  if (level === 'project' && existsSync(join(root, local))) {
    const from = settings?.root === undefined ? '' : `"$${settings.root}"/`
    return { command: `${from}${local} ${run}`, portable: true, why: "the workspace's own hookline" }
  }
  // npx and npm scripts add directories to the PATH for one run, which an agent does not have.
  const path = (env.PATH ?? '').split(delimiter).filter((one) => !/node_modules[\\/]\.bin[\\/]?$/.test(one))
  if (level === 'project' && findProgram('hookline', path, ['']) !== undefined)
    return { command: `hookline ${run}`, portable: true, why: 'the hookline on the PATH of the agent' }
  const [node, script] = [process.execPath, ownScript()]
  const launcher = findLauncher(script)
  const program =
    launcher === undefined ? `${quoted(node)} ${quoted(script)}` : `HOOKLINE_NODE=${quoted(node)} ${quoted(launcher)}`
  return { command: `${program} ${run}`, portable: false, why: 'this copy of hookline by its path' }
}

/** The file that was started, with links followed, because npm may change the link on the PATH. */
function ownScript(): string {
  const [, started = ''] = process.argv
  try {
    return realpathSync(started)
  } catch {
    return started
  }
}
