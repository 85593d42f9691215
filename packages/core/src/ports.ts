/** The rim: what touches the world, as interfaces with their contracts. Default contract: never throws, never rejects. */

import type { EditionRow } from './editions.ts'
import type {
  Approved,
  Config,
  Effect,
  Entry,
  EntryType,
  Event,
  HookRecord,
  Problem,
  Raw,
  RawEnd,
  Session,
  Settings,
  SourceName,
  Usage,
} from './flow.ts'
import type { EventName } from './protocol/events/index.ts'
import type { ProblemCode } from './protocol/problem-levels.ts'
import type { ReplyField } from './protocol/reply.ts'
import type { JsonObject } from './schema.ts'

/** Facts of the machine, so that branches for other systems are plain functions with unit tests. */
export interface Platform {
  readonly system: 'linux' | 'darwin' | 'win32'
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A person's word that one call may pass, for the hooks that it covers. */
export interface Approval {
  /** The hash of the call. */
  readonly key: string
  /** Rules (`<pack>/<rule>`) and ids of entries. */
  readonly covers: readonly string[]
  /** If it lasts, it stands in the user's settings and is not used up. */
  readonly how: Approved
}

/** A refusal that a person may approve. */
export interface ApprovableRefusal {
  readonly key: string
  readonly event: EventName
  readonly input: JsonObject
  readonly covers: readonly string[]
  /** The same for people: rules, and labels of hooks. */
  readonly hooks: readonly string[]
  readonly agent?: string
  /** The agent got a question, and may have refused it because no person was there. */
  readonly asked?: boolean
}

/** Where approvals are kept. Contract: never throws; what cannot be read or written is no approval. */
export interface Approvals {
  /** Equal for equal facts, whatever the order of their keys. */
  hash(facts: JsonObject): string
  /** The approvals of the call that are valid now. */
  find(key: string): readonly Approval[]
  /** Uses it up, for one caller only. False: it is gone or over. */
  use(approval: Approval): boolean
  /** The code with which the person can approve it; undefined if none can be kept. */
  offer(refusal: ApprovableRefusal): string | undefined
}

export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly code: ProblemCode; readonly message: string; readonly hint: string }

/** Reading files. Contract: never throws. */
export interface Files {
  /** A regular file of at most 1 MiB, UTF-8, links followed; a BOM is stripped. */
  read(path: string): FileText
  isFile(path: string): boolean
  isDirectory?(path: string): boolean
  /** A regular file that its owner, who asks, has the right to run; any file where there is no such right. Absent: it is. */
  isRunnable?(path: string): boolean
  list(directory: string): readonly string[]
  realPath(path: string): string
  /** Text that changes whenever the file may have changed; the same text for a file that stays missing. */
  stamp(path: string): string
}

export interface Loaded {
  readonly entries: readonly Entry[]
  readonly problems: readonly Problem[]
  /** The file is there and cannot be used at all: a running engine keeps its last good entries. */
  readonly broken?: boolean
  readonly settings?: Settings
  /** The settings of a source with several files: one for each team. */
  readonly settingsOfFiles?: readonly Settings[]
  /** Of files that were compared with what was signed, from before that: with another stamp its managed entries may not be those. */
  readonly stamps?: ReadonlyMap<string, string>
}

/** A place hooks come from. Contract: `load` never rejects; what cannot be read is a problem. */
export interface Source {
  readonly name: SourceName
  load(): Loaded | Promise<Loaded>
  /** False only when `load` is sure to hold nothing of this event: a look that is cheaper than it. Absent: it may. */
  mayContain?(event: EventName): boolean
  /** Files whose change means another `load`, whether they exist yet or not. */
  watched?(): readonly string[]
}

/** What a person, or an embedder for them, is asked before a workspace's hooks run. */
export interface TrustRequest {
  readonly root: string
  readonly entries: readonly Entry[]
  /** Every local file that the entries name, with the hash the answer is bound to. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[]
  /** There was an approval, of something else. */
  readonly changed: boolean
}
/** Instead of the stored trust. May reject: that is a no. */
export type TrustOption = 'all' | 'none' | ((request: TrustRequest) => boolean | Promise<boolean>)

/** The current reading of all sources. Contract: never rejects. */
export interface Configs {
  /** At once, as last read. Throws where an event is named that this reading was not made for. */
  current(name?: EventName): Config
  /** The reading that an event beginning now must see: files are looked at again when that is due. */
  fresh(name: EventName): Config | Promise<Config>
  reload(): Promise<void>
  /** A script that an entry of this event runs, of a trusted workspace or managed, is not, or was not all the time, the one that was looked into. */
  tampered(name: EventName, whose?: 'trusted' | 'managed'): boolean
  /** Returns the way to stop listening. */
  onChange(listener: (config: Config) => void): () => void
  addPlugins(directories: readonly string[]): Promise<void>
  close(): void
}

/** One hook to run, ready: the payload already in its dialect. */
export interface Job {
  readonly entry: Entry
  readonly event: Event
  /** One JSON object and a newline. */
  readonly stdin: string
  readonly env: Readonly<Record<string, string>>
  /** The variable that is to name an empty file, whose text then comes back as `variables`. */
  readonly variablesFile?: string
  /** Variables that the hook may name in its text and that could not be exported, with the reason. */
  readonly missing: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Aborts at the event's deadline or when the host cancels. */
  readonly signal: AbortSignal
  /** When the event's own time is over, by `performance.now()`. */
  readonly until?: number
}

/** Calls a function and ends it when it holds the thread longer than this: then its answer is `held`. What it throws is thrown. */
export type Bound = <T>(act: () => T, ms: number) => { readonly value: T } | 'held'

/** Hooks of one event that run together: they start nothing and need no environment. */
export interface Batch extends Pick<Job, 'event' | 'stdin' | 'until'> {
  readonly entries: readonly Entry[]
}
/** In the order of the entries. */
export interface BatchResult {
  /** A reply that is the same object as at an earlier event means the same again: no input decides what it means. */
  readonly raws: readonly Raw[]
  /** When each result was known, by `performance.now()`. */
  readonly endedAt: readonly number[]
}

/** A way to run one type of entry. Contract: never rejects; every ending is a `Raw`. */
export interface Runner {
  readonly type: EntryType | 'call'
  run(job: Job): Promise<Raw>
  /** So many runs will start in a moment. Starts what they would otherwise wait for. */
  prepare?(runs: number): void
  /** Runs all of an event's hooks of this type at once. Absent: each runs by itself. */
  runAll?(batch: Batch): Promise<BatchResult>
  close?(): Promise<void>
}

/** Whose words a hook is fed and read in; and, for `hookline run --host`, whose words the host speaks. Pure. */
export interface Dialect {
  readonly name: string
  /** The sources that this agent runs by itself, so that they are not run twice inside it. */
  readonly owns: readonly SourceName[]
  /** What this agent does with an answer. Absent: it is no agent, only a way to write events. */
  readonly agent?: AgentTable
  /** Variables with this beginning belong to another agent, and hooks of these files never see them. */
  readonly hidesVariables?: string
  /** The variable that names a file to which a hook of this event may append variables for the session. */
  variablesFile?(event: Event): string | undefined
  /** The variable in which the agent says where the project is, where it has one: its `cwd` may follow every `cd`. */
  readonly projectVariable?: string
  /** How long the agent waits for a hook of this event when the hook's entry names no timeout, in milliseconds. Absent: it is not known. */
  patienceMs?(event: EventName): number
  /** A no in the host's words, whatever the event was: it may not be known. `forAgent` is what the model may read. */
  refuse(message: string, forAgent: string): JsonObject
  /** What the hook reads on stdin. */
  encode(event: Event, context: EncodeContext): { readonly input: JsonObject; readonly notes: readonly string[] }
  /** Translates the hook's raw answer to ours, which `interpret` then reads. */
  decode(raw: Raw, event: Event): Raw
  /** What a matcher is tested against; null: it is ignored here. Absent: the row's own subjects. `isHost`: this agent fired the event. */
  subjects?(event: Event, matcher: string, own: readonly string[], isHost?: boolean): readonly string[] | null
  /** Whether an entry's `condition` holds for this call; absent: conditions are not read. */
  meets?(event: Event, condition: string): boolean
  /** A list of exact words instead of an expression, where '' is any; absent: an expression. */
  exact?(matcher: string, event: EventName): readonly string[] | undefined
  /** An expression must match the whole name. */
  readonly anchored?: true
  /** A host's own payload as an event of ours, or why not. `theirs`: an event of the host's that we have no counterpart for. */
  toEvent(
    payload: JsonObject,
  ): { readonly name: EventName; readonly input: JsonObject } | { readonly unknown: string; readonly theirs?: true }
  /** What the host is, as far as it shows: for the record and for hooks. Absent: its payloads say all of it. */
  facts?(payload: JsonObject, env: Platform['env'], transcriptEnd: () => string): HostFacts
  /** The specific events inside another one, in their order, where the host does not report them by themselves. */
  within?(name: EventName, input: JsonObject): readonly Part[]
  /** What a report of the host's goes by when the act may have been judged at an earlier event. */
  repeatKey?(name: EventName, input: JsonObject): string | undefined
  /** A gate before the act that is asked again after it, about what the model would get: where rewrites are applied only then. */
  recheck?(name: EventName, input: JsonObject): Recheck | undefined
  /** The host's own events from which one of ours comes; none: it never reports it. Absent: it has the same ones. */
  firedBy?(name: EventName): readonly string[]
  /** Whether an answer in the host's words is a no. Absent: it is one in the words of the known agents. */
  isNo?(reply: JsonObject): boolean
  /** The merged decision in the host's words: what `run --host` prints, and its exit code. */
  fromEffect(effect: Effect, event: EventName): { readonly stdout: JsonObject; readonly exitCode: number }
  /** How a reply reaches the agent. Absent: as one line of JSON on stdout. */
  print?(reply: JsonObject, exitCode: number): PrintedReply
  /** Whether the agent sent this payload: certainly, certainly not, or undefined if that cannot be known. */
  sends?(payload: JsonObject): boolean | undefined
  /** The directories that the payload names, where its own fields have other names. */
  directories?(payload: JsonObject): { readonly workspace_roots?: unknown; readonly cwd?: unknown }
}
interface PrintedReply {
  readonly stdout: string
  readonly stderr?: string
  readonly exitCode: number
}
/** Only what is known. */
export interface HostFacts {
  /** Where the words are another agent's than the dialect's. */
  readonly name?: string
  readonly version?: string
  readonly model?: string
}
/** What an agent does with the answers to our events: data in its dialect's folder, so that no other code names an agent. */
export interface AgentTable {
  readonly title: string
  /** The agent's own names of its tools, beside those that every agent has. Any other tool is recorded as unknown. */
  readonly tools?: ReadonlySet<string>
  readonly rows: Readonly<Partial<Record<EventName, AgentRow>>>
  /** How it takes a message of Hookline's own that belongs to no decision. Absent: it cannot. */
  readonly notice?: AgentNotice
  /** A variable that the agent gives its hooks with this value when no person is there to answer. Absent: it does not say so. */
  readonly unattended?: { readonly variable: string; readonly value: string }
  /** Without a person it refuses a question by itself, and its hooks cannot know. The question then waits for `hookline approve` too. */
  readonly mayRefuseQuestions?: boolean
  /** Where a follow-up continues the turn, if it does not everywhere. For people. */
  readonly followUps?: string
}
interface AgentNotice {
  /** The field of its answer. */
  readonly field: string
  /** Who reads the field. */
  readonly reader: 'person' | 'model'
  /** The events at which it is read. Absent: all. */
  readonly at?: ReadonlySet<EventName>
}
/** What a row leaves out the agent does not do: a refusal is then ignored, an `ask` and a rewrite are refusals. */
export interface AgentRow {
  /** `stops`: the act does not happen. `later`: the agent goes on; the refusal is kept and given at its next gate that stops. */
  readonly refusal?: AgentRefusal | ((input: JsonObject) => AgentRefusal)
  /** The agent does not wait for the answer: the events after this one may arrive before its hooks have ended. */
  readonly goesOn?: true
  /** The agent puts the question to the person. */
  readonly ask?: 'asks'
  readonly rewrites?: Readonly<Partial<Record<ReplyField, AgentRewrite>>>
  /** Why the agent reports only a small part of these acts here, for people who ask in advance. */
  readonly onlyPart?: string
  /** The agent's own events that must call Hookline too before a refusal here holds. */
  readonly needs?: readonly string[]
  /** The agent's own events in which the same act arrives as a call of another tool: they must call Hookline too. */
  readonly alsoIn?: readonly string[]
}
export type AgentRefusal = 'stops' | 'later'
export interface AgentRewrite {
  /** The agent's own event, after the act, at which it is applied. Absent: in the answer itself. */
  readonly at?: string
  /** The agent's own tool whose output carries it there. */
  readonly tool?: string
  /** Why this one cannot be applied; undefined: it can. */
  readonly unless?: (input: JsonObject) => string | undefined
  /** What `unless` refuses, for people who ask in advance. */
  readonly except?: string
  /** The fields that a hook changed and the agent's own form of the input cannot carry, so that they would stay as they were. */
  readonly loses?: (before: JsonObject, after: JsonObject) => readonly string[]
}
/** The agent that an engine answers. */
export interface AnsweredAgent {
  /** The name of its dialect. */
  readonly name: string
  readonly table: AgentTable
  /** Whether the agent calls Hookline at this event of its own, for this tool of its own. */
  isConnected(theirs: string, tool?: string): boolean
}

/** An event inside another; its input is made only when somebody listens. */
export interface Part {
  readonly name: EventName
  /** Where the host reports the same act once more by itself: what that report goes by (`repeatKey` of the dialect). */
  readonly repeatKey?: string
  input(readText: (path: string) => string): JsonObject
}
/** A gate asked again about a tool's output. */
export interface Recheck extends Part {
  /** The tool's output with this text instead, in the host's words. */
  output(text: string): unknown
  /** The whole answer that says only that, for when nothing else can be decided any more. */
  answer(text: string): JsonObject
}
export interface EncodeContext {
  readonly edition: EditionRow
  readonly session: Session
  /** The text of a file, for dialects that send contents. Never throws; undefined where it cannot be read. */
  readonly readText?: (path: string) => string | undefined
}

/** Where records go. Contract: never throws; a sink that cannot write counts what it dropped. */
export interface Sink {
  readonly name: string
  write(record: HookRecord): void
  /** Events for which no hook ran are written too. Absent: they are not. */
  takesAll?(): boolean
  /** After `write`: why the record is not there, where an act must not go on without it. */
  unwritten?(): string | undefined
  close?(): Promise<void>
}

/** Makes the ids of spans. Contract: never throws. */
export interface Tracer {
  /** Whether settings ask for traces. */
  isOn(settings: readonly Settings[]): boolean
  /** The id of a trace that begins here. An engine for a single call has one for all its events. */
  traceId(): string
  newSpanId(): string
}

/** What is remembered between events. Contract: never throws; what cannot be read is a new session. */
export interface Sessions {
  of(id: string): Session
  save(session: Session): void
  end(id: string): void
}

/** Answers a question on behalf of the person. Only the answer `allow` allows: any other string, and a rejection, is a no. */
export type Ask = (question: Question) => string | Promise<string>
export interface Question {
  readonly event: EventName
  readonly input: JsonObject
  readonly userMessage?: string
  readonly agentMessage?: string
  readonly entries: readonly Entry[]
  readonly signal: AbortSignal
}

/** One question to a model, answered with `{ ok, reason? }` as text. Contract: never rejects, ends when the signal does. */
export type AskModel = (question: ModelQuestion) => Promise<ModelAnswer>
export interface ModelQuestion {
  readonly system: string
  readonly user: string
  /** As the entry says it; absent: the default of the settings. */
  readonly model?: string
  /** How long there is from now on: a wait that would take longer is not begun. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** The model must call one of these instead of answering with text. Absent: it has no tools. */
  readonly tools?: readonly ModelTool[]
  /** The only tool that it may call now. */
  readonly mustCall?: string
  /** What came after `user`: the calls of the model, and their results. */
  readonly turns?: readonly ModelTurn[]
  /** The setting that limits the cost: without a known price the model is not asked. */
  readonly costLimit?: string
}
export interface ModelTool {
  readonly name: string
  readonly description: string
  /** A JSON Schema of an object. */
  readonly input: JsonObject
}
export interface ModelCall {
  readonly id: string
  readonly name: string
  /** Undefined: it was not JSON. */
  readonly input: unknown
}
export interface ModelTurn {
  /** `reply` of the answer, unchanged. */
  readonly reply: unknown
  /** One for each call, in their order. */
  readonly results: readonly { readonly id: string; readonly name: string; readonly text: string }[]
}
export type ModelAnswer =
  | {
      readonly kind: 'answered'
      readonly text: string
      /** Absent where the question had no tools. */
      readonly calls?: readonly ModelCall[]
      /** What the endpoint needs to continue. Only the endpoint reads it. */
      readonly reply?: unknown
      readonly usage: Usage
    }
  | {
      readonly kind: 'failed'
      readonly code: 'endpoint' | 'timeout' | 'bad-reply'
      /** In words for a person, without any key in it. */
      readonly message: string
      readonly usage?: Usage
    }

/** What the model of a hook with `verify` may do with the workspace. Contract: never rejects; a refusal is a result. */
export interface VerifierTools {
  call(call: ModelCall, signal: AbortSignal): Promise<ToolResult>
}
export interface ToolResult {
  /** For the model, as data. */
  readonly text: string
  /** It showed something of files. */
  readonly isRead?: true
  /** The command that ran, by its name. */
  readonly command?: string
  /** The kinds of secrets that were taken out. */
  readonly redacted?: readonly string[]
  /** The hook cannot go on. */
  readonly end?: RawEnd
}

/** Verdicts that were given before, by what they were about. Contract: never throws; what cannot be read is not there. */
export interface Verdicts {
  find(about: VerdictSubject): { readonly text: string; readonly model: string } | undefined
  keep(about: VerdictSubject, text: string): void
}
/** All that a verdict depends on. */
export interface VerdictSubject {
  readonly system: string
  readonly prompt: string
  readonly model?: string
  readonly input: string
}
