/** Decisions as they come, checked: one that is wrong refuses the batch, so that a machine's fault is seen and not swallowed. */
import type { Decision, HookRun } from '../../wire/index.ts'
import { reportLimits } from '../../wire/report-limits.ts'
import { Refusal } from '../refusal.ts'
import type { NewRow } from '../store/index.ts'

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

export interface Read {
  readonly decision: Omit<NewRow<'decisions'>, 'team_id' | 'device_id' | 'received_at'>
  readonly runs: readonly Omit<NewRow<'runs'>, 'team_id' | 'device_id'>[]
}

export function readDecisions(decisions: readonly Decision[], received: number): readonly Read[] {
  const { decisions: most, runsInAll } = reportLimits
  if (decisions.length > most)
    throw new Refusal('invalid', `a report has at most ${most} decisions, not ${decisions.length}`)
  const runs = decisions.reduce((sum, decision) => sum + decision.runs.length, 0)
  if (runs > runsInAll) throw new Refusal('invalid', `a report has at most ${runsInAll} runs, not ${runs}`)
  return decisions.map((decision, index) => read(decision, index, received))
}

function read(decision: Decision, index: number, received: number): Read {
  const wrong = (what: string) => new Refusal('invalid', `decision ${index}: ${what}`)
  const sequence = Number(decision.sequence)
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw wrong('sequence counts from 1')
  const said = rfc3339.test(decision.at) ? Date.parse(decision.at) : Number.NaN
  // Nothing was decided after it came: what a wrong clock says of the future would be new for ever, and never go.
  const at = Math.min(said, received)
  if (!Number.isFinite(at) || at < 0) throw wrong('at is no time (RFC 3339)')
  if (decision.runs.length > reportLimits.runs) throw wrong(`it has more than ${reportLimits.runs} runs`)
  const { event, verdict, rule, agent } = decision
  return {
    decision: {
      sequence,
      at,
      ...words({ event, verdict, rule, agent }, wrong),
      duration_ms: duration(decision.durationMs, wrong),
    },
    runs: decision.runs.map((run, position) => readRun(run, position, sequence, at, wrong)),
  }
}

type Wrong = (what: string) => Refusal

function readRun(run: HookRun, position: number, sequence: number, at: number, wrong: Wrong): Read['runs'][number] {
  const hook_id = Number(run.hookId)
  if (!Number.isSafeInteger(hook_id) || hook_id < 0) throw wrong(`run ${position}: hook_id is no id`)
  const { source, fingerprint, outcome, failure } = run
  const said = words({ source, fingerprint, outcome, failure }, wrong)
  return { sequence, position, at, hook_id, ...said, duration_ms: duration(run.durationMs, wrong) }
}

/** Names and codes, never texts: what is longer does not belong here. */
function words<T extends Record<string, string>>(fields: T, wrong: Wrong): T {
  for (const [name, text] of Object.entries(fields))
    if (text.length > 200 || /\p{Cc}/u.test(text))
      throw wrong(`${name} is no name: it is too long, or has control characters`)
  return fields
}

function duration(ms: number, wrong: Wrong): number {
  if (!Number.isFinite(ms) || ms < 0) throw wrong('duration_ms is no duration')
  return ms
}
