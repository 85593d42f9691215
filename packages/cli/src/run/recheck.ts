/** A gate asked again about a tool's output, where the agent applies a rewrite only then (CONTRACT §6). */

import type { Dialect } from '@hookline/core'
import type { Effect, Hooks } from '@hookline/core/node'
import type { EventName, JsonObject } from '@hookline/core/protocol'
import { contentHash, type Marks } from './marks.ts'
import { textAt } from './text-at.ts'

type Fire = (event: EventName, given: JsonObject) => Promise<Effect>

const keyOf = ({ conversation_id, tool_use_id }: JsonObject): string =>
  JSON.stringify(['judged', conversation_id, tool_use_id])

/** What hooks judged and left as it is need not be judged again. Without the mark it is, so that a lost one costs time alone. */
export function markJudged(call: JsonObject, judged: Effect, marks: Marks): void {
  const { content } = judged.input as JsonObject
  const isAsItWas = judged.kind === 'proceed' && judged.originalInput === undefined
  if (isAsItWas && typeof content === 'string' && typeof call.tool_use_id === 'string')
    marks.leave(keyOf(call), contentHash(content))
}

/** The effect of the event after the act, with the output that the model may see. */
export async function withCheckedOutput(
  effect: Effect,
  host: Dialect,
  input: JsonObject,
  hooks: Hooks,
  fire: Fire,
  marks: Marks,
): Promise<Effect> {
  const again = host.recheck?.(effect.event, input)
  if (again === undefined || !hooks.has(again.name)) return effect
  const given = again.input(textAt)
  const mark = typeof input.tool_use_id === 'string' ? marks.take(keyOf(input)) : undefined
  if (mark !== undefined && mark === contentHash(String(given.content))) return effect
  const judged = await fire(again.name, given)
  if (judged.kind !== 'proceed') return { ...effect, output: again.output(withheld(judged)) }
  const { content } = judged.input as JsonObject
  return judged.originalInput === undefined ? effect : { ...effect, output: again.output(String(content)) }
}

const withheld = ({ agentMessage, because }: Effect): string => agentMessage ?? because.message
