/** The data of `hookline test`: what a test file says, what happened, what is reported. */

import type { Edition, Rule, Verdict } from '@hookline/core'
import type { EventName, JsonObject } from '@hookline/core/protocol'

// ---------------------------------------------------------------- a test file

/** Exact text, or a part of it, or an expression. */
type TextWant = string | { readonly contains: string } | { readonly matches: string }
/** Null: must not be there. */
export type FileWant = TextWant | null

export interface Want {
  readonly verdict?: Verdict
  readonly kind?: 'proceed' | 'refuse' | 'ask' | 'follow-up'
  readonly rule?: Rule
  readonly user_message?: TextWant | null
  readonly agent_message?: TextWant | null
  readonly updated_input?: JsonObject | null
  readonly updated_content?: TextWant | null
  readonly context?: TextWant | null
  readonly follow_up?: TextWant | null
  readonly env?: Readonly<Record<string, FileWant>>
  readonly files?: Readonly<Record<string, FileWant>>
  readonly ran?: readonly string[]
  readonly skipped?: Readonly<Record<string, string>>
  /** True or a code: a hook must fail. Without it, none may. */
  readonly failed?: boolean | string
}

export interface TestCase {
  readonly name: string
  readonly event: EventName
  readonly input: JsonObject
  readonly files: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly edition: Edition
  /** Absent: nothing was written down yet. */
  readonly want?: Want
  /** By edition or agent: what it says there instead. */
  readonly differs: Readonly<Record<string, string>>
  readonly skip?: string
  readonly line: number
}

export interface TestFile {
  readonly file: string
  /** The workspace it belongs to. */
  readonly root: string
  readonly description?: string
  /** A path, or the name or id of an entry. */
  readonly hook?: string
  readonly links: readonly string[]
  readonly cases: readonly TestCase[]
}

/** What is wrong with a test file, where. */
export interface FileProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

// ---------------------------------------------------------------- one run of a case

/** Everything one run needs, as plain data: it may happen in another process. */
export interface Job {
  /** A copy of the workspace's hook files. */
  readonly template: string
  readonly files: Readonly<Record<string, string>>
  readonly links: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly event: EventName
  readonly input: JsonObject
  readonly edition: Edition
  /** In whose words the event arrives. */
  readonly agent: string
  /** The agent that gets the answer, by whose table it is decided. Absent: a host that does all that hooks can say. */
  readonly answered?: string
  readonly only?: HookChoice
  /** Files to look at afterwards. */
  readonly look: readonly string[]
  readonly timeoutMs: number
}
/** Which hooks count: configured ones by id, or one that is not configured yet. */
export type HookChoice = { readonly ids: readonly string[] } | { readonly command: string }

export interface EntryFacts {
  readonly id: string
  readonly label: string
  readonly name?: string
  readonly command?: string
  readonly matcher?: string
  readonly event: EventName
  readonly source: string
  readonly own: boolean
  /** The keys that were written for it. */
  readonly keys: readonly string[]
}
export interface RunFacts {
  readonly entry: EntryFacts
  readonly exitCode?: number
  readonly signal?: string
  readonly stdout: string
  readonly stderr: string
  readonly outcome: string
  /** What it said; absent: no opinion. */
  readonly verdict?: Verdict
  readonly failure?: { readonly code: string; readonly message: string; readonly policy: 'open' | 'closed' }
  readonly durationMs: number
}
/** What happened, with the scratch places written as `<root>`, `<home>` and `<tmp>`. */
export interface Execution {
  readonly verdict: Verdict
  readonly kind: string
  readonly rule: string
  readonly because: string
  readonly reply: JsonObject
  readonly context?: string
  readonly followUp?: string
  readonly env?: Readonly<Record<string, string>>
  readonly runs: readonly RunFacts[]
  readonly skipped: readonly { readonly entry: EntryFacts; readonly why: string; readonly detail: string }[]
  /** Branches of matchers that the event met, by entry id. */
  readonly branches: Readonly<Record<string, readonly string[]>>
  readonly files: Readonly<Record<string, string | null>>
  readonly durationMs: number
}
/** The case could not be run at all: its input does not fit the event, the scratch copy could not be made. */
export interface Unrunnable {
  readonly error: string
}
export type Execute = (job: Job) => Promise<Execution | Unrunnable>

// ---------------------------------------------------------------- what is reported

export interface Comparison {
  /** An edition or an agent. */
  readonly on: string
  readonly says: string
  readonly because: string
  readonly ok: boolean
}
export interface CaseResult {
  readonly kind: 'case' | 'same-verdict'
  readonly name: string
  readonly line: number
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** `deny`, `allow`, `ask`, `follow-up`, `ran`, … */
  readonly word: string
  /** What is wrong, the first in a few words; or why it was skipped. */
  readonly reasons: readonly string[]
  readonly durationMs: number
  readonly execution?: Execution
  readonly comparisons?: readonly Comparison[]
}
export interface FileResult {
  readonly file: string
  readonly root: string
  /** What the file is about, in a word. */
  readonly title: string
  readonly problems: readonly FileProblem[]
  readonly results: readonly CaseResult[]
}
export interface Totals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly durationMs: number
}
