/** The data of `hookline test`: test files, executions and results. */
import type { Edition, Rule, Verdict } from '@hookline/core'
import type { ProbeResult } from '@hookline/core/node'
import type { EventName, JsonObject } from '@hookline/core/protocol'

// ---------------------------------------------------------------- a test file

/** Exact text, a part of it, or a regular expression. */
type TextWant = string | { readonly contains: string } | { readonly matches: string }
/** Null means that it must not exist. */
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
  /** True or a failure code means that a hook must fail. Without it, no hook may fail. */
  readonly failed?: boolean | string
}

export interface TestCase {
  readonly name: string
  readonly event: EventName
  readonly input: JsonObject
  readonly files: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly edition: Edition
  /** Absent if the case has no want yet. */
  readonly want?: Want
  /** The different result on some editions or agents. */
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

/** A mistake in a test file and its location. */
export interface FileProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

// ---------------------------------------------------------------- one run of a case

/** Everything that one run of a case needs, as plain data, because it may run in another process. */
export interface Job {
  /** A copy of the workspace's hook files. */
  readonly template: string
  readonly files: Readonly<Record<string, string>>
  readonly links: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly event: EventName
  readonly input: JsonObject
  readonly edition: Edition
  /** The agent in whose format the event arrives. */
  readonly agent: string
  /** The agent that gets the reply, which limits what the decision can be. Absent: a host that supports everything. */
  readonly targetAgent?: string
  readonly only?: HookChoice
  /** Files to read after the run. */
  readonly readAfter: readonly string[]
  readonly timeoutMs: number
  /** Present: the hooks are not judged, but tried for parking, and wait so long before they get the event. Matchers do not count. */
  readonly probeMs?: number
  /** Present: the event is also sent on the other editions and agents on which the case must have the same result. */
  readonly compare?: Pick<TestCase, 'differs'> & { readonly configured: readonly EventName[] }
}
/** The hooks to run: configured ones by id, or a command that is not configured yet. */
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
  /** The keys of the entry in its file. */
  readonly keys: readonly string[]
}
export interface RunFacts {
  readonly entry: EntryFacts
  readonly exitCode?: number
  readonly signal?: string
  readonly stdout: string
  readonly stderr: string
  readonly outcome: string
  /** Absent if the hook had no opinion. */
  readonly verdict?: Verdict
  readonly failure?: { readonly code: string; readonly message: string; readonly policy: 'open' | 'closed' }
  readonly durationMs: number
}
/** The result of a run. The scratch directories appear in it as `<root>`, `<home>` and `<tmp>`. */
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
  /** Branches of matchers that matched the event, by entry id. */
  readonly branches: Readonly<Record<string, readonly string[]>>
  readonly files: Readonly<Record<string, string | null>>
  readonly durationMs: number
  /** What was found for each hook, if the job asks for it. */
  readonly probes?: readonly Probe[]
  /** The results on other editions and agents, if the job asks for them. */
  readonly variants?: readonly VariantResult[]
}
/** How a hook behaved before it got its event. */
export interface Probe {
  readonly result: ProbeResult
  /** Files in the scratch directories that it created, changed or deleted. */
  readonly changed: readonly string[]
}
export interface VariantResult {
  /** An edition or an agent. */
  readonly on: string
  readonly says: string
  readonly because: string
  /** The event could not be sent there. */
  readonly isError?: true
}
/** The case could not run, for example because its input does not fit the event. */
export interface Unrunnable {
  readonly error: string
  /** The process that runs the hooks ended, so no later case can run in it. */
  readonly processEnded?: true
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
  /** What is wrong, beginning with the shortest reason, or why the case was skipped. */
  readonly reasons: readonly string[]
  readonly durationMs: number
  readonly execution?: Execution
  readonly comparisons?: readonly Comparison[]
}
export interface FileResult {
  readonly file: string
  readonly root: string
  /** The heading of the file. */
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
