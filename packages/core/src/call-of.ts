/** The call that an event's row describes, made from what a host hands over. */
import type { Call } from './call.ts'
import { HooklineError } from './errors.ts'
import { newId } from './ids.ts'
import { commonFields } from './protocol/common.ts'
import { type EventName, eventRows, isEventName } from './protocol/events/index.ts'
import type { Act } from './protocol/row.ts'

type Json = Readonly<Record<string, unknown>>

/** All but the act, the same id in all its events. Misuse throws: an event that stands before none. */
export function callOf(
  name: EventName,
  given: Json,
  id = given.tool_use_id ?? newId(),
): Omit<Call<never>, 'act' | 'signal'> {
  // A row's functions are typed by its own input, which `fire` checks.
  const act = (isEventName(name) ? eventRows[name].act : undefined) as Act<Json> | undefined
  if (act === undefined)
    throw new HooklineError(
      'unknown-event',
      `guard() cannot wrap an act in ${JSON.stringify(name)}: the event stands before none.`,
    )
  const common = commonOf(given)
  const own = { ...common, tool_use_id: id, ...(given.cwd === undefined ? {} : { cwd: given.cwd }) }
  const { tool, withToolInput, after, output, failure, replaceable } = act
  const follows = {
    ...(after && { after: { ...after, fields: conversing(common, after.fields) } }),
    ...(output && { output }),
    ...(failure && { failure }),
    ...(replaceable && { replaceable }),
  }
  if (tool === undefined) {
    const fields = { ...own, tool_name: given.tool_name, tool_input: given.tool_input }
    return { fields, said: { ...given, tool_use_id: id }, ...follows }
  }
  const input = (toolInput: Json, rewritten: boolean) => (rewritten && withToolInput?.(given, toolInput)) || given
  return { fields: { ...own, ...tool(given) }, gate: { event: name, input }, ...follows }
}

type Fields = NonNullable<Act<Json>['after']>['fields']
const conversing =
  (common: Json, fields: Fields): Fields =>
  (input, result, durationMs) => ({ ...common, ...fields(input, result, durationMs) })

/** All events of a call belong to one conversation. */
function commonOf(input: Json): Json {
  const common: Record<string, unknown> = {}
  for (const key in commonFields) if (key !== 'hook_event_name' && Object.hasOwn(input, key)) common[key] = input[key]
  return common
}
