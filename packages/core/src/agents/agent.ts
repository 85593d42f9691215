/** The row of an agent: everything Hookline knows about it. Shared code reads rows and never names an agent. */

import type { EntryType, SourceName } from '../flow.ts'
import type { Dialect, Platform } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import type { JsonObject } from '../schema.ts'

export interface Agent {
  /** The name that `--host`, entries, logs and `init --with connect-<name>` use. */
  readonly name: string
  /** The name that people read. */
  readonly title: string
  /** Its words and its hooks.json are the ones that Hookline uses as its own. Exactly one row has it. */
  readonly usual?: true
  /** The files that decide which hooks it runs; config-guard protects them. */
  readonly files: AgentFiles
  /** Any of these paths in the home directory shows that the agent is used. */
  readonly inHome: readonly string[]
  /** Any of these paths in a workspace shows that the agent is used. */
  readonly inRoot: readonly string[]
  /** Names inside those directories that Hookline writes itself: they prove nothing. */
  readonly ours?: ReadonlySet<string>
  /** How its events, replies and exit codes are translated, and what it enforces (`dialect.agent`). Absent: `run --host` cannot answer it. */
  readonly dialect?: Dialect
  /** Its name of an event → ours. */
  readonly events?: Readonly<Record<string, EventName>>
  /** Its events that have no counterpart here. */
  readonly otherEvents?: ReadonlySet<string>
  /** Its events that resemble one of ours without being translated: what to suggest to people. */
  readonly similarEvents?: Readonly<Record<string, EventName>>
  /** Keys of its entries that a hooks.json has not: our key, or what to write instead. */
  readonly keys?: Readonly<Record<string, { readonly ours?: string; readonly instead?: string }>>
  /** Its tools by its own names. */
  readonly tools?: Readonly<Record<string, AgentTool>>
  /** Fields of its payloads, by our name of the event, where they differ from ours. */
  readonly fields?: AgentFields
  /** Hooks answer with `hookSpecificOutput`, and `check` reads their replies as such. */
  readonly nestedReply?: true
  /** The environment variables it sets for hooks, by purpose. */
  readonly variables?: AgentVariables
  /** The settings files from which Hookline reads its hooks, in order of priority. */
  readonly sources?: readonly AgentSource[]
  /** How hooks are written in those files. Absent: as in a hooks.json. */
  readonly format?: GroupFormat
  /** The manifest of its plugins, seen from the plugin's directory. */
  readonly plugin?: AgentPlugin
  /** The sources whose hooks it runs by itself. Absent: Hookline cannot be connected to it yet. */
  readonly reads?: readonly SourceName[]
  /** How an entry that calls Hookline is written into its settings. */
  readonly settings?: AgentSettings
  /** How an installed version is recognised without starting it. */
  readonly program?: AgentProgram
  /** It runs commands of slash commands and skills without any hook, unless the key `off` of its settings is true. */
  readonly inline?: { readonly off: string; readonly directory: string }
}

export interface AgentFiles {
  /** Where it keeps hooks in a workspace; the same paths count in the home directory. */
  readonly hookFiles: readonly string[]
  /** Further files and directories that decide what it runs or may do, as patterns. */
  readonly settings: readonly string[]
  /** Its directories: deleting or moving one removes the hook files inside. */
  readonly directories: readonly string[]
  /** The directory of the organisation's settings. */
  readonly managed?: Readonly<Partial<Record<Platform['system'], string>>>
  /** Variables that it sets for the commands it runs, and that a person's own terminal does not have. */
  readonly shellVariables: readonly string[]
}

export interface AgentTool {
  /** Our name for the same tool. Absent: we have no such tool. */
  readonly ours?: string
  /** A call of this tool is a call of ours, but a call of ours never goes by this name. */
  readonly oneWay?: true
  /** Only older versions have it; a matcher that names it matches nothing today. */
  readonly older?: true
  /** Other words that people write for it, in lower case. */
  readonly mistaken?: readonly string[]
  /** Its names of arguments that differ from ours: our name → its name. */
  readonly spelled?: Readonly<Record<string, string>>
  /** Arguments of ours that it does not have. */
  readonly hidden?: readonly string[]
}

export interface AgentFields {
  /** Fields that every payload has. */
  readonly common: ReadonlySet<string>
  readonly events: Readonly<Partial<Record<EventName, ReadonlySet<string>>>>
}

/** Each purpose names a variable. What an agent does not set is absent. */
export interface AgentVariables {
  /** All its variables begin with this. */
  readonly prefix: string
  /** Further variables that it sets, for `check`, which reports the ones that it does not set. */
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
  /** Seen from the workspace or from the home directory. */
  readonly file: string
}

/** Settings in which an event holds groups, each with a matcher and a list of hooks. What is absent the agent does not have. */
export interface GroupFormat {
  /** The key that switches all hooks of a file off. */
  readonly offKey?: string
  /** Its events whose matcher is tested, and against what; on the others a matcher is ignored. Absent: all are tested. */
  readonly matched?: Readonly<Record<string, string>>
  /** Its events about one tool call, the only ones at which `if` is tested. */
  readonly toolEvents?: ReadonlySet<string>
  /** Its events at which no refusal is honoured, though ours of the same meaning is a gate. */
  readonly observes?: ReadonlySet<string>
  /** Types of hooks that it runs and Hookline does not. */
  readonly otherTypes?: readonly EntryType[]
  /** Why no call can match an `if`; undefined where one may. */
  whyNeverMatches?(rule: string): string | undefined
}

export interface AgentPlugin {
  readonly manifest: string
  /** `instead`: the manifest decides which hooks there are. `beside`: it adds to hooks/hooks.json. */
  readonly hooks: 'instead' | 'beside'
}

export interface AgentProgram {
  readonly name: string
  /** npm packages, one of which holds the program. */
  readonly packages: readonly string[]
}

/** Where an entry that calls Hookline is written, and how. */
interface AgentSettings {
  /** Seen from the workspace or from the home directory. */
  readonly shared: string
  /** For what only this machine has; absent: there is none. */
  readonly own?: string
  /** The command runs in a directory that may not be the workspace; this variable holds it. */
  readonly root?: string
  /** The file is in our own format and gets our JSON Schema. */
  readonly schema?: boolean
  readonly strict?: Strict
  readonly pitfalls?: Pitfalls
  entry(command: string, more: JsonObject): JsonObject
}

/** What keeps the agent from calling any hook of its settings. */
export interface Pitfalls {
  /** The directory of the organisation's settings. */
  readonly managed: Readonly<Partial<Record<string, string>>>
  /** The other files, after the organisation's: the first that has a switch decides. */
  readonly order: readonly SourceName[]
  /** Keys that switch hooks off. `managed`: only in the organisation's settings. */
  readonly switches: readonly { readonly key: string; readonly managed?: true; readonly says: string }[]
  /** A value of another type makes the agent drop the whole file, as do comments and trailing commas. */
  readonly types: Readonly<Record<string, 'string' | 'object' | 'boolean'>>
}

/** How an entry at a gate makes the agent refuse when Hookline itself is gone. */
interface Strict {
  /** Where `init` writes it. */
  readonly levels: readonly ('project' | 'user')[]
  readonly keys: JsonObject
  /** The first version that understands the keys; absent: all do. */
  readonly since?: string
  /** Follows the call, for versions that ignore the keys. */
  readonly orElse?: string
  /** `timeout` is always written, because the agent's own limit differs from event to event. */
  readonly timeout?: true
}
