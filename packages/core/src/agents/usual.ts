/** The default format of input and reply: writes the input of an edition, reads the input of any edition, and writes the reply to a host. */

import type { EditionRow } from '../editions.ts'
import type { Effect, Event } from '../flow.ts'
import type { Dialect } from '../ports.ts'
import { type EventName, eventRows, isEventName } from '../protocol/events/index.ts'
import type { OlderName } from '../protocol/row.ts'
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import { parseJson } from './values.ts'

export type DecodedPayload = ReturnType<Dialect['toEvent']>

/** The event's input with the field names and units of an edition (CONTRACT §1). */
export function encodeInput(event: Event, edition: EditionRow): JsonObject {
  const { names } = edition
  const older = event.row.older.filter(({ seed }) => names.older.includes(seed))
  const named = older.reduce<JsonObject>(
    (input, name) => eachHolder(input, name, (holder) => renameField(holder, name.today, name.name, names.today)),
    event.input,
  )
  const inUnits = (names.seconds[event.name] ?? []).reduce(toSeconds, named)
  return names.toolOutput === 'text' && typeof inUnits.tool_output === 'string'
    ? { ...inUnits, tool_output: plainText(inUnits.tool_output) }
    : inUnits
}

/** Reads a payload in the default format as an event. Older field names are translated to today's. */
export function decodePayload(payload: JsonObject): DecodedPayload {
  const name = payload.hook_event_name
  if (typeof name !== 'string') return { unknown: 'the payload has no hook_event_name' }
  if (!isEventName(name)) return { unknown: `there is no event "${name}"` }
  const input = eventRows[name].older.reduce<JsonObject>(
    (input, older) => eachHolder(input, older, (holder) => renameField(holder, older.name, older.today, false)),
    payload,
  )
  return { name, input }
}

/** The merged reply with the effective verdict, which ignores hooks in monitor mode. */
export function encodeReply(effect: Effect, event: EventName): JsonObject {
  const { permission, continue: goesOn, ...fields } = effect.reply
  const refused = isRefused(effect)
  switch (eventRows[event].gate.kind) {
    case 'permission':
      if (refused || effect.kind === 'ask') return { permission: refused ? 'deny' : 'ask', ...fields }
      return permission === 'allow' ? { permission, ...fields } : fields
    case 'continue':
      if (refused) return { continue: false, ...fields }
      return goesOn === true ? { continue: true, ...fields } : fields
    case 'none':
      return fields
  }
}

/** Whether the hooks deny, even if the agent is known to ignore it. */
export const isRefused = ({ kind, unenforced }: Effect): boolean => kind === 'refuse' || unenforced !== undefined

/** Whether the hooks deny after the action, so that exit code 2 must ask the agent to withhold its result. */
export const isWithheld = (effect: Effect, event: EventName): boolean =>
  isRefused(effect) && eventRows[event].gate.kind !== 'none' && !eventRows[event].guardsAct

/** Applies a change to the object with the two names: the input itself, or each item of a list in it. */
function eachHolder(input: JsonObject, { inside }: OlderName, change: (holder: JsonObject) => JsonObject): JsonObject {
  if (inside === undefined) return change(input)
  const members = input[inside]
  if (!Array.isArray(members)) return input
  return { ...input, [inside]: members.map((member: unknown) => (isObject(member) ? change(member) : member)) }
}

/** Copies or moves the field `from` to the name `to`, unless `to` already has a value. */
function renameField(holder: JsonObject, from: string, to: string, keep: boolean): JsonObject {
  const { [from]: value, ...rest } = holder
  if (value === undefined) return holder
  return { ...(keep ? holder : rest), [to]: holder[to] ?? value }
}

function toSeconds(input: JsonObject, field: string): JsonObject {
  const ms = input[field]
  return typeof ms === 'number' ? { ...input, [field]: ms / 1000 } : input
}

/** The `tool_output` of S0: the text inside the JSON that later versions send. */
function plainText(output: string): string {
  const value = parseJson(output)
  if (typeof value === 'string') return value
  return isObject(value) && typeof value.output === 'string' ? value.output : output
}

/** A reply that denies at both kinds of gates. */
export const denyBoth = (message: string, forAgent: string) => ({
  permission: 'deny',
  continue: false,
  user_message: message,
  agent_message: forAgent,
})
