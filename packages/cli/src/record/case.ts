/** One run of a recorded event as a test case: the event, and what this hook said to it. */

import type { LogRecord, LogRun } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'
import { subjectOf } from '../hooktest/read/input.ts'
import type { TestCase, Want } from '../hooktest/read/types.ts'
import { isObject, nameOf } from '../log/words.ts'
import { inRoot } from '../replay/usable.ts'
import { caseInput, withoutSecrets } from './input.ts'

export interface RecordedCase {
  readonly test: TestCase
  /** The record it was made of: the newest with this input. */
  readonly record: LogRecord
}

export function caseOf(record: LogRecord, at: number, root: string): RecordedCase | { readonly unusable: string } {
  const run = record.runs[at]
  if (run === undefined) return { unusable: 'no hook ran' }
  if (run.outcome.kind === 'failed')
    return { unusable: `${nameOf(run.entry.label)} failed, and a failure is not wanted: mend it, then hookline replay` }
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

/** The hook's own word, not what all of them came to. */
function wantOf(record: LogRecord, run: LogRun, at: number, root: string): Want {
  const reply = run.reply === undefined || !isWhole(record, `runs[${at}].reply`) ? {} : run.reply
  const said = withoutSecrets(inRoot(reply, root)) as JsonObject
  const gate = eventRows[record.event].gate.kind !== 'none'
  const want: Want = {
    ...(gate ? { verdict: run.outcome.verdict ?? 'allow' } : {}),
    ...textsOf(record.event, said),
    ...(isObject(said.updated_input) ? { updated_input: said.updated_input } : {}),
  }
  return Object.keys(want).length > 0 ? want : { ran: [nameOf(run.entry.label)] }
}

/** What was erased, replaced or cut in a reply cannot be wanted word by word. */
const isWhole = ({ erased, redacted, cut }: LogRecord, path: string): boolean =>
  ![...erased, ...redacted.map((one) => one.path), ...cut.map((one) => one.path)].some((one) => one.startsWith(path))

const texts = {
  user_message: 'user_message',
  agent_message: 'agent_message',
  additional_context: 'context',
  followup_message: 'follow_up',
} as const

function textsOf(event: EventName, said: JsonObject): Want {
  const fields: readonly string[] = eventRows[event].reply
  const found = Object.entries(texts).filter(([field]) => fields.includes(field) && typeof said[field] === 'string')
  return Object.fromEntries(found.map(([field, key]) => [key, said[field]]))
}
