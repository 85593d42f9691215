/** What a line about a record says beside the decision: why the event exists, and what the person should know about it. */
import type { LogRecord } from '@hookline/core/node'
import { oneLine } from '../text/plain.ts'
import { withShortTimes } from '../text/when.ts'
import { findMessage } from './record-text.ts'

/** ` (proof)` or ` (trial)` for an invented event, ` (workspace not trusted)` for a decision of its hooks; else nothing. */
export function remarksIn(record: LogRecord): string {
  const remarks = [
    ...(record.purpose === undefined ? [] : [oneLine(record.purpose)]),
    ...(isUntrusted(record) ? ['workspace not trusted'] : []),
  ]
  return remarks.length === 0 ? '' : ` (${remarks.join(', ')})`
}

/** The message of a deny or an ask, and for a pause who paused the hooks, until when and why. */
export function findReason(record: LogRecord): string | undefined {
  const { because, skipped, reply, verdict } = record
  const pause = skipped.find(({ why }) => why === 'paused')?.detail
  if (because.rule === 'paused') return pause === undefined ? undefined : withShortTimes(pause)
  // After a failure the message is Hookline's own sentence, which the line shows already.
  if (verdict === 'allow' || because.rule.startsWith('failed')) return undefined
  // The model gets a fixed sentence instead of the text of an untrusted workspace. The remark says whose text it is.
  if (isUntrusted(record) && typeof reply.user_message === 'string')
    return reply.user_message.replace(`From the untrusted workspace ${record.root}: `, '')
  return findMessage(record)
}

/** Whether a hook decided that can only deny or ask, because its workspace is not trusted. */
const isUntrusted = ({ runs, because }: LogRecord): boolean =>
  runs.some(({ entry, notes }) => because.entries.includes(entry.id) && notes.includes('only-restricts'))
