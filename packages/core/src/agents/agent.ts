/** The row of an agent: everything Hookline knows about it. Shared code reads rows and never names an agent. */

import type { EntryType, SourceName } from '../flow.ts'
import type { Dialect, Platform } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import type { JsonObject } from '../schema.ts'
import type { Headless } from './headless.ts'

/**
 * A row has getters for what it imports from its own folder, so that a process makes only the tables of the agents it needs.
 * Shared code therefore asks with `in` whether a row has something.
 */
export interface Agent {
  /** The name that `--host`, entries, logs and `init --with connect-<name>` use. */
  readonly name: string
  /** The name that people read. */
  readonly title: string
  /** How it is known that the agent behaves as this row says. */
  readonly proved?: AgentProof
  /** Hookline uses the names and the hooks.json of this agent as its own. Exactly one row has it. */
  readonly usual?: true
  /** The files that decide which hooks it runs; config-guard protects them. */
  readonly files: AgentFiles
  /** Any of these paths in the home directory shows that the agent is used. */
  readonly inHome: readonly string[]
  /** Paths in the home directory that change, or whose entries change, whenever a person uses the agent. Absent: not known. */
  readonly usage?: readonly string[]
  /** Any of these paths in a workspace shows that the agent is used. */
  readonly inRoot: readonly string[]
  /** Paths in the home directory that hold its keys and tokens, where they are known. */
  readonly credentials?: readonly string[]
  /** Names inside those directories that Hookline itself writes, so they do not show that the agent is used. */
  readonly ours?: ReadonlySet<string>
  /** How its events, replies and exit codes are translated, and what it enforces (`dialect.agent`). Absent: `run --host` cannot answer it. */
  readonly dialect?: Dialect
  /** Maps its name of an event to Hookline's. */
  readonly events?: Readonly<Record<string, EventName>>
  /** Its events that have no counterpart in Hookline. */
  readonly otherEvents?: ReadonlySet<string>
  /** Its events that resemble one of Hookline's but are not translated. Messages suggest these. */
  readonly similarEvents?: Readonly<Record<string, EventName>>
  /** Keys of its entries that a hooks.json does not have, with Hookline's key or what to write instead. Neither: it decides nothing. */
  readonly keys?: Readonly<Record<string, AgentKey>>
  /** Its tools by its own names. */
  readonly tools?: Readonly<Record<string, AgentTool>>
  /** Fields of its payloads that differ from Hookline's, by Hookline's name of the event. */
  readonly fields?: AgentFields
  /** Its hooks reply with `hookSpecificOutput`, and `check` reads their replies in that form. */
  readonly nestedReply?: true
  /** The environment variables it sets for hooks, by purpose. */
  readonly variables?: AgentVariables
  /** The settings files from which Hookline reads its hooks, in order of priority. */
  readonly sources?: readonly AgentSource[]
  /** Its hook files that only the agent itself runs. Hookline reads them only to see where they call it. */
  readonly ownSources?: readonly AgentSource[]
  /** Further hook files that `hookline import` reads. In the name of a file, `*` stands for any text. */
  readonly importFiles?: readonly ImportFile[]
  /** Further files that may have hooks, in a form that `hookline import` does not read: it names them. `has` finds the hooks. */
  readonly unreadFiles?: readonly (ImportFile & { readonly has: RegExp })[]
  /** Reads all hooks of such a file, for `import`. Undefined: it is broken. Absent: the file has the format below, or that of a hooks.json. */
  readonly readHooks?: (text: string, file: string) => readonly WrittenHook[] | undefined
  /** Keys of its settings files that switch hooks off, beside `settings.pitfalls`. */
  readonly switches?: readonly HookSwitch[]
  /** Finds the calls of Hookline in such a file. Absent: the file has the format below. */
  readonly readCalls?: (text: string) => readonly WrittenCall[]
  /** How hooks are written in those files. Absent: as in a hooks.json. */
  readonly format?: GroupFormat
  /** The manifest of its plugins, relative to the plugin directory. */
  readonly plugin?: AgentPlugin
  /** The sources whose hooks it runs itself. Absent: Hookline cannot be connected to it yet. */
  readonly reads?: readonly SourceName[]
  /** How an entry that calls Hookline is written into its settings. */
  readonly settings?: AgentSettings
  /** How its processes are recognised, so that nothing that they start can approve a call. */
  readonly processes?: AgentProcesses
  /** How an installed version is recognised without starting it. */
  readonly program?: AgentProgram
  /** Programs on the PATH that show that the agent is installed, even if it was never started. */
  readonly commands?: readonly string[]
  /** How it is started without a person, to prove that it asks Hookline. Absent: it cannot be. */
  readonly headless?: () => Promise<Headless>
  /** Where the agent works. Absent: only on the command line. */
  readonly surfaces?: Readonly<Partial<Record<Surface, SurfaceRow>>>
  /** It runs commands of slash commands and skills without any hook, unless the key `off` of its settings is true. */
  readonly inline?: { readonly off: string; readonly directory: string }
}

/** Where an agent works: in an editor, on the command line, on a vendor's machine, as a subagent, or while completing text. */
export const surfaces = ['ide', 'cli', 'background', 'subagent', 'tab'] as const
export type Surface = (typeof surfaces)[number]

interface SurfaceRow {
  /** `project`: only the hooks of the workspace's own files run there, so a connection in the home directory does not count. */
  readonly hooks: 'all' | 'project' | 'none'
  /** The only events that happen there. They happen nowhere else. */
  readonly events?: readonly EventName[]
  /** What is not certain, for people. */
  readonly note?: string
}

export interface AgentKey {
  readonly ours?: string
  readonly instead?: string
}

export interface HookSwitch {
  /** The keys on the way to the value. */
  readonly key: readonly string[]
  /** The value with which no hook runs. `named`: a list of the names or commands of hooks that do not. */
  readonly off: boolean | 'named'
  /** The files with it, relative to the workspace or the home directory. The first that has the key decides. */
  readonly files: readonly Pick<AgentSource, 'level' | 'file'>[]
}

/** `program`: tests drive the real program. `documents`: only its documentation, its public code and reports were read. */
export interface AgentProof {
  readonly by: 'program' | 'documents'
  /** The versions of the program, or the documents with the month in which they were read. */
  readonly seen: readonly string[]
  /** What its documents leave open, or describe in different ways. */
  readonly open?: readonly string[]
}

export interface AgentFiles {
  /** The paths of its hooks in a workspace, and also in the home directory. */
  readonly hookFiles: readonly string[]
  /** Patterns of other files and directories that determine what it runs or may do. */
  readonly settings: readonly string[]
  /** Its directories: deleting or moving one removes the hook files inside. */
  readonly directories: readonly string[]
  /** The directory of the organisation's settings. */
  readonly managed?: Readonly<Partial<Record<Platform['system'], string>>>
  /** Variables that it sets for the commands it runs, and that a person's own terminal does not have. */
  readonly shellVariables: readonly string[]
}

export interface AgentTool {
  /** Hookline's name for the same tool. Absent: Hookline has no such tool. */
  readonly ours?: string
  /** A call of this tool is translated to Hookline's tool, but never the other way. */
  readonly oneWay?: true
  /** Only older versions have it, so a matcher that names it matches nothing today. */
  readonly older?: true
  /** Wrong names that people write for it, in lower case. */
  readonly mistaken?: readonly string[]
  /** Maps Hookline's names of arguments to its own, where they differ. */
  readonly spelled?: Readonly<Record<string, string>>
  /** Maps its names of arguments to those that hooks get, in both directions. */
  readonly given?: Readonly<Record<string, string>>
  /** Arguments of Hookline's tool that it does not have. */
  readonly hidden?: readonly string[]
}

export interface AgentFields {
  /** Fields that every payload has. */
  readonly common: ReadonlySet<string>
  /** The field with the name of the event. Default: `hook_event_name`. */
  readonly event?: string
  readonly events: Readonly<Partial<Record<EventName, ReadonlySet<string>>>>
  /** The fields of objects in a payload that hold what the event is about. */
  readonly inside?: Readonly<Record<string, ReadonlySet<string>>>
}

/** The name of the variable for each purpose. A variable that the agent does not set is absent. */
export interface AgentVariables {
  /** All its variables begin with this. */
  readonly prefix: string
  /** All variables that it sets, for `check`, which reports others with the same prefix. */
  readonly known?: RegExp
  readonly project?: string
  readonly version?: string
  readonly userEmail?: string
  readonly transcript?: string
  readonly remote?: string
  readonly pluginRoot?: string
  readonly pluginData?: string
  /** Names a file to which a hook appends variables for the session. */
  readonly file?: string
}

export interface AgentSource {
  readonly name: SourceName
  /** `local` and `project` are files of a workspace, of which `local` is not shared; `user` is in the home directory. */
  readonly level: 'local' | 'project' | 'user'
  /** Relative to the workspace or the home directory. */
  readonly file: string
}

/** `nested`: the map of events is under `hooks` there, although `format.bare`. */
interface ImportFile extends Pick<AgentSource, 'level' | 'file'> {
  readonly nested?: true
}

/** A call of Hookline in a file of an agent. */
export interface WrittenCall {
  /** The agent's name of the event. */
  readonly event: string
  readonly command: string
}

/** A hook in a file of an agent that has a format of its own. */
export interface WrittenHook {
  /** The agent's name of the event. */
  readonly event: string
  readonly command?: string
  readonly timeoutMs?: number
  /** Its position in the list `hooks` of the file, where it may have a `matcher` and a `timeout` in seconds. Absent: the whole file is the hook. */
  readonly index?: number
  /** Why it runs nowhere else, and what follows or to do. */
  readonly fault?: { readonly message: string; readonly hint: string }
}

/** A call of Hookline as `connect` writes it. */
export interface AgentCall extends WrittenCall {
  /** The command without what the shell does if Hookline is missing. */
  readonly program: string
  /** What people and the model read if Hookline is missing. Absent: the agent goes on then. */
  readonly refusal?: string
}

export interface WholeFile {
  readonly text: string
  readonly executable?: true
}

/** Settings in which an event has groups, each with a matcher and a list of hooks. The agent lacks what is absent here. */
export interface GroupFormat {
  /** The file is the map of events itself, instead of having it under `hooks`. */
  readonly bare?: true
  /** An event has the hooks themselves instead of groups, each with its matcher. */
  readonly flat?: true
  /** The unit of `timeout` of a command hook. Absent: seconds, as for hooks of other types. */
  readonly timeoutUnit?: 'milliseconds'
  /** Below this, the number counts seconds all the same. */
  readonly secondsBelow?: number
  /** A hook with `type: "prompt"` asks a model for a decision. */
  readonly prompts?: true
  /** A command hook may have `args`. */
  readonly args?: true
  /** Names of its events that only its files have, beside `events`. */
  readonly fileEvents?: Readonly<Record<string, EventName>>
  /** Further keys for `command`, by the shell that runs it, and for `timeout` in seconds. */
  readonly furtherKeys?: { readonly posix: string; readonly windows: string; readonly seconds: string }
  /** Keys with which a file of this format begins. */
  readonly head?: JsonObject
  /** Its events that are about calls of one tool, with the name of this tool against which a matcher is tested. */
  readonly toolOfEvent?: Readonly<Record<string, string>>
  /** The file in a workspace that `export` writes. Absent: `settings.shared`. */
  readonly exports?: string
  /** The key that switches all hooks of a file off. */
  readonly offKey?: string
  /** How many seconds it waits for a hook without `timeout`, by the type in the file. Absent: as long as at most. */
  readonly waits?: Readonly<Record<string, number>>
  /** An entry has only its action: it has neither a type nor a limit of time. */
  readonly actionOnly?: true
  /** Why its engine of regular expressions refuses a matcher that JavaScript's accepts, so that the hook never runs there. */
  whyNoMatcher?(matcher: string): string | undefined
  /** Its events whose matcher is tested, with a description of the tested value. Other events ignore matchers. Absent: all are tested. */
  readonly matched?: Readonly<Record<string, string>>
  /** Its events about one tool call. Only these test `if`. */
  readonly toolEvents?: ReadonlySet<string>
  /** Its events that ignore a denial, although the corresponding event of Hookline is a gate. */
  readonly observes?: ReadonlySet<string>
  /** Types of hooks that the agent can run and Hookline cannot. */
  readonly otherTypes?: readonly EntryType[]
  /** The type of its hooks in which a model reads files before it answers: a prompt hook with `verify` in Hookline. */
  readonly verifierType?: string
  /** Its files may have HTTP hooks, which it also sends to this machine itself. */
  readonly http?: true
  /** It runs command hooks with `async` in the background. */
  readonly background?: true
  /** Why no call can match an `if`, or undefined if one can. Absent: its hooks have no `if`. */
  whyNeverMatches?(rule: string): string | undefined
}

export interface AgentPlugin {
  readonly manifest: string
  /** `instead`: the manifest decides which hooks there are. `beside`: it adds to hooks/hooks.json. */
  readonly hooks: 'instead' | 'beside'
}

interface AgentProcesses {
  /** Names of programs and scripts, in lower case and without an extension. */
  readonly names: readonly string[]
  /** Parts of the path of the program or of its script. */
  readonly paths: readonly string[]
  /** Those of the names and paths that belong to an editor. A person works in its terminals too. */
  readonly editor?: readonly string[]
}

export interface AgentProgram {
  readonly name: string
  /** npm packages, one of which contains the program. */
  readonly packages: readonly string[]
}

/** Where and how an entry that calls Hookline is written. */
interface AgentSettings {
  /** Relative to the workspace or the home directory. */
  readonly shared: string
  /** The user's file, relative to the home directory. Absent: `shared`. */
  readonly user?: string
  /** The file for settings of this machine only, if there is one. */
  readonly own?: string
  /** Whole files of Hookline's, by their paths, where the agent reads every file of a directory. */
  wholeFiles?(calls: readonly AgentCall[], level: 'project' | 'user'): Readonly<Record<string, WholeFile>>
  /** The agent whose files it reads too. `connect` writes those, so that one file serves both. */
  readonly as?: string
  /** A file whose hooks the agent no longer runs once `shared` has hooks of the same events. `connect` does not write while it has hooks. */
  readonly displaces?: string
  /** Keys of an entry with which the agent waits so many seconds, or as long as it can at this event of its own. Absent: `timeout`, in seconds. */
  limit?(seconds: number, event: string): JsonObject
  /** What the person has to do in the agent before it runs the entries, by the level of the settings. */
  readonly enable?: Readonly<Partial<Record<'project' | 'user', string>>>
  /** Its own record of the hooks that the person has reviewed, if it skips all others. */
  readonly review?: HookReview
  /** The variable that holds the workspace directory, because the command may run in another one. */
  readonly root?: string
  /** The file has Hookline's format and gets its JSON Schema. */
  readonly schema?: boolean
  /** The variable that moves the user's settings to another directory. While it is set, the file in the home directory is not read. */
  readonly homeVariable?: string
  /** A variable that the user's settings set for every hook, by which a call of a workspace knows that the agent has read them. */
  readonly mark?: { readonly name: string; readonly value: string }
  /** The shell that runs the command of an entry on Windows, if it is known. Elsewhere it is a POSIX shell. */
  readonly shellOnWindows?: 'posix' | 'powershell'
  /** A reply that shows the person this text and decides nothing, for an entry without Hookline. */
  notice(message: string): JsonObject
  readonly strict?: Strict
  readonly pitfalls?: Pitfalls
  entry(command: string, more: JsonObject): JsonObject
}

export interface HookReview {
  /** The file with the record, relative to the home directory. */
  readonly file: string
  /** Why the agent skips a hook, as the end of "<agent> does not run it: …". Undefined: it runs the hook. `digest` is SHA-256 in hexadecimal. */
  whySkipped(hook: ReviewedHook, record: string, digest: (text: string) => string): string | undefined
}

/** A hook in a settings file with groups. */
export interface ReviewedHook {
  /** The paths of its file, with and without links. */
  readonly files: readonly string[]
  /** The agent's name of the event. */
  readonly event: string
  /** The positions of its group in the event and of the hook in the group. */
  readonly group: number
  readonly at: number
  readonly matcher?: string
  readonly entry: JsonObject
}

/** Settings that prevent the agent from calling hooks. */
export interface Pitfalls {
  /** The directory of the organisation's settings. */
  readonly managed: Readonly<Partial<Record<string, string>>>
  /** The order of the other files, after the organisation's. The first one with a switch decides. */
  readonly order: readonly SourceName[]
  /** Keys that switch hooks off. `managed`: only in the organisation's settings. */
  readonly switches: readonly { readonly key: string; readonly managed?: true; readonly says: string }[]
  /** A value of another type makes the agent drop the whole file, as do comments and trailing commas. */
  readonly types: Readonly<Record<string, 'string' | 'object' | 'boolean'>>
}

/** How an entry at a gate makes the agent deny if Hookline itself is missing. */
interface Strict {
  readonly keys: JsonObject
  /** The keys with which it goes on, where an entry says so. */
  readonly openKeys?: JsonObject
  /** The first version that knows the keys. Absent: all versions do. */
  readonly since?: string
  /** How the shell then denies: with exit code 2 and a sentence on stderr, or with a reply that has a text for the person and one for the model. */
  readonly by: 'exit' | 'reply'
  /** Its events at which exit code 2 denies in any case. */
  readonly exitAt?: ReadonlySet<string>
}
