/** Plans the entries in an agent's settings that call Hookline: one for every event that the agent has. */

import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Entry, type HooksChange, orElse, orElseInBoth, orElseInPowerShell } from '@hookline/core/node'
import { eventNames, eventRows, type JsonObject } from '@hookline/core/protocol'
import { type Agent, type AgentCall, agents, type WholeFile } from '../agents.ts'
import type { Io } from '../io.ts'
import { findProgram, searchPath } from '../machine/programs.ts'
import { quotedForPosix } from '../text/plain.ts'
import { calledFor, connectionsOf, firedBy, isWholeCall } from './connections.ts'
import { findLauncher, usesLauncher } from './launcher.ts'

/** `user` is for every workspace of this person; `project` is for everyone who has the workspace. */
export type Level = 'project' | 'user'

export interface Connection {
  /** The agent whose settings are written. */
  readonly agent: Agent
  /** The agent that is connected with them. */
  readonly reader: Agent
  readonly level: Level
  readonly root: string
  readonly file: string
  readonly program: HooklineProgram
  readonly system: NodeJS.Platform
}

/** The agent whose settings files `connect` writes: usually the agent itself. */
export const writerOf = (agent: Agent): Agent => agents.find(({ name }) => name === agent.settings?.as) ?? agent

/** A path that exists only on this machine goes into the settings file that is not shared, if the agent has one. */
export function connectionFor(
  reader: Agent,
  level: Level,
  root: string,
  env: Io['env'],
  system: NodeJS.Platform = process.platform,
): Connection {
  const agent = writerOf(reader)
  const program = findHookline(agent, level, root, env, system)
  const { shared = '', own = shared, user = shared } = agent.settings ?? {}
  const file = level === 'user' ? user : program.portable ? shared : own
  return { agent, reader, level, root, file: join(root, file), program, system }
}

/** The files in which `connect` writes calls at this level, relative to the root. */
export function settingsFiles(agent: Agent, level: Level): readonly string[] {
  const { settings } = writerOf(agent)
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

const isRefusing = ({ command = '' }: Entry): boolean => command.includes(requires)

interface CallParts {
  readonly command: string
  /** The same for the other systems: what a colleague wrote there stays. */
  readonly elsewhere?: string
  readonly more: JsonObject
  /** What people read if the agent refuses because Hookline is missing. */
  readonly refusal?: string
}

function updateOf({ command, args, origin, text = '{}' }: Entry, want: CallParts): readonly HooksChange[] {
  const written = JSON.parse(text) as JsonObject // The reader made this text from an object.
  const values = {
    // With `args` the command does not go through a shell, so it is left as it is.
    ...(args !== undefined || command === want.command || command === want.elsewhere ? {} : { command: want.command }),
    ...Object.fromEntries(Object.entries(want.more).filter(([key]) => written[key] === undefined)),
  }
  const { line = 1, column = 1 } = origin
  return Object.keys(values).length === 0 ? [] : [{ kind: 'set', at: { line, column }, values }]
}

/** The longest time that any agent waits, in seconds. A hook that is added later may need it, and each has a timeout of its own. */
const longest = 600

/** The call for one event, with what the agent does at that event if Hookline is missing. */
function callParts({ agent, level, program, system }: Connection, event: string, isRequired: boolean): CallParts {
  const ours = eventNames.filter((name) => calledFor(agent, name, true).includes(event))
  const isGate = ours.some((name) => eventRows[name].gate.kind !== 'none')
  const refuses = isGate && (level === 'user' || isRequired)
  const limit = agent.settings?.limit?.(longest, event) ?? { timeout: longest }
  const more = { ...limit, ...(refuses ? agent.settings?.strict?.keys : {}) }
  const sentences = sentencesFor(program)
  const refusal = refuses ? { refusal: level === 'user' ? sentences.user : sentences.required } : {}
  return {
    ...callText(`${program.command} --from ${level}`, { agent, level, program, system }, event, refuses),
    more,
    ...refusal,
  }
}

/** The call with its suffix, in the language of the shell that runs it. */
function callText(
  call: string,
  { agent, level, program, system }: Pick<Connection, 'agent' | 'level' | 'program' | 'system'>,
  event: string,
  refuses: boolean,
): Pick<CallParts, 'command' | 'elsewhere'> {
  const shell = agent.settings?.shellOnWindows
  const sentences = sentencesFor(program)
  const inPosix = suffixFor(agent, level, event, refuses, sentences, orElse)
  // No suffix is better than one that the shell cannot read.
  if (shell === undefined) return { command: system === 'win32' ? call : `${call}${inPosix}` }
  if (shell === 'posix') return { command: `${call}${inPosix}` }
  const inPowerShell = suffixFor(agent, level, event, refuses, sentences, orElseInPowerShell)
  // A command with the paths of this machine works on this machine alone.
  if (!(level === 'project' && program.portable))
    return { command: `${call}${system === 'win32' ? inPowerShell : inPosix}` }
  const inBoth = orElseInBoth(inPowerShell, inPosix)
  return system === 'win32'
    ? { command: `${call}${inBoth}` }
    : { command: `${call}${inPosix}`, elsewhere: `${call}${inBoth}` }
}

const requires = 'This project requires Hookline, which cannot run here, so this is refused.'
/** What people read if Hookline is missing, its Node is too old, or its files are damaged, with the command that installs this copy. */
const sentencesFor = ({ install }: Pick<HooklineProgram, 'install'>) => ({
  goesOn: `Hookline cannot run here, so nothing guards this project. To install it: ${install}`,
  required: `${requires} To install it: ${install}`,
  // The entry has the path of the old copy, so a new one has to be connected.
  user: `Hookline cannot run, so this is refused. To repair it: ${install}, then run: hookline connect. To remove it: delete the entries that call Hookline from the settings of this agent`,
  forModel: 'Hookline cannot run, so this is refused. Ask the person to repair it.',
})

/** Exit code 2 would make an agent continue without end at some observing events, so only gates refuse. */
function suffixFor(
  agent: Agent,
  level: Level,
  event: string,
  refuses: boolean,
  sentences: ReturnType<typeof sentencesFor>,
  { refuse, goOn, reply }: Readonly<Record<keyof typeof orElse, (text: string) => string>>,
): string {
  const { settings, dialect } = agent
  const says = level === 'user' ? sentences.user : sentences.required
  const byExit = settings?.strict?.by === 'exit' || settings?.strict?.exitAt?.has(event) === true
  if (refuses && byExit) return refuse(says)
  if (refuses && dialect !== undefined) return reply(JSON.stringify(dialect.refuse(says, sentences.forModel)))
  if (level === 'user') return ''
  // Once for each session in the agent's own channel, and otherwise on stderr: a message at every action would be too many.
  const begins = eventNames.some((name) => eventRows[name].session === 'begins' && firedBy(agent, name).includes(event))
  return begins && settings !== undefined && dialect?.print === undefined
    ? reply(JSON.stringify(settings.notice(sentences.goesOn)))
    : goOn(sentences.goesOn)
}

/** How an agent starts `hookline`: by a name that works on every machine, or else by the path of this copy. */
interface HooklineProgram {
  readonly command: string
  /** Works on other machines too, so it may be in a shared file. */
  readonly portable: boolean
  readonly why: string
  /** What brings the copy back: a command, or where to read. */
  readonly install: string
}

/** Not a name of a package: an entry stays for years, and a person who registers the name in a registry could then run code on this machine. */
const globalInstall = 'see docs/install.md of Hookline'

function findHookline(
  { name, settings }: Agent,
  level: Level,
  root: string,
  env: Io['env'],
  system: NodeJS.Platform,
): HooklineProgram {
  const run = `run --host ${name} --installed`
  const local = 'node_modules/.bin/hookline'
  if (level === 'project' && existsSync(join(root, local))) {
    const from = settings?.root === undefined ? '' : `"$${settings.root}"/`
    // PowerShell would open a file without an extension with another program. Every shell starts node.
    const program = system === 'win32' ? `node ${from}${localScript(root)}` : `${from}${local}`
    return { command: `${program} ${run}`, portable: true, why: "the workspace's own hookline", install: 'npm install' }
  }
  // npx and npm scripts add directories to the PATH for one run, which an agent does not have.
  const path = searchPath(env).filter((one) => !/node_modules[\\/]\.bin[\\/]?$/.test(one))
  if (level === 'project' && findProgram('hookline', path) !== undefined)
    return {
      command: `hookline ${run}`,
      portable: true,
      why: 'the hookline on the PATH of the agent',
      install: globalInstall,
    }
  const [node, script] = [process.execPath, ownScript()]
  const launcher = usesLauncher(env, system) ? findLauncher(script) : undefined
  const inPowerShell = system === 'win32' && settings?.shellOnWindows === 'powershell'
  return {
    command: inPowerShell
      ? callInPowerShell(run, node, script, launcher)
      : callInPosix(run, node, script, launcher, system),
    portable: false,
    why: 'this copy of hookline by its path',
    install: globalInstall,
  }
}

function callInPosix(
  run: string,
  node: string,
  script: string,
  launcher: string | undefined,
  system: NodeJS.Platform,
): string {
  if (launcher === undefined) return `${quotedForPosix(node)} ${quotedForPosix(script)} ${run}`
  // An agent on Windows may have another shell for the same command, and no shell but this one sets a variable so.
  if (system === 'win32') return `${quotedForPosix(launcher)} ${run} --node ${quotedForPosix(node)}`
  return `HOOKLINE_NODE=${quotedForPosix(node)} ${quotedForPosix(launcher)} ${run}`
}

function callInPowerShell(run: string, node: string, script: string, launcher: string | undefined): string {
  if (launcher === undefined) return `& ${inPowerShellQuotes(node)} ${inPowerShellQuotes(script)} ${run}`
  return `& ${inPowerShellQuotes(launcher)} ${run} --node ${inPowerShellQuotes(node)}`
}

const inPowerShellQuotes = (path: string): string => `'${path.replaceAll("'", "''")}'`

/** What the link in `.bin` of a workspace starts. */
function localScript(root: string): string {
  const names = ['hookline.cjs', 'hookline.mjs']
  const name = names.find((one) => existsSync(join(root, 'node_modules/hookline/bin', one))) ?? 'hookline.cjs'
  return `node_modules/hookline/bin/${name}`
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
