/** Describes the recorded and the new decision in the same form, and finds what changed. */
import { isAsked, type LogRecord } from '@hookline/core/node'
import { type EventName, eventRows } from '@hookline/core/protocol'
import type { Execution } from '../hooktest/read/types.ts'
import { failureOf, findMessage, hasFailed, nameOf, whoOf } from '../log/record-text.ts'
import { clip, oneLine } from '../text/plain.ts'

export interface Decision {
  /** What the hooks decided together. A question is `ask`, whatever the user answered. */
  readonly verdict: 'allow' | 'deny' | 'ask'
  /** False for a deny or a question of hooks in monitor mode, which has no effect. */
  readonly enforced: boolean
  /** Whether a failure decided, and not a hook's reply. */
  readonly failed: boolean
  /** The hooks were paused, so that none judged it. Absent: they were not. */
  readonly paused?: true
  readonly followUp: boolean
  readonly rewritten: boolean
  readonly by: string
  readonly says: string
}

const MESSAGE_LENGTH = 200

export function recordedDecision(record: LogRecord): Decision {
  const { because, kind, reply, originalInput, runs, failures } = record
  const verdict = verdictOf(record.verdict, because.rule)
  const failure = runs.find(hasFailed)
  const failed = didFailureDecide(record.event, because.rule, failures)
  return {
    // Compare what the hooks decide. The answer to a question is the user's.
    verdict: isAsked(record) ? 'ask' : verdict,
    enforced: isEnforced(verdict, kind, because.rule),
    failed,
    ...(because.rule === 'paused' ? { paused: true as const } : {}),
    followUp: kind === 'follow-up',
    rewritten: originalInput !== undefined,
    by: whoOf(record),
    says: failed && failure !== undefined ? failureOf(failure) : replyMessage(reply),
  }
}

export function newDecision(event: EventName, got: Execution): Decision {
  const { kind, rule, reply, followUp, runs, because } = got
  const verdict = verdictOf(got.verdict, rule)
  const failures = runs.filter(({ failure }) => failure !== undefined)
  const failed = didFailureDecide(event, rule, failures.length)
  const deciding = runs.filter(({ entry }) => because.includes(entry.label))
  const relevant = failed ? failures : deciding.length > 0 ? deciding : runs
  return {
    verdict,
    enforced: isEnforced(verdict, kind, rule),
    failed,
    ...(rule === 'paused' ? { paused: true as const } : {}),
    followUp: followUp !== undefined,
    rewritten: reply.updated_input !== undefined || reply.updated_content !== undefined,
    by: [...new Set(relevant.map(({ entry }) => nameOf(entry.label)))].join(', '),
    says: failed
      ? oneLine(failures[0]?.failure?.message ?? '')
      : runs.length === 0
        ? 'no hook runs'
        : replyMessage(reply),
  }
}

const questionRules: ReadonlySet<string> = new Set(['asked', 'nobody-to-ask'])

/** A question that was denied is recorded as a deny, but here it is compared with today's question. */
const verdictOf = (verdict: Decision['verdict'], rule: string): Decision['verdict'] =>
  questionRules.has(rule) ? 'ask' : verdict

const isEnforced = (verdict: Decision['verdict'], kind: string, rule: string): boolean =>
  verdict === 'allow' || kind !== 'proceed' || questionRules.has(rule)

const didFailureDecide = (event: EventName, rule: string, failures: number): boolean =>
  rule.startsWith('failed') || (eventRows[event].gate.kind === 'none' && failures > 0)

const replyMessage = (reply: LogRecord['reply']): string =>
  clip(oneLine((findMessage({ reply }) ?? '').replaceAll('<root>/', '')), MESSAGE_LENGTH)

export const isSame = (was: Decision, now: Decision): boolean =>
  was.verdict === now.verdict &&
  was.enforced === now.enforced &&
  was.failed === now.failed &&
  was.followUp === now.followUp &&
  was.rewritten === now.rewritten

/** In the order of importance to the person who changed a hook. */
export const changes = ['new denies', 'new questions', 'now failing', 'no longer refused', 'other changes'] as const
export type Change = (typeof changes)[number]

export function changeOf(was: Decision, now: Decision): Change | undefined {
  if (isSame(was, now)) return undefined
  const [before, after] = [enforcedVerdict(was), enforcedVerdict(now)]
  if (after === 'deny' && before !== 'deny') return 'new denies'
  if (after === 'ask' && before !== 'ask') return 'new questions'
  if (now.failed && !was.failed) return 'now failing'
  return before !== 'allow' && after === 'allow' ? 'no longer refused' : 'other changes'
}

const enforcedVerdict = ({ verdict, enforced }: Decision): Decision['verdict'] => (enforced ? verdict : 'allow')

/** `DENY  guard.ts: git commit needs review` */
export function decisionText(event: EventName, decision: Decision, side: 'was' | 'now'): string {
  const { verdict, enforced, failed, paused, by, says, followUp, rewritten } = decision
  const observes = eventRows[event].gate.kind === 'none'
  const label = paused ? 'PAUSED' : followUp ? 'FOLLOW-UP' : observes ? 'RAN' : verdict.toUpperCase()
  const more = [
    ...(enforced ? [] : ['monitor only, not enforced']),
    ...(failed ? ['hook failed'] : []),
    ...(rewritten ? ['rewritten'] : []),
  ].join(', ')
  const head = more === '' ? label : `${label} (${more})`
  const isPlain = verdict === 'allow' && !failed && by !== ''
  if (isPlain || (side === 'was' && failed)) return head
  return `${head}  ${[by, says].filter((text) => text !== '').join(': ')}`.trimEnd()
}
