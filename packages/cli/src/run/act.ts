/** A host's event and, where it stands for a whole tool call, the specific one inside it, in the order of CONTRACT §2. */

import type { Dialect } from '@hookline/core'
import { type Effect, type FireOptions, type Hooks, isConnected } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'
import type { Marks } from './marks.ts'
import { markJudged, withCheckedOutput } from './recheck.ts'
import { textAt } from './text-at.ts'

export interface Act {
  readonly host: Dialect
  readonly name: EventName
  readonly input: JsonObject
  /** Asked before each event: what remains of the time becomes less. */
  limits(): FireOptions
  readonly marks: Marks
}

/** Undefined: the same act was judged at an earlier event of the host. */
export async function fireAct(hooks: Hooks, { host, name, input, limits, marks }: Act): Promise<Effect | undefined> {
  // The inputs are checked against their rows by `fire` itself.
  const fire = (event: EventName, given: JsonObject): Promise<Effect> =>
    hooks.fire(event, given as never, { ...limits(), answeredAt: name })
  const repeated = hooks.has(name) ? host.repeatKey?.(name, input) : undefined
  if (repeated !== undefined && marks.take(repeated) !== undefined) return undefined
  const inside = async (given: JsonObject): Promise<readonly Effect[]> => {
    const effects: Effect[] = []
    for (const part of host.within?.(name, given) ?? []) {
      if (!hooks.has(part.name)) continue
      const effect = await fire(part.name, part.input(textAt))
      if (part.repeatKey !== undefined && effect.kind === 'proceed') marks.leave(part.repeatKey, part.name)
      effects.push(effect)
      if (effect.kind === 'refuse') break
    }
    return effects
  }
  if (eventRows[name].gate.kind === 'none') {
    await inside(input)
    return withCheckedOutput(await fire(name, input), host, input, hooks, fire, marks)
  }
  const generic = await fire(name, input)
  if (generic.kind === 'refuse') return generic
  const specific = await inside(generic.input as JsonObject)
  for (const effect of specific) if (isCheckedAgain(host, effect.event, hooks)) markJudged(input, effect, marks)
  return specific.reduce(bothOf, generic)
}

/** The host calls Hookline after the act too, where a rewrite of this event is applied. */
const isCheckedAgain = (host: Dialect, event: EventName, { entries }: Hooks): boolean =>
  Object.values(host.agent?.rows[event]?.rewrites ?? {}).some(
    ({ at, tool }) => at !== undefined && isConnected(host, at, entries, tool),
  )

/** The stricter verdict with its words; what the generic gate adds or rewrites stays, unless refused. */
function bothOf(generic: Effect, specific: Effect): Effect {
  const [one, other] = [strictness(generic), strictness(specific)]
  if (specific.kind === 'refuse') return specific
  const { user_message, agent_message, ...rest } = generic.reply
  const speaking = one === other ? [generic, specific] : one > other ? [generic] : [specific]
  const words = {
    user_message: joined(speaking.map(({ reply }) => reply.user_message)),
    agent_message: joined(speaking.map(({ reply }) => reply.agent_message)),
  }
  const said = Object.fromEntries(Object.entries(words).filter(([, text]) => text !== undefined))
  return { ...generic, kind: one >= other ? generic.kind : specific.kind, reply: { ...rest, ...said } }
}

const strictness = ({ kind }: Effect): number => (kind === 'refuse' ? 2 : kind === 'ask' ? 1 : 0)
const joined = (texts: readonly (string | undefined)[]): string | undefined => {
  const said = [...new Set(texts.filter((text) => text !== undefined))]
  return said.length === 0 ? undefined : said.join('\n\n---\n\n')
}
