/** Validates received decisions. One invalid decision rejects the batch, so that an error of a machine is noticed. */
import type { Decision, HookRun } from '../../wire/index.ts'
import { reportLimits } from '../../wire/report-limits.ts'
import { Refusal } from '../refusal.ts'
import type { DecisionKind, NewRow } from '../store/index.ts'

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

export interface ParsedDecision {
  readonly decision: Omit<NewRow<'decisions'>, 'team_id' | 'device_id' | 'received_at'>
  readonly runs: readonly Omit<NewRow<'runs'>, 'team_id' | 'device_id'>[]
  /** Which hooks the machine had: the revision, and the rollout whose candidate they are (0: the stable hooks). Absent: it cannot be so. */
  readonly ring?: { readonly revision: number; readonly candidate: number }
  /** The observation under way, and the positions of the runs that only observed. `isForeign`: nothing is observed in it. */
  readonly observing: {
    readonly candidate: number
    readonly positions: ReadonlySet<number>
    readonly isForeign?: true
  }
}

export function parseDecisions(decisions: readonly Decision[], receivedAt: number): readonly ParsedDecision[] {
  const { decisions: most, runsInAll } = reportLimits
  if (decisions.length > most)
    throw new Refusal('invalid', `a report can have at most ${most} decisions, got ${decisions.length}`)
  const runs = decisions.reduce((sum, decision) => sum + decision.runs.length, 0)
  if (runs > runsInAll) throw new Refusal('invalid', `a report can have at most ${runsInAll} runs, got ${runs}`)
  return decisions.map((decision, index) => parseDecision(decision, index, receivedAt))
}

function parseDecision(decision: Decision, index: number, receivedAt: number): ParsedDecision {
  const createError = (problem: string) => new Refusal('invalid', `decision ${index}: ${problem}`)
  const sequence = Number(decision.sequence)
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw createError('sequence must be an integer of at least 1')
  const claimed = rfc3339.test(decision.at) ? Date.parse(decision.at) : Number.NaN
  // A decision cannot be later than its arrival. A time in the future from a wrong clock would never become old enough to delete.
  const at = Math.min(claimed, receivedAt)
  if (!Number.isFinite(at) || at < 0) throw createError('at must be a time in RFC 3339 format')
  if (decision.runs.length > reportLimits.runs) throw createError(`it has more than ${reportLimits.runs} runs`)
  const { event, verdict, rule, agent } = decision
  const isFailed = decision.runs.some(({ failure }) => failure !== '')
  return {
    decision: {
      sequence,
      at,
      ...checkNames({ event, verdict, rule, agent }, createError),
      duration_ms: checkDuration(decision.durationMs, createError),
      kind: kindOf(verdict, rule, checkObserved(decision.observed, createError)),
      failed: isFailed ? 1 : 0,
    },
    ring: parseRing(decision, createError),
    observing: {
      candidate: checkObservation(decision.observation, createError),
      positions: new Set(decision.runs.flatMap(({ monitor }, position) => (monitor ? [position] : []))),
    },
    runs: decision.runs.map((run, position) => parseRun(run, position, sequence, at, createError)),
  }
}

/** A question that the user refused has the verdict `deny`. Its rule shows that a hook asked. */
function kindOf(verdict: string, rule: string, observed: Observed): DecisionKind {
  if (verdict === 'ask' || rule === 'asked' || rule === 'nobody-to-ask') return 'ask'
  if (verdict === 'deny') return 'deny'
  if (observed !== '') return `would-${observed}`
  return rule === 'paused' ? 'paused' : 'allow'
}

type Observed = '' | 'deny' | 'ask'

function checkObserved(observed: string, createError: CreateError): Observed {
  if (observed === '' || observed === 'deny' || observed === 'ask') return observed
  throw createError('observed must be deny, ask or empty')
}

function checkObservation(observation: bigint, createError: CreateError): number {
  const candidate = Number(observation)
  if (Number.isSafeInteger(candidate) && candidate >= 0) return candidate
  throw createError('observation must be a non-negative integer')
}

/** A hook that only observes has denied nothing, so its run is never counted as a denial. */
const outcomeOf = ({ outcome, monitor }: HookRun): string => {
  if (!monitor) return outcome
  if (outcome === 'deny' || outcome === 'blocked') return 'would-deny'
  return outcome === 'ask' ? 'would-ask' : outcome
}

function parseRing(decision: Decision, createError: CreateError): NonNullable<ParsedDecision['ring']> {
  const [revision, candidate] = [Number(decision.revision), Number(decision.candidate)]
  if (![revision, candidate].every((number) => Number.isSafeInteger(number) && number >= 0))
    throw createError('revision and candidate must be non-negative integers')
  return { revision, candidate }
}

type CreateError = (problem: string) => Refusal

function parseRun(
  run: HookRun,
  position: number,
  sequence: number,
  at: number,
  createError: CreateError,
): ParsedDecision['runs'][number] {
  const hook_id = Number(run.hookId)
  if (!Number.isSafeInteger(hook_id) || hook_id < 0)
    throw createError(`run ${position}: hook_id must be a non-negative integer`)
  const { source, fingerprint, failure, rule } = run
  const names = checkNames({ source, fingerprint, outcome: outcomeOf(run), failure, rule }, createError)
  return { sequence, position, at, hook_id, ...names, duration_ms: checkDuration(run.durationMs, createError) }
}

/** These fields contain names and codes, so long texts are invalid. */
function checkNames<T extends Record<string, string>>(fields: T, createError: CreateError): T {
  for (const [name, text] of Object.entries(fields))
    if (text.length > 200 || /\p{Cc}/u.test(text))
      throw createError(`${name} must have at most 200 characters and no control characters`)
  return fields
}

function checkDuration(ms: number, createError: CreateError): number {
  if (!Number.isFinite(ms) || ms < 0) throw createError('duration_ms must be a non-negative number')
  return ms
}
