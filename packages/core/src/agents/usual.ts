/** The usual input and reply: how an edition spells the input, how any spelling is read, what a host is answered. */

import type { EditionRow } from '../editions.ts'
import type { Effect, Event } from '../flow.ts'
import type { Dialect } from '../ports.ts'
import { type EventName, eventRows, isEventName } from '../protocol/events/index.ts'
import type { OlderName } from '../protocol/row.ts'
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import { parsed } from './values.ts'

export type Recognised = ReturnType<Dialect['toEvent']>

/** The event's input in the names and units of an edition (CONTRACT §1). */
export function spell(event: Event, edition: EditionRow): JsonObject {
  const { names } = edition
  const older = event.row.older.filter(({ seed }) => names.older.includes(seed))
  const named = older.reduce<JsonObject>(
    (input, name) => eachHolder(input, name, (holder) => renamed(holder, name.today, name.name, names.today)),
    event.input,
  )
  const inUnits = (names.seconds[event.name] ?? []).reduce(inSeconds, named)
  return names.toolOutput === 'text' && typeof inUnits.tool_output === 'string'
    ? { ...inUnits, tool_output: plainText(inUnits.tool_output) }
    : inUnits
}

/** A payload in the usual words as an event of ours: older names are read as today's. */
export function recognise(payload: JsonObject): Recognised {
  const name = payload.hook_event_name
  if (typeof name !== 'string') return { unknown: 'the payload has no hook_event_name' }
  if (!isEventName(name)) return { unknown: `there is no event "${name}"` }
  const input = eventRows[name].older.reduce<JsonObject>(
    (input, older) => eachHolder(input, older, (holder) => renamed(holder, older.name, older.today, false)),
    payload,
  )
  return { name, input }
}

/** The merged reply with the verdict that holds for the host now, whatever hooks that only monitor said. */
export function speak(effect: Effect, event: EventName): JsonObject {
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

/** The hooks refuse, whether the agent is known to honour it here or not. */
export const isRefused = ({ kind, unenforced }: Effect): boolean => kind === 'refuse' || unenforced !== undefined

/** Refused after the act, where only exit 2 beside the words asks to withhold what came of it. */
export const isWithheld = (effect: Effect, event: EventName): boolean =>
  isRefused(effect) && eventRows[event].gate.kind !== 'none' && !eventRows[event].guardsAct

/** Applies a change to whatever holds the two names: the input itself, or each member of a list in it. */
function eachHolder(input: JsonObject, { inside }: OlderName, change: (holder: JsonObject) => JsonObject): JsonObject {
  if (inside === undefined) return change(input)
  const members = input[inside]
  if (!Array.isArray(members)) return input
  return { ...input, [inside]: members.map((member: unknown) => (isObject(member) ? change(member) : member)) }
}

/** Says `from` under the name `to`, never over a value that is already there. */
function renamed(holder: JsonObject, from: string, to: string, keep: boolean): JsonObject {
  const { [from]: value, ...rest } = holder
  if (value === undefined) return holder
  return { ...(keep ? holder : rest), [to]: holder[to] ?? value }
}

function inSeconds(input: JsonObject, field: string): JsonObject {
  const ms = input[field]
  return typeof ms === 'number' ? { ...input, [field]: ms / 1000 } : input
}

/** What S0 sends as `tool_output`: the text inside the JSON that later versions send. */
function plainText(output: string): string {
  const value = parsed(output)
  if (typeof value === 'string') return value
  return isObject(value) && typeof value.output === 'string' ? value.output : output
}

/** A no at either kind of gate. */
export const refuse = (message: string, forAgent: string) => ({
  permission: 'deny',
  continue: false,
  user_message: message,
  agent_message: forAgent,
})
