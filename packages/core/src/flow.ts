/** The data that flows through `engine.ts` (camelCase; the wire's snake_case lives in `protocol/`). */

import type { EventInput, EventName } from './protocol/events/index.ts'
import type { ProblemCode } from './protocol/problem-levels.ts'
import type { Reply, Verdict } from './protocol/reply.ts'
import type { Edition, EventRow } from './protocol/row.ts'
import type { ParentSpan } from './protocol/trace-context.ts'
import type { Rule as DeclaredRule } from './rules/rule.ts'
import type { JsonObject } from './schema.ts'

export type { Edition, Reply, Verdict }

// ---------------------------------------------------------------- where entries come from

/**
 * A level of hooks.json and hookline.json, or a level of another agent's settings files. `agents/sources.ts` has their order.
 */
export type SourceName =
  | 'enterprise'
  | 'team'
  | 'project'
  | 'user'
  | `${string}-${'local' | 'project' | 'user'}`
  | 'plugin'
  | 'inline'

export interface Origin {
  readonly source: SourceName
  /** True when no agent reads the file: a hookline.json beside that level, or what the sync of a team installed. */
  readonly own: boolean
  /** Absent for inline entries. Lines and columns count from 1, as an editor does. */
  readonly file?: string
  readonly line?: number
  readonly column?: number
  /** The workspace root of a project's entry, the plugin's directory of a plugin's. */
  readonly root?: string
}

export type TrustState = 'managed' | 'own' | 'trusted' | 'followed' | 'changed' | 'untrusted'
export type EntryType =
  | 'command'
  | 'prompt'
  | 'module'
  | 'rule'
  | 'http'
  /** Types in settings of other agents that have no runner here. */
  | 'mcp_tool'
  | 'agent'

/** CONTRACT §13's words for "does not run". */
export type SkipReason =
  | 'matcher'
  | 'untrusted'
  | 'changed'
  | 'disabled'
  | 'duplicate'
  | 'loop-limit'
  | 'other-system'
  | 'edition'
  | 'first-answer'
  | 'host-owned'
  | 'managed-only'
  | 'break-glass'
  | 'paused'
  | 'busy'
  | 'earlier-deny'
  | 'invalid'

/** Shells that an entry can name. */
export const namedShells = ['bash', 'powershell'] as const
export type NamedShell = (typeof namedShells)[number]

export const hookEnvironments = ['inherit', 'clean'] as const
export type HookEnvironment = (typeof hookEnvironments)[number]

/** What the process of a hook may not do (CONTRACT §19). */
export const sandboxLevels = ['read-only', 'no-network', 'strict'] as const
export type SandboxLevel = (typeof sandboxLevels)[number]

/** What a prompt hook may look at before it answers, and its limits (CONTRACT §8). */
export interface Verify {
  /** The files of the workspace: all, none, or those that match one of these patterns. Never secrets. */
  readonly read: boolean | readonly string[]
  /** Commands that the model may run, by their exact text. */
  readonly commands: readonly string[]
  /** How often the model is asked. */
  readonly rounds: number
  /** Tokens in and out, over all rounds. */
  readonly tokens: number
  /** US dollars, over all rounds. Absent: only the tokens are limited. */
  readonly dollars?: number
}

/** One configured hook. Made once by a source, never changed. */
export interface Entry {
  /** `<source>/<event>/<8 hex of its canonical text>`, `-2` for an equal one after it. */
  readonly id: string
  readonly event: EventName
  /** The agent's own name of the event, where several of its events are this one. */
  readonly hostEvent?: string
  /** The event in a file of the agent, where only its files have this name. */
  readonly fileEvent?: string
  readonly type: EntryType
  /** What a person calls it: its name, else the command, the prompt's first words, the module's path. */
  readonly label: string
  readonly name?: string
  readonly command?: string
  /** Present, even when empty: `command` is a program that is started with these arguments, without a shell. */
  readonly args?: readonly string[]
  /** The shell that runs `command`, where the entry names one; else the system's. */
  readonly shell?: NamedShell
  readonly prompt?: string
  readonly model?: string
  /** For prompt hooks: the model may look at the workspace before it answers. */
  readonly verify?: Verify
  readonly matcher?: string
  /** A permission rule of the entry's agent (`Bash(git *)`): the hook runs only for calls that it matches. */
  readonly condition?: string
  /** The agent whose file it comes from does not block at this event, so neither does this entry. */
  readonly observes?: true
  /** The time that the whole event has, in milliseconds: without an answer by then, the hook has timed out (CONTRACT §5). */
  readonly budgetMs?: number
  /** Hooks with an order run after those without, one number after the other (CONTRACT §6). */
  readonly order?: number
  /** It runs in the background: the event does not wait for it, and its answer is recorded and not used (CONTRACT §5). */
  readonly async?: true
  /** Of a background hook: in the agent of its file, exit code 2 wakes the model. Hookline only records it. */
  readonly rewakes?: true
  readonly timeoutMs: number
  /** The entry's own word; absent: the event's default. */
  readonly failClosed?: boolean
  /** Null: no limit. Read for events that loop. */
  readonly loopLimit: number | null
  /** Runs and is recorded, is not enforced. */
  readonly monitor: boolean
  /** Whether a person may approve what it refuses. Absent: unless it is managed. */
  readonly approvals?: boolean
  /** In whose words the hook is fed and read: a name in the rim's table of dialects. */
  readonly dialect: string
  /** Its next process may be started ahead of time (CONTRACT §5, parked hooks). */
  readonly warm?: boolean
  /** Whether it inherits all variables, or only those without secrets (CONTRACT §5). Absent: all. */
  readonly environment?: HookEnvironment
  /** Variables that it inherits all the same, by name or by their beginning with `*`. */
  readonly env?: readonly string[]
  /** Its process runs in a sandbox of this level or not at all (CONTRACT §19). `none`: its own file says that it has none. Absent: it is not set. */
  readonly sandbox?: SandboxLevel | 'none'
  /** Its scripts run from copies of what was checked, where there is something to check against (CONTRACT §5). */
  readonly checkedCopy?: boolean
  /** The files that were checked. A function, because most readers of an entry need none of it. Absent: it runs as it is. */
  readonly checkedFiles?: () => readonly CheckedFile[]
  /** Working directory of the hook. */
  readonly cwd: string
  readonly origin: Origin
  readonly trust: TrustState
  /** Set when it is known before any event that it will not run. */
  readonly held?: { readonly why: SkipReason; readonly detail: string }
  /** What its team has signed: the hook is skipped while one of these is in force (CONTRACT §9). Absent: none. */
  readonly pauses?: readonly Pause[]
  /** Stands for a managed file or a changed trust that cannot be used: it "runs" as a failure, closed (CONTRACT §4). */
  readonly broken?: {
    readonly message: string
    /** How to open the gate again. For the person alone, never for the model. */
    readonly fix?: string
    /** What the model may know of it; absent: that a hook cannot be used. */
    readonly agentMessage?: string
    /** It was changed after it was signed, so it is not a mistake in the file. */
    readonly integrity?: boolean
    /** The gate is closed in a workspace that is not trusted too. */
    readonly withoutTrust?: boolean
  }
  /** It is never started: its run fails with this code, and `payload-as-code` and `sandbox` close its gate. */
  readonly unrunnable?: { readonly code: 'payload-as-code' | 'no-runner' | 'sandbox'; readonly message: string }
  /** Where its command stands, as long as its text has not been checked because the workspace is not trusted. */
  readonly unchecked?: { readonly line: number; readonly column: number }
  /** For module hooks: the file, seen from the working directory. */
  readonly module?: string
  /** For HTTP hooks: where the event is posted, and the headers of the request. */
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  /** For HTTP hooks: the variable with the key that signs the event. */
  readonly signWith?: string
  /** For HTTP hooks: addresses that may be connected to beside public ones. */
  readonly reach?: 'loopback' | 'private'
  /** For rule hooks: the conditions and the answer. */
  readonly rule?: DeclaredRule
  /** An embedder's own function instead of a process. */
  readonly call?: (input: never, signal: AbortSignal) => Reply | undefined | Promise<Reply | undefined>
  /** The pack that it is a hook of. */
  readonly pack?: string
  /** The rules of that pack and what each does now. A function, because most readers of an entry need none of it. */
  readonly packRules?: () => readonly RuleState[]
  /** The same hook without these rules of its pack. */
  readonly withoutRules?: (ids: readonly string[]) => Pick<Entry, 'call' | 'remarks'>
  /** The rules that the user has disabled. */
  readonly disabledRules?: readonly { readonly id: string; readonly until?: number }[]
  /** While it is active, the durable log is an audit log. */
  readonly audits?: true
  /** Of a pack's hook: it only judges, so it also runs in a workspace that is not trusted. */
  readonly judges?: true
  /** Of a workspace that is not trusted: only a refusal or a question of this entry counts (CONTRACT §4). */
  readonly onlyRestricts?: true
  /** Of a pack's hook: it replaces what it judges. */
  readonly rewrites?: boolean
  /** Of a pack's hook: what it does belongs to the process of the agent's call, so the daemon leaves its events to `run` (CONTRACT §15). */
  readonly needsCaller?: boolean
  /** The function looks at its input alone and touches nothing: it may be asked without an event. */
  readonly pure?: boolean
  /** What a person who asks wants to know beside the answer. Pure. */
  readonly remarks?: (input: never) => readonly string[]
  /** Keys the contract does not know, kept. */
  readonly extra: JsonObject
  /** As written, in canonical JSON: what its id and its trust are bound to. */
  readonly text?: string
}

/** A signed statement that a hook of a team does not run for a while. Times are ISO 8601. */
export interface Pause {
  readonly from: string
  readonly until: string
  /** The person who paused it. */
  readonly by: string
  readonly reason: string
}

/** A file whose bytes were compared with those that were approved or signed. */
export interface CheckedFile {
  readonly path: string
  readonly sha256: string
  readonly executable: boolean
  /** It belongs to a set that the hook cannot write to, so it is copied with every script of the set. */
  readonly inSet?: true
}

/** What a rule of a pack does now. */
interface RuleState {
  readonly id: string
  readonly level: string
  /** The parameter `rules` of the file sets it. */
  readonly isSet: boolean
}

/** What a hookline.json says beside its hooks; the key of an agent's file that switches hooks off too. */
export interface Settings {
  readonly source: SourceName
  readonly file: string
  readonly root?: string
  /** It may weaken only hooks of its own file. */
  readonly onlyAdds?: true
  readonly values: JsonObject
}

export type ProblemSeverity = 'error' | 'warning' | 'note'
export interface Problem {
  readonly code: ProblemCode
  readonly severity: ProblemSeverity
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
  readonly hint: string
  readonly source: SourceName
  /** The script that a problem is about: its path as written, and the path to write instead if the script is elsewhere. */
  readonly script?: { readonly written: string; readonly right?: string }
}

/** One consistent reading of all sources. An event keeps the one it began with. */
export interface Config {
  /** All entries, in configured order: priority, then place in the file. */
  readonly entries: readonly Entry[]
  /** The same, by event, so that entries of other events cost nothing. */
  readonly byEvent: ReadonlyMap<EventName, readonly Entry[]>
  readonly problems: readonly Problem[]
  /** In the order of the entries: the most important source first. */
  readonly settings?: readonly Settings[]
}

// ---------------------------------------------------------------- one event through the pipeline

/** A stamped event: checked against its row, common fields filled in. */
export interface Event {
  readonly id: string
  readonly name: EventName
  readonly row: EventRow
  readonly at: string
  readonly input: JsonObject
  /** Fields that no host gave and whose value is made up, so that hooks find one. Absent: none is. */
  readonly assumed?: readonly string[]
  /** Its span. Absent: settings do not ask for traces. */
  readonly trace?: Trace
}

/** The span of an event. */
export interface Trace extends ParentSpan {
  /** The caller's span. Absent: the trace begins here. */
  readonly parentId?: string
}

export interface Skipped {
  readonly entry: Entry
  readonly why: SkipReason
  readonly detail: string
}

export interface Plan {
  readonly event: EventName
  readonly edition: Edition
  readonly entries: readonly Entry[]
  readonly skipped: readonly Skipped[]
  /** Hooks that were started in the background. Their runs are in a record of their own. Absent: none were. */
  readonly background?: readonly Entry[]
  /** What the record should know about the choice: `matcher-limit:<expression>`. */
  readonly notes?: readonly string[]
}

/** What a runner saw: facts, not yet a meaning. */
export interface Raw {
  readonly end: RawEnd
  /** The object that a function returned, as plain JSON. A process has none: its reply is read from `stdout`. */
  readonly reply?: JsonObject
  readonly stdout: string
  /** The bytes were no UTF-8; `stdout` is then a lossy reading. */
  readonly badEncoding?: boolean
  readonly stderr: string
  /** What the hook appended to the file of variables that it was given. */
  readonly variables?: string
  readonly notes?: readonly string[]
  readonly usage?: Usage
  /** The text for the model, of a function at an event whose reply has no field for it. */
  readonly agentText?: string
  /** The rule of a pack that decided: `<pack>/<id>`. */
  readonly rule?: string
  /** It blocked the thread and was stopped, so it has not judged. */
  readonly blockedThread?: boolean
  /** Its runner failed, which is a bug of ours. */
  readonly engineError?: boolean
}

/** What asking a model cost. Tokens as the endpoint counted them, money only where prices are configured. */
export interface Usage {
  /** `provider:name`. */
  readonly model: string
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly usd?: number
  /** The model was not asked: the verdict on the same question was cached. */
  readonly cached: boolean
  /** Of a hook with `verify`: how often the model was asked, the calls that read files, and the commands that ran. */
  readonly rounds?: number
  readonly reads?: number
  readonly commands?: readonly string[]
}
export type RawEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: string }
  /** `budget`: the time of the whole event was over, and not the hook's own. */
  | { readonly kind: 'timeout'; readonly afterMs: number; readonly budget?: true }
  /** The event's own deadline, or the host's signal. */
  | { readonly kind: 'deadline'; readonly message: string }
  | { readonly kind: 'spawn'; readonly message: string }
  | { readonly kind: 'output-limit' }
  | { readonly kind: 'placeholder'; readonly message: string }
  | { readonly kind: 'no-runner'; readonly message: string }
  /** The command would have run the event's own text. */
  | { readonly kind: 'payload-as-code'; readonly message: string }
  | { readonly kind: 'config'; readonly message: string }
  | { readonly kind: 'endpoint'; readonly message: string }
  /** Something answered, and not in the words it had to. */
  | { readonly kind: 'bad-reply'; readonly message: string }
  | { readonly kind: 'integrity'; readonly message: string }
  /** The sandbox that it must run in is not available. */
  | { readonly kind: 'sandbox'; readonly message: string }
  /** A hook with `verify` had begun to look, and came to no verdict. */
  | { readonly kind: 'unverified'; readonly message: string }

/** The result of a hook that ended without a reply or any output. */
export const endWithoutOutput = (end: RawEnd): Raw => ({ end, stdout: '', stderr: '' })

export type FailureCode =
  | 'exit'
  | 'signal'
  | 'spawn'
  | 'timeout'
  | 'output-limit'
  | 'bad-json'
  | 'encoding'
  | 'bad-reply'
  | 'placeholder'
  | 'config'
  | 'endpoint'
  | 'deadline'
  | 'no-runner'
  | 'payload-as-code'
  | 'integrity'
  | 'sandbox'
  | 'unverified'

/** What a raw result means. `verdict` absent = no opinion. A failed hook whose no could be read carries it. */
export type Outcome =
  | { readonly kind: 'silent' }
  | { readonly kind: 'replied'; readonly verdict?: Verdict; readonly reply: Reply; readonly readNo?: boolean }
  | { readonly kind: 'blocked'; readonly verdict: 'deny'; readonly reply: Reply }
  | {
      readonly kind: 'failed'
      readonly code: FailureCode
      readonly message: string
      readonly policy: 'open' | 'closed'
      /** What could still be read, or what the policy says: absent when the act goes on. */
      readonly verdict?: 'deny' | 'ask'
      /** The no (or ask) was read in what the hook printed; absent when only the policy speaks. */
      readonly read?: boolean
      /** Messages of the no that could be read. */
      readonly reply?: Reply
    }

export interface Run {
  readonly id: string
  readonly entry: Entry
  /** Its span, where the hook was given one. */
  readonly spanId?: string
  /** 2 when the hook was asked again about a rewritten input. */
  readonly look: 1 | 2
  /** The id of the entry whose rewrite it was given. Absent: it was given the host's input. */
  readonly rewrittenBy?: string
  readonly startedAt: string
  readonly durationMs: number
  readonly exitCode?: number
  readonly signal?: string
  readonly stdout: string
  readonly stderr: string
  readonly outcome: Outcome
  /** `cannot-block`, `noise-before-reply`, `field-ignored:env`, …: the list is `protocol/notes.ts`. */
  readonly notes: readonly string[]
  /** Of prompt hooks. */
  readonly usage?: Usage
  /** The text for the model, where the event's reply has no field for it. */
  readonly agentText?: string
  /** What a function reports about what it did, for the log: the field `note` of its reply. */
  readonly note?: string
  /** The rule of a pack that decided: `<pack>/<id>`. */
  readonly rule?: string
  /** A person has approved this call: what the hook decided is recorded and not enforced. */
  readonly approved?: Approved
}

/** How a person approved a call. */
export interface Approved {
  /** It is an exception in the user's settings; otherwise it was valid once. */
  readonly lasts: boolean
  readonly at?: string
  readonly reason?: string
}

export type Rule =
  | 'nobody'
  | 'no-opinion'
  | 'reply'
  | 'exit-2'
  | 'read-no'
  | 'failed-closed'
  | 'failed-open'
  | 'asked'
  | 'nobody-to-ask'
  | 'approved'
  | 'paused'
  | 'second-rewrite'
  | 'cannot-rewrite'
  | 'config'

/** Why the verdict is what it is. `rule` alone answers "was this really allowed?". */
export interface Because {
  readonly rule: Rule
  /** The entries that gave the winning verdict, in source order. */
  readonly entries: readonly Entry[]
  readonly failure?: FailureCode
  /** One sentence for a person. */
  readonly message: string
}

/** What the hooks decided together. */
export interface Decision {
  readonly verdict: Verdict
  /** The same without the hooks that only monitor: what is enforced. */
  readonly enforced: Verdict
  readonly because: Because
  /** Merged wire words, of the fields the event has. */
  readonly reply: Reply
  /** The hooks' own joined text for each reader, whichever fields the event has. */
  readonly messages: { readonly user?: string; readonly agent?: string }
  /** The input as the last gate saw it; the same object as the event's when nothing was rewritten. */
  readonly input: JsonObject
  readonly notes: readonly string[]
}

/** What became of an `ask`. */
export type Answer =
  | 'not-asked'
  | 'left-to-host'
  | 'allowed'
  | 'denied'
  | 'no-one-there'
  | 'agent-cannot-ask'
  | 'asking-failed'

/** What the host does now. */
export interface Effect<N extends EventName = EventName> {
  readonly id: string
  readonly event: N
  /**
   * What the hooks decided together. `continue:false` is `deny`; no opinion is `allow`, and `because.rule` distinguishes the two.
   * `deny` also for a question that could not be asked, was answered no, or failed (`because.rule` is `asked` or
   * `nobody-to-ask`); `ask` remains only if the person allowed it or the host asks.
   */
  readonly verdict: Verdict
  /** `ask` only under `onAsk: 'host'`; monitor mode keeps the verdict and says `proceed`. */
  readonly kind: 'proceed' | 'refuse' | 'ask' | 'follow-up'
  /**
   * The hooks refused and the agent goes on all the same, so `kind` is `proceed`. `later`: the refusal is kept and given at the
   * next gate of the conversation that stops; `never`: it has no effect.
   */
  readonly unenforced?: 'later' | 'never'
  /** On `refuse` the sentences of CONTRACT §7; else the hooks' own joined text. */
  readonly userMessage?: string
  readonly agentMessage?: string
  /** The hooks' own joined text for the model, whether or not the event's reply has a field for it. */
  readonly agentText?: string
  /** The merged reply of the hooks, in wire fields: what `hookline run` prints. */
  readonly reply: Reply
  /** The whole event as the last gate saw it. */
  readonly input: EventInput<N>
  /** There only after a rewrite. */
  readonly originalInput?: EventInput<N>
  readonly context?: string
  readonly env?: Readonly<Record<string, string>>
  readonly followUp?: string
  readonly output?: unknown
  readonly pluginPaths?: readonly string[]
  /** With this code a person can let exactly this call pass once (`hookline approve`). Never show it to the model. */
  readonly approval?: { readonly code: string; readonly hooks: readonly string[] }
  readonly because: Because
  readonly runs: readonly Run[]
  readonly plan: Plan
  readonly notes: readonly string[]
}

/** One per event with at least one run, its runs inside. */
export interface HookRecord {
  readonly version: 1
  readonly id: string
  readonly at: string
  readonly sessionId?: string
  readonly effect: Effect
  readonly durationMs: number
  /** Fields of the input that no host gave: their values are not facts. */
  readonly assumed?: readonly string[]
  /** The event's id, where these are its background hooks. */
  readonly of?: string
  readonly trace?: Trace
}

/** All that another process needs to run the background hooks of an event. It can be written as JSON. */
export interface BackgroundWork {
  /** The event's id. */
  readonly of: string
  readonly event: EventName
  readonly input: JsonObject
  readonly assumed?: readonly string[]
  /** Ids of entries. */
  readonly entries: readonly string[]
  readonly session: Session
  /** No hook runs longer than this. */
  readonly longestMs: number
  /** The span of the event. */
  readonly trace?: Trace
}

/** What a conversation remembers between its events. */
export interface Session {
  readonly id: string
  readonly generations: number
  /** Follow-ups so far, by event that loops. */
  readonly loops: Readonly<Partial<Record<EventName, number>>>
  /** The last follow-up, until the next prompt. */
  readonly followUp?: string
  /** What `sessionStart` hooks set, by the source that set it. */
  readonly env: readonly { readonly source: SourceName; readonly name: string; readonly value: string }[]
  /** Refusals that the agent did not honour where they were given. Absent: there are none. */
  readonly refusals?: readonly KeptRefusal[]
  /** When its beginning arrived and whether its hooks have answered. Only for agents that go on before they have. */
  readonly beginning?: { readonly at: number; readonly decided: boolean }
}

/** A refusal that is given again at the next gates of the conversation. */
export interface KeptRefusal {
  /** The event at which hooks refused. */
  readonly event: EventName
  /** Only tool calls of this subagent are refused; absent: all of the conversation. */
  readonly subagent?: string
  readonly message: string
  /** For the model; absent: the same. */
  readonly agentMessage?: string
  /** The hook that refused. */
  readonly entry: string
  readonly label: string
  readonly source: SourceName
  /** Only hooks of an untrusted workspace refused. */
  readonly untrusted?: true
}
