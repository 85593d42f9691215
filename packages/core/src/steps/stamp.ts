/** Step: checks a host's input against the event's row, and fills in the common fields that are missing. */

import { describeSuggestion, suggestEvent } from '../agents/suggest.ts'
import { HooklineError } from '../errors.ts'
import type { Event, Session } from '../flow.ts'
import { newId } from '../ids.ts'
import { type CommonInput, commonFields, reducedFields } from '../protocol/common.ts'
import { type EventName, eventNames, eventRows, isEventName } from '../protocol/events/index.ts'
import type { EventRow } from '../protocol/row.ts'
import type { JsonObject } from '../schema.ts'
import { isObject, type Mismatch, mismatch } from '../schema.ts'

/** The version of the application, if the host does not send one. */
const VERSION = '3.0.0'

export interface StampRim {
  /** Common fields that a host gives once instead of at every call. */
  readonly defaults: Partial<CommonInput>
  readonly roots: readonly string[]
  readonly userEmail: string | null
  /** One conversation per engine, unless the host names another. */
  conversationId(): string
  generationOf(conversationId: string, newTurn: boolean): string
  sessionOf(conversationId: string): Session
}

export function stamp(name: string, given: unknown, rim: StampRim): Event {
  if (!isEventName(name))
    throw new HooklineError(
      'unknown-event',
      `There is no event ${JSON.stringify(name)}.${suggestName(name)} The events are: ${eventNames.join(', ')}.`,
    )
  if (!isObject(given)) throw new HooklineError('bad-input', `The input of ${name} must be an object.`)
  const row = eventRows[name]
  const input = completeInput(name, row, given, rim)
  const wrong = mismatch(row.input, input) ?? mismatch(row.common === 'all' ? commonFields : reducedFields, input)
  if (wrong !== undefined) throw new HooklineError('bad-input', describeMismatch(name, wrong))
  const assumed = findAssumedFields(given, row, rim)
  return {
    ...(assumed.length === 0 ? {} : { assumed }),
    id: newId(),
    name,
    row,
    // Not a getter that formats it later: V8 keeps an object with a getter of its own until it collects everything.
    at: new Date().toISOString(),
    input,
  }
}

/** The fields whose value is a default of ours, because neither the event nor the host gives one. */
const findAssumedFields = (
  given: JsonObject,
  row: EventRow,
  { defaults }: StampRim,
): readonly ('cursor_version' | 'model')[] =>
  (row.common === 'all' ? (['cursor_version', 'model'] as const) : (['cursor_version'] as const)).filter(
    (field) => given[field] == null && defaults[field] == null,
  )

/** Any other value is refused after the fields are complete. `String` would throw for an object without `toString`. */
const idOf = (id: unknown): string => (typeof id === 'string' ? id : '')

function suggestName(name: unknown): string {
  if (typeof name !== 'string') return ''
  const hint = describeSuggestion(name, suggestEvent(name))
  return hint === '' ? '' : ` ${hint}${hint.endsWith('?') ? '' : '.'}`
}

/** Puts the common fields first, as given or filled in, then everything else. Written out for speed, because every event passes here. */
function completeInput(name: EventName, row: EventRow, given: JsonObject, rim: StampRim): JsonObject {
  const input: Record<string, unknown> =
    row.common === 'all' ? sessionFields(name, row, given, rim) : reducedCommonFields(name, given, rim)
  for (const key in given) if (!Object.hasOwn(input, key) && key !== '__proto__') input[key] = given[key]
  for (const [one, other] of row.mirrors) {
    if (input[one] == null && input[other] != null) input[one] = input[other]
    else if (input[other] == null && input[one] != null) input[other] = input[one]
  }
  if (row.loops) input.loop_count ??= rim.sessionOf(idOf(input.conversation_id)).loops[name] ?? 0
  return input
}

function sessionFields(name: string, row: EventRow, given: JsonObject, rim: StampRim): Record<string, unknown> {
  const { defaults } = rim
  const id =
    given.conversation_id ?? given.session_id ?? defaults.conversation_id ?? defaults.session_id ?? rim.conversationId()
  const fields: Record<string, unknown> = {
    conversation_id: id,
    generation_id:
      given.generation_id ?? defaults.generation_id ?? rim.generationOf(idOf(id), row.session === 'new-turn'),
    session_id: given.session_id ?? id,
    model: given.model ?? defaults.model ?? 'default',
    hook_event_name: name,
    cursor_version: given.cursor_version ?? defaults.cursor_version ?? VERSION,
    workspace_roots: given.workspace_roots ?? defaults.workspace_roots ?? rim.roots,
    user_email: given.user_email ?? defaults.user_email ?? rim.userEmail,
    transcript_path: given.transcript_path ?? defaults.transcript_path ?? null,
  }
  if (defaults.model_id != null) fields.model_id = given.model_id ?? defaults.model_id
  if (defaults.model_params != null) fields.model_params = given.model_params ?? defaults.model_params
  return fields
}

const reducedCommonFields = (
  name: string,
  given: JsonObject,
  { defaults, roots, userEmail }: StampRim,
): Record<string, unknown> => ({
  hook_event_name: name,
  cursor_version: given.cursor_version ?? defaults.cursor_version ?? VERSION,
  workspace_roots: given.workspace_roots ?? defaults.workspace_roots ?? roots,
  user_email: given.user_email ?? defaults.user_email ?? userEmail,
})

const describeMismatch = (name: string, wrong: Mismatch) =>
  `${wrong.path} of ${name} must be ${wrong.want}, and is ${wrong.got}. See docs/events.md#${name.toLowerCase()}.`
