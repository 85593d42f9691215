/** The one verdict over all events of an explanation: the strictest one, and the hook that gives it. */
import type { Verdict } from '@hookline/core/node'
import { counted, labelOf } from '../text/entry-text.ts'
import { clip, oneLine } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import type { ExplainedEvent, ExplainedHook } from './explain-event.ts'
import { findPaused, replyOf } from './report.ts'

export interface OverallVerdict {
  /** `unknown`: hooks that have to run decide. */
  readonly verdict: Verdict | 'unknown'
  /** The label of the hook that decides. */
  readonly by?: string
  /** The rule of a pack, as its message names it. */
  readonly rule?: string
  readonly message?: string
  /** The pause that is why no hook objects. Present only with `allow`. */
  readonly paused?: string
  /** Whether the verdict counts now. False: only after the user trusts the files as they are. */
  readonly trusted: boolean
  /** What happens until then, if that is something else. */
  readonly now?: Verdict | 'unknown'
  /** How many hooks would run besides, and how many more after trust. */
  readonly left: number
  readonly afterTrust: number
}

const order = ['allow', 'unknown', 'ask', 'deny'] as const
const strictest = (verdicts: readonly (Verdict | 'unknown')[]): Verdict | 'unknown' =>
  order[Math.max(0, ...verdicts.map((verdict) => order.indexOf(verdict)))] ?? 'allow'
/** Without a verdict, hooks that have to run decide, now or after trust. */
const verdictOf = (events: readonly ExplainedEvent[]): Verdict | 'unknown' =>
  strictest(events.map(({ verdict }) => verdict ?? 'unknown'))

/** A script that runs only after trust. */
const waitsForTrust = ({ why, untrusted }: ExplainedHook): boolean => untrusted !== undefined && why === untrusted

/** Whether the event is allowed now, and also after trust. */
export const isAllowed = ({ verdict, now = verdict }: OverallVerdict): boolean => verdict === 'allow' && now === 'allow'

/** `now` is the same events as the engine would judge them now; absent if everything is trusted. */
export function overallVerdict(events: readonly ExplainedEvent[], now?: readonly ExplainedEvent[]): OverallVerdict {
  const verdict = verdictOf(events)
  const hooks = events.flatMap((one) => one.hooks)
  const decider = hooks.find((hook) => givesVerdict(hook, verdict))
  const message = decider === undefined ? undefined : (decider.entry.broken?.message ?? replyOf(decider.run).message)
  const rule = /^([\w-]+\/[\w-]+): /.exec(message ?? '')?.[1]
  const paused =
    verdict === 'allow' ? events.map((one) => findPaused(one.hooks)).find((text) => text !== undefined) : undefined
  const nowVerdict = now === undefined ? verdict : verdictOf(now)
  return {
    verdict,
    ...(decider === undefined ? {} : { by: labelOf(decider.entry) }),
    ...(rule === undefined ? {} : { rule }),
    ...(message === undefined ? {} : { message }),
    ...(paused === undefined ? {} : { paused }),
    trusted: decider?.untrusted === undefined && nowVerdict === verdict,
    ...(nowVerdict === verdict ? {} : { now: nowVerdict }),
    left: hooks.filter(({ state }) => state === 'runs').length,
    afterTrust: hooks.filter(waitsForTrust).length,
  }
}

function givesVerdict({ state, run, entry }: ExplainedHook, verdict: Verdict | 'unknown'): boolean {
  if (verdict === 'allow' || verdict === 'unknown' || entry.monitor) return false
  return state === 'denies' ? verdict === 'deny' : state === 'judged' && replyOf(run).verdict === verdict
}

/** One line, and a second one if the hooks as they are now do not count yet. */
export function overallLines(overall: OverallVerdict, style: Style): readonly string[] {
  const { verdict, by, rule, message, paused, trusted, now, left, afterTrust } = overall
  const word =
    paused === undefined
      ? { deny: style.red, ask: style.yellow, allow: style.green, unknown: style.yellow }[verdict](
          verdict.toUpperCase(),
        )
      : `${style.yellow('PAUSED')}: ${paused}`
  const whom = by === undefined ? '' : ` by ${by}${rule === undefined ? '' : `, rule ${rule}`}`
  const reason =
    message === undefined ? '' : `: ${oneLine(rule === undefined ? message : message.slice(rule.length + 2))}`
  const open = [
    ...(left === 0 || verdict === 'deny' ? [] : [`${counted(left, 'hook')} would run and may decide otherwise`]),
    ...(afterTrust === 0 || verdict === 'deny' ? [] : [`${counted(afterTrust, 'script')} would run after trust`]),
  ]
  const more = open.length === 0 ? '' : `: ${open.join('; ')}`
  const mark = trusted ? '' : `  ${style.yellow('(not trusted yet)')}`
  return [
    `${clip(`${word}${whom}${reason}${more}`, 240)}${mark}`,
    ...(now === undefined ? [] : [style.dim(`Until you trust the files as they are now: ${now.toUpperCase()}`)]),
    '',
  ]
}
