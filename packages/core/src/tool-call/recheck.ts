/** Asks a gate again about a tool's output, for agents that apply a rewrite only after the act (CONTRACT §6). */
import type { Effect } from '../flow.ts'
import type { Dialect } from '../ports.ts'
import type { JsonObject } from '../schema.ts'
import type { Fire, HostEventRim, Marks } from './host-event.ts'

const keyOf = ({ conversation_id, tool_use_id }: JsonObject): string =>
  JSON.stringify(['judged', conversation_id, tool_use_id])

/** Content that hooks judged and did not change need not be judged again. Without the mark it is. */
export function markJudged(call: JsonObject, judged: Effect, marks: Marks): void {
  const { content }: JsonObject = judged.input
  const isUnchanged = judged.kind === 'proceed' && judged.originalInput === undefined
  if (isUnchanged && typeof content === 'string' && typeof call.tool_use_id === 'string')
    marks.leave(keyOf(call), marks.hash(asAgentShows(content)))
}

/** Returns the effect of the event after the act, with the output that the model may see. */
export async function checkOutput(
  effect: Effect,
  host: Dialect,
  input: JsonObject,
  fire: Fire,
  { hooks, marks, readText }: HostEventRim,
): Promise<Effect> {
  const recheck = host.recheck?.(effect.event, input)
  if (recheck === undefined || !hooks.hasActiveHook(recheck.name)) return effect
  const given = recheck.input(readText)
  const mark = typeof input.tool_use_id === 'string' ? marks.take(keyOf(input)) : undefined
  if (mark !== undefined && mark === marks.hash(asAgentShows(String(given.content)))) return effect
  const judged = await fire(recheck.name, given)
  if (judged.kind !== 'proceed')
    return { ...effect, output: recheck.output(judged.agentMessage ?? judged.because.message) }
  const { content }: JsonObject = judged.input
  return judged.originalInput === undefined ? effect : { ...effect, output: recheck.output(String(content)) }
}

/** Agents drop the byte order mark, carriage returns and the last newline of a file that they show. */
const asAgentShows = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n/g, '\n')
    .replace(/\n$/, '')
