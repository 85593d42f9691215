/** What was decided then and what is decided now, in the same words, and what changed between them. */
import type { LogRecord } from '@hookline/core/node'
import { type EventName, eventRows } from '@hookline/core/protocol'
import type { Execution } from '../hooktest/types.ts'
import { failureOf, hasFailed, nameOf, saidIn, whoOf } from '../log/words.ts'
import { clip, oneLine } from '../plain.ts'

export interface Decision {
  readonly verdict: 'allow' | 'deny' | 'ask'
  /** A failure decided: nobody's word did. */
  readonly failed: boolean
  readonly followUp: boolean
  readonly rewritten: boolean
  readonly by: string
  readonly says: string
}

const MOST_SAID = 200

export function decisionThen(record: LogRecord): Decision {
  const { verdict, because, kind, reply, originalInput, runs, failures } = record
  const failure = runs.find(hasFailed)
  const failed = hasDecided(record.event, because.rule, failures)
  return {
    verdict,
    failed,
    followUp: kind === 'follow-up',
    rewritten: originalInput !== undefined,
    by: whoOf(record),
    says: failed && failure !== undefined ? failureOf(failure) : ownWords(reply),
  }
}

export function decisionNow(event: EventName, got: Execution): Decision {
  const { verdict, rule, reply, followUp, runs, because } = got
  const failures = runs.filter(({ failure }) => failure !== undefined)
  const failed = hasDecided(event, rule, failures.length)
  const deciding = runs.filter(({ entry }) => because.includes(entry.label))
  const speaking = failed ? failures : deciding.length > 0 ? deciding : runs
  return {
    verdict,
    failed,
    followUp: followUp !== undefined,
    rewritten: reply.updated_input !== undefined || reply.updated_content !== undefined,
    by: [...new Set(speaking.map(({ entry }) => nameOf(entry.label)))].join(', '),
    says: failed ? oneLine(failures[0]?.failure?.message ?? '') : runs.length === 0 ? 'no hook runs' : ownWords(reply),
  }
}

const hasDecided = (event: EventName, rule: string, failures: number): boolean =>
  rule.startsWith('failed') || (eventRows[event].gate.kind === 'none' && failures > 0)

const ownWords = (reply: LogRecord['reply']): string =>
  clip(oneLine((saidIn({ reply }) ?? '').replaceAll('<root>/', '')), MOST_SAID)

export const isSame = (was: Decision, now: Decision): boolean =>
  was.verdict === now.verdict &&
  was.failed === now.failed &&
  was.followUp === now.followUp &&
  was.rewritten === now.rewritten

/** In the order in which they matter to whoever changed a hook. */
export const changes = ['new denies', 'new questions', 'now failing', 'no longer refused', 'other changes'] as const
export type Change = (typeof changes)[number]

export function changeOf(was: Decision, now: Decision): Change | undefined {
  if (isSame(was, now)) return undefined
  if (now.verdict === 'deny' && was.verdict !== 'deny') return 'new denies'
  if (now.verdict === 'ask' && was.verdict !== 'ask') return 'new questions'
  if (now.failed && !was.failed) return 'now failing'
  return was.verdict !== 'allow' && now.verdict === 'allow' ? 'no longer refused' : 'other changes'
}

/** `DENY  guard.ts: git commit needs review` */
export function decisionText(event: EventName, decision: Decision, side: 'was' | 'now'): string {
  const { verdict, failed, by, says, followUp, rewritten } = decision
  const observes = eventRows[event].gate.kind === 'none'
  const word = followUp ? 'FOLLOW-UP' : observes ? 'RAN' : verdict.toUpperCase()
  const more = [...(failed ? ['hook failed'] : []), ...(rewritten ? ['rewritten'] : [])].join(', ')
  const head = more === '' ? word : `${word} (${more})`
  const isPlain = verdict === 'allow' && !failed && by !== ''
  if (isPlain || (side === 'was' && failed)) return head
  return `${head}  ${[by, says].filter((text) => text !== '').join(': ')}`.trimEnd()
}
