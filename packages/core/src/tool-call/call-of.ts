/** Builds the tool call that an event's row describes, from what a host hands over. */

import { HooklineError } from '../errors.ts'
import { newId } from '../ids.ts'
import { commonFields } from '../protocol/common.ts'
import { type EventName, eventRows, isEventName } from '../protocol/events/index.ts'
import type { Act } from '../protocol/row.ts'
import type { JsonObject } from '../schema.ts'
import type { Call } from './call.ts'

/** Everything but the act, with the same id in all events. Throws for an event that guards no act. */
export function callOf(
  name: EventName,
  given: JsonObject,
  id = given.tool_use_id,
  common = commonOf(given),
): Omit<Call<never>, 'act' | 'signal'> {
  // A row's functions are typed by its own input, which `fire` checks.
  const follows = (isEventName(name) ? eventRows[name].act : undefined) as Act<JsonObject> | undefined
  if (follows === undefined)
    throw new HooklineError(
      'unknown-event',
      `guard() cannot wrap an act in ${JSON.stringify(name)}: this event guards no act.`,
    )
  const { tool, withToolInput } = follows
  let known = id
  const fields = (toolInput: JsonObject | undefined) => {
    const { tool_name, tool_input } = tool?.(given) ?? given
    known ??= newId()
    const cwd = given.cwd === undefined ? {} : { cwd: given.cwd }
    return { ...common, tool_name, tool_input: toolInput ?? tool_input, tool_use_id: known, ...cwd }
  }
  if (tool === undefined) return { input: given, common, fields, extraFields: dropId(given), follows }
  const input = (toolInput: JsonObject | undefined) => (toolInput && withToolInput?.(given, toolInput)) || given
  return { input: given, common, fields, gate: { event: name, input }, follows }
}

/** The other fields that a host sends to the generic gate. */
function dropId({ tool_use_id: _, ...rest }: JsonObject): JsonObject {
  return rest
}

/** The fields of the conversation, which all events of a call share. */
function commonOf(input: JsonObject): JsonObject {
  const common: Record<string, unknown> = {}
  for (const key in commonFields) if (key !== 'hook_event_name' && Object.hasOwn(input, key)) common[key] = input[key]
  return common
}
