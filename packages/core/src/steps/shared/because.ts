/** Explains which hook decided, and how. "Failed, so allowed" is never shown as "allowed". */
import type { Because, Entry, Plan, Rule, Run, Verdict } from '../../flow.ts'
import type { Gate } from '../../protocol/row.ts'
import { type Rewrite, verdictOf } from './merge.ts'
import { nameOf } from './sentences.ts'

export function explainDecision(
  runs: readonly Run[],
  verdict: Verdict | undefined,
  gate: Gate,
  clash?: readonly [Rewrite, Run],
): Because {
  if (clash !== undefined) return secondRewrite(clash[0].author.entry, clash[1].entry)
  if (runs.length === 0) return { rule: 'nobody', entries: [], message: 'no hook ran' }
  if (verdict === 'deny' || verdict === 'ask')
    return bySpeakers(
      runs.filter((run) => verdictOf(run) === verdict),
      verdict,
    )
  const failures = runs.filter((run) => run.outcome.kind === 'failed')
  if (failures.length > 0) return failedOpen(failures)
  const speakers = runs.filter((run) =>
    gate.kind === 'none' ? run.outcome.kind === 'replied' : verdictOf(run) === 'allow',
  )
  if (speakers.length === 0) return { rule: 'no-opinion', entries: [], message: 'no hook gave an opinion' }
  const what = gate.kind === 'none' ? 'answered by' : 'allowed by'
  return { rule: 'reply', entries: entriesOf(speakers), message: `${what} ${names(speakers)}` }
}

/** Without a decision of other hooks, a pause is the reason why the act goes on: it is never shown as allowed. */
export function explainPause({ skipped }: Plan): Because | undefined {
  const paused = skipped.filter(({ why }) => why === 'paused')
  const [first] = paused
  if (first === undefined) return undefined
  const more = paused.length === 1 ? '' : ` and ${paused.length - 1} more`
  return {
    rule: 'paused',
    entries: paused.map(({ entry }) => entry),
    message: `not judged by ${nameOf(first.entry)}${more}: ${first.detail}`,
  }
}

/** A deny that a hook gave comes before one that only follows from a failure, so the message names a hook that meant it. */
function bySpeakers(runs: readonly Run[], verdict: 'deny' | 'ask'): Because {
  // Called with at least one run.
  const first = (runs.find((run) => ruleOf(run) !== 'failed-closed' && ruleOf(run) !== 'config') ?? runs[0]) as Run
  const rule = ruleOf(first)
  const { outcome } = first
  const how = {
    reply: 'by its reply',
    'exit-2': 'by exit 2',
    'read-no': 'by a no in what it printed',
    'failed-closed': 'because it failed and this event fails closed',
    config: 'because it cannot be used',
  }[rule]
  return {
    rule,
    entries: entriesOf(runs),
    ...(outcome.kind === 'failed' ? { failure: outcome.code } : {}),
    message: `${verdict === 'deny' ? 'denied' : 'a question'} from ${nameOf(first.entry)}, ${how}${outcome.kind === 'failed' ? `: ${describeFailure(first, outcome)}` : ''}`,
  }
}

function ruleOf({ outcome }: Run): Extract<Rule, 'reply' | 'exit-2' | 'read-no' | 'failed-closed' | 'config'> {
  if (outcome.kind === 'blocked') return 'exit-2'
  if (outcome.kind !== 'failed') return outcome.kind === 'replied' && outcome.readNo === true ? 'read-no' : 'reply'
  if (outcome.read === true) return 'read-no'
  return outcome.code === 'config' ? 'config' : 'failed-closed'
}

function failedOpen(failures: readonly Run[]): Because {
  // Called with at least one failure.
  const first = failures[0] as Run
  const failure = first.outcome.kind === 'failed' ? first.outcome : undefined
  return {
    rule: 'failed-open',
    entries: entriesOf(failures),
    ...(failure === undefined ? {} : { failure: failure.code }),
    message: `failed, so allowed: ${nameOf(first.entry)}: ${failure === undefined ? '' : describeFailure(first, failure)}`,
  }
}

/** Shows the embedder what a function of theirs threw. The stderr of a command stays in the record. */
function describeFailure({ entry, stderr }: Run, { message }: { readonly message: string }): string {
  const [line = ''] = stderr.trim().split('\n', 1)
  if (entry.call === undefined || line === '') return message
  return `it threw ${line.length > 200 ? `${line.slice(0, 199)}…` : line}`
}

const secondRewrite = (author: Entry, other: Entry): Because => ({
  rule: 'second-rewrite',
  entries: [author, other],
  message: `${nameOf(author)} rewrote the input, and ${nameOf(other)} then rewrote it differently`,
})

/** Why an act goes on that hooks refused. */
export function becauseApproved(runs: readonly Run[]): Because {
  const names = [...new Set(runs.map((run) => run.rule ?? run.entry.label))].join(', ')
  const how = runs.every(({ approved }) => approved?.lasts === true)
    ? 'by an exception in your settings'
    : 'by a person'
  const reasons = [...new Set(runs.flatMap(({ approved }) => approved?.reason ?? []))]
  const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`
  return { rule: 'approved', entries: entriesOf(runs), message: `approved ${how}${why}; otherwise stopped by ${names}` }
}

const entriesOf = (runs: readonly Run[]): readonly Entry[] => [
  ...new Map(runs.map((run) => [run.entry.id, run.entry])).values(),
]
const names = (runs: readonly Run[]) => entriesOf(runs).map(nameOf).join(', ')
