/** A case: one rule of the contract as data. `cases/README.md` explains the fields; any implementation may run them. */

import type { Edition, FailureCode, Rule, SandboxLevel, SkipReason, SourceName, Verdict } from '../flow.ts'
import type { EventName } from '../protocol/events/index.ts'
import type { JsonObject } from '../schema.ts'

/** What a hook does, as the runner sees it. Exactly one of exit, signal, timeout, spawn; none means exit 0. */
export interface CaseRaw {
  readonly exit?: number
  readonly signal?: string
  readonly timeout?: true
  /** It cannot start; the text says why. */
  readonly spawn?: string
  /** For prompt hooks, whose `stdout` is the model's answer: the model cannot be asked; the text says why. */
  readonly endpoint?: string
  /** For prompt hooks with `verify`: the model looked and came to no verdict; the text says why. */
  readonly unverified?: string
  readonly stdout?: string
  /** Instead of `stdout`, for bytes that are no text. */
  readonly stdoutBase64?: string
  /** Instead of `stdout`: this text repeated so many times, for outputs too large to write down. */
  readonly stdoutRepeat?: { readonly text: string; readonly times: number }
  readonly stderr?: string
}

export interface CaseHook {
  /** Default: project. */
  readonly source?: SourceName
  /** The entry stands in the hookline.json of its level. */
  readonly own?: boolean
  /** Default: the case's event. In Claude files, Claude's name for it is derived. */
  readonly event?: EventName
  /** As written in the file. */
  readonly entry: JsonObject
  /** How many times the entry stands in the file. Default: once. */
  readonly times?: number
  /** Not for rules: they answer for themselves. */
  readonly raw?: CaseRaw
  /** What it does when asked once more after a rewrite; default: the same. */
  readonly again?: CaseRaw
  /** Instead of `raw`: it increments a key of its session (CONTRACT §18), and exits with 2 above `most`. */
  readonly counts?: { readonly key: string; readonly most: number }
  /** A part of what it must read on stdin; null means absent. */
  readonly reads?: JsonObject
  /** A part of the variables that it must have; null means absent. */
  readonly inherits?: Readonly<Record<string, string | null>>
  /** Its team has signed a pause, which begins and ends so many seconds from now. */
  readonly paused?: { readonly from: number; readonly until: number }
  /** It is one of the hooks that its team published to observe, which are in a file of their own. */
  readonly observed?: true
  /** The sandbox in which it must run; null means none. */
  readonly confined?: SandboxLevel | null
}

export interface CaseWant {
  readonly verdict?: Verdict
  readonly kind?: 'proceed' | 'refuse' | 'ask' | 'follow-up'
  readonly rule?: Rule
  readonly failure?: FailureCode | null
  /** Indexes into `hooks` of those that decided. */
  readonly entries?: readonly number[]
  /** The outcome of each run, in configured order: `silent`, replied, blocked, failed:<code>. */
  readonly outcomes?: readonly string[]
  /** The outcome of each run in the background, in configured order. */
  readonly background?: readonly string[]
  /** Each must be among the notes of some run in the background. */
  readonly backgroundNotes?: readonly string[]
  /** `[index into hooks, why]`, in configured order. */
  readonly skipped?: readonly (readonly [number, SkipReason])[]
  /** Null means absent. */
  readonly userMessage?: string | null
  readonly agentMessage?: string | null
  readonly context?: string | null
  readonly followUp?: string | null
  readonly env?: Readonly<Record<string, string>> | null
  readonly output?: unknown
  readonly pluginPaths?: readonly string[] | null
  /** A part of the input as the last gate saw it. */
  readonly input?: JsonObject
  /** The merged wire words, whole. */
  readonly reply?: JsonObject
  /** Each must be among the notes of some run or of the decision. */
  readonly notes?: readonly string[]
  /** The whole answer to the agent, and how `run` exits; for cases with an `agent`. */
  readonly answer?: JsonObject
  readonly exitCode?: number
  readonly unenforced?: 'later' | 'never' | null
  /** Whether the person gets a code with which they can approve the call. */
  readonly code?: boolean
  /** Codes of the problems found while the entries were read, in any order, whole. */
  readonly problems?: readonly string[]
}

export interface Case {
  /** Unique over all files. */
  readonly note: string
  readonly contract: string
  readonly edition?: Edition
  readonly experiments?: readonly string[]
  /** The project's files are those of a workspace that is not trusted. */
  readonly untrusted?: true
  readonly event: EventName
  /** Laid over the row's sample; null removes a field. */
  readonly input?: JsonObject
  /** Events of the same name that come before, one after the other: the case's with these fields changed. */
  readonly earlier?: readonly JsonObject[]
  /** Absent: no one can be asked. */
  readonly onAsk?: 'allow' | 'deny' | 'host' | 'error'
  /** The agent that is answered, by its dialect's name. Its own `payload` may stand instead of `input`. */
  readonly agent?: string
  /** The agent's own events at which it calls Hookline. Absent: all. */
  readonly connected?: readonly string[]
  /** What the agent sends, in its words; the event of the case is what comes of it, or the one inside it. */
  readonly payload?: JsonObject
  /** Refusals can be approved. With `call`, the person has approved that call: the case's own with these fields changed. */
  readonly approvals?: {
    readonly call?: JsonObject
    /** How often the approved call has come since. */
    readonly used?: number
  }
  /** What the hookline.json of a source has beside its hooks. */
  readonly settings?: Readonly<Partial<Record<SourceName, JsonObject>>>
  /** The environment of the process that fires the event. */
  readonly variables?: Readonly<Record<string, string>>
  /** The machine has no sandbox. */
  readonly noSandbox?: true
  /** Also run with real processes that do what `raw` says. */
  readonly real?: true
  readonly hooks: readonly CaseHook[]
  readonly want: CaseWant
}
