/** A host's event and, where it stands for a whole tool call, the specific one inside it, in the order of CONTRACT §2. */
import { readFileSync, statSync } from 'node:fs'
import type { Dialect } from '@hookline/core'
import type { Effect, FireOptions, Hooks } from '@hookline/core/node'
import { type EventName, eventRows } from '@hookline/core/protocol'

type Json = Readonly<Record<string, unknown>>

export async function fireAct(
  hooks: Hooks,
  host: Dialect,
  name: EventName,
  input: Json,
  /** Asked before each event: what remains of the time becomes less. */
  limits: () => FireOptions,
): Promise<Effect> {
  // The inputs are checked against their rows by `fire` itself.
  const fire = (event: EventName, given: Json): Promise<Effect> => hooks.fire(event, given as never, limits())
  const inside = async (given: Json): Promise<Effect | undefined> => {
    const part = host.within?.(name, given)
    return part === undefined || !hooks.has(part.name) ? undefined : fire(part.name, part.input(textAt))
  }
  if (eventRows[name].gate.kind === 'none') {
    await inside(input)
    return fire(name, input)
  }
  const generic = await fire(name, input)
  if (generic.kind === 'refuse') return generic
  const specific = await inside(generic.input as Json)
  return specific === undefined ? generic : bothOf(generic, specific)
}

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

const MOST = 16 * 1024 * 1024

/** What the agent is about to read; nothing where there is nothing to read. */
function textAt(path: string): string {
  try {
    const stats = statSync(path)
    return stats.isFile() && stats.size <= MOST ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}
