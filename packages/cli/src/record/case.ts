/** Turns one run of a recorded event into a test case: the event, and the reply of this hook. */

import type { LogRecord, LogRun } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows, isObject } from '@hookline/core/protocol'
import { subjectOf } from '../hooktest/read/input.ts'
import type { TestCase, Want } from '../hooktest/read/types.ts'
import { nameOf, shortId } from '../log/record-text.ts'
import { inRoot } from '../replay/replay-input.ts'
import { caseInput, withoutSecrets } from './input.ts'

export interface RecordedCase {
  readonly test: TestCase
  /** The newest record with this input. */
  readonly record: LogRecord
}

export function caseOf(record: LogRecord, at: number, root: string): RecordedCase | { readonly unusable: string } {
  const run = record.runs[at]
  if (run === undefined) return { unusable: 'no hook ran' }
  if (run.outcome.kind === 'failed')
    return {
      unusable: `${nameOf(run.entry.label)} failed. Fix the hook, then run: hookline replay ${shortId(record.id)}`,
    }
  const made = caseInput(record, root)
  if ('unusable' in made) return made
  const test: TestCase = {
    name: subjectOf(record.event, made.input),
    event: record.event,
    input: made.input,
    files: {},
    env: {},
    edition: record.edition,
    want: wantOf(record, run, at, root),
    differs: {},
    line: 1,
  }
  return { record, test }
}

/** The reply of this hook, not the decision of all hooks together. */
function wantOf(record: LogRecord, run: LogRun, at: number, root: string): Want {
  const reply = run.reply === undefined || !isWhole(record, `runs[${at}].reply`) ? {} : run.reply
  const cleanReply = withoutSecrets(inRoot(reply, root)) as JsonObject // Both keep the shape.
  const gate = eventRows[record.event].gate.kind !== 'none'
  const want: Want = {
    ...(gate ? { verdict: run.outcome.verdict ?? 'allow' } : {}),
    ...messageFields(record.event, cleanReply),
    ...(isObject(cleanReply.updated_input) ? { updated_input: cleanReply.updated_input } : {}),
  }
  return Object.keys(want).length > 0 ? want : { ran: [nameOf(run.entry.label)] }
}

/** A reply with erased, replaced or cut parts cannot be expected word by word. */
const isWhole = ({ erased, redacted, cut }: LogRecord, path: string): boolean =>
  ![...erased, ...redacted.map((one) => one.path), ...cut.map((one) => one.path)].some((one) => one.startsWith(path))

const messageNames = {
  user_message: 'user_message',
  agent_message: 'agent_message',
  additional_context: 'context',
  followup_message: 'follow_up',
} as const

function messageFields(event: EventName, reply: JsonObject): Want {
  const fields: readonly string[] = eventRows[event].reply
  const found = Object.entries(messageNames).filter(
    ([field]) => fields.includes(field) && typeof reply[field] === 'string',
  )
  return Object.fromEntries(found.map(([field, key]) => [key, reply[field]]))
}
