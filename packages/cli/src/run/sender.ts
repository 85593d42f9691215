/** Which agent sent a payload. The flag decides, unless the payload can only be another agent's. */
import type { Dialect } from '@hookline/core'
import { answeredAgents, usualAgent } from '@hookline/core/agents'
import type { JsonObject } from '@hookline/core/protocol'

interface SenderOptions {
  readonly host?: Dialect
  /** Other agents that may read the same file and call this very command. */
  readonly others?: () => readonly Dialect[]
  readonly installed: boolean
}

type Sender = { readonly host: Dialect } | { readonly unknown: string }

/** The agent in whose words an event is refused if the sender is unknown. */
// The agent whose hooks.json Hookline uses always has a dialect.
export const usualHost = (): Dialect => usualAgent.dialect as Dialect

export function findSender(
  payload: JsonObject,
  { host, others: findOthers = () => [], installed }: SenderOptions,
): Sender {
  if (host?.sends?.(payload) === true) return { host }
  const others = findOthers()
  const certain = others.filter((one) => one.sends?.(payload) === true)
  if (host === undefined) {
    const [only, ...more] = certain
    if (only !== undefined && more.length === 0) return { host: only }
    return { unknown: 'the payload does not show which agent sent it; add --host <agent>' }
  }
  const [other] = certain
  if (installed) {
    // Several agents may read the same settings file, so an installed command answers the agent whose payload it gets.
    const knows = (one: Dialect) => 'name' in one.toEvent(payload)
    return { host: other ?? (knows(host) ? host : (others.find(knows) ?? host)) }
  }
  if (other !== undefined) return { unknown: `it is a payload of ${titleOf(other)}, not of ${titleOf(host)}` }
  if (host.sends?.(payload) === false) return { unknown: `${titleOf(host)} does not send such a payload` }
  return { host }
}

const titleOf = ({ name }: Dialect): string => answeredAgents.find((agent) => agent.name === name)?.title ?? name
