/** Step: check what a host handed over against the event's row, and fill in the common fields it left out. */
import { HooklineError } from './errors.ts'
import type { Event, Session } from './flow.ts'
import { type CommonInput, commonFields, reducedFields } from './protocol/common.ts'
import { eventNames, eventRows, isEventName } from './protocol/events/index.ts'
import type { EventRow } from './protocol/row.ts'
import { isObject, type Mismatch, mismatch } from './schema.ts'

export interface StampRim {
  /** What a host says once instead of at every call. */
  readonly defaults: Partial<CommonInput>
  readonly roots: readonly string[]
  readonly userEmail: string | null
  /** One conversation per engine, unless the host names another. */
  readonly conversationId: string
  generationOf(conversationId: string, newTurn: boolean): string
  sessionOf(conversationId: string): Session
}

export function stamp(name: string, given: unknown, rim: StampRim): Event {
  if (!isEventName(name))
    throw new HooklineError(
      'unknown-event',
      `There is no event ${JSON.stringify(name)}. The events are: ${eventNames.join(', ')}.`,
    )
  if (!isObject(given)) throw new HooklineError('bad-input', `The input of ${name} must be an object.`)
  const row = eventRows[name]
  const input = complete(name, row, given, rim)
  const wrong = mismatch(row.input, input) ?? mismatch(row.common === 'all' ? commonFields : reducedFields, input)
  if (wrong !== undefined) throw new HooklineError('bad-input', sentence(name, wrong))
  return { id: newId(), name, row, at: new Date().toISOString(), input }
}

function complete(
  name: string,
  row: EventRow,
  given: Readonly<Record<string, unknown>>,
  rim: StampRim,
): Record<string, unknown> {
  const { defaults } = rim
  const input: Record<string, unknown> = { ...given, hook_event_name: name }
  input.cursor_version ??= defaults.cursor_version ?? '3.0.0'
  input.workspace_roots ??= defaults.workspace_roots ?? rim.roots
  input.user_email ??= defaults.user_email ?? rim.userEmail
  for (const [one, other] of row.mirrors) {
    input[one] ??= input[other]
    input[other] ??= input[one]
    if (input[one] === undefined) delete input[one]
    if (input[other] === undefined) delete input[other]
  }
  return row.common === 'all' ? completeSession(row, input, rim) : input
}

function completeSession(row: EventRow, input: Record<string, unknown>, rim: StampRim): Record<string, unknown> {
  const { defaults } = rim
  const id = input.conversation_id ?? input.session_id ?? defaults.conversation_id ?? rim.conversationId
  input.conversation_id = id
  input.session_id ??= id
  input.generation_id ??= defaults.generation_id ?? rim.generationOf(String(id), row.session === 'new-turn')
  input.model ??= defaults.model ?? 'default'
  input.transcript_path ??= defaults.transcript_path ?? null
  if (defaults.model_id != null) input.model_id ??= defaults.model_id
  if (defaults.model_params != null) input.model_params ??= defaults.model_params
  if (row.loops)
    input.loop_count ??= rim.sessionOf(String(id)).loops[input.hook_event_name as keyof Session['loops']] ?? 0
  return input
}

const sentence = (name: string, wrong: Mismatch) =>
  `${wrong.path} of ${name} must be ${wrong.want}, and is ${wrong.got}. See docs/events.md#${name.toLowerCase()}.`

let counter = 0
/** Time and random text (CONTRACT §7), sortable as text. */
export const newId = () => {
  counter = (counter + 1) % 1296
  return `${Date.now().toString(36)}-${counter.toString(36).padStart(2, '0')}${Math.random().toString(36).slice(2, 8).padEnd(6, '0')}`
}
