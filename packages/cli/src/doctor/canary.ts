/** Makes harmless events that reach hooks: the event's sample, and for a matcher the texts it spells out. It runs nothing. */

import { editions } from '@hookline/core'
import { agents } from '@hookline/core/agents'
import { type Edition, type Entry, gateOf, type Hooks } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'

/** Whether an event can deny anything in an edition. */
export const isGate = (event: EventName, edition: Edition): boolean =>
  gateOf(editions[edition], event, eventRows[event].gate).kind !== 'none'

export interface Canary {
  readonly input: JsonObject
  /** The entries that would run for it. */
  readonly reaches: ReadonlySet<string>
}

/** First the sample, then one more event for each hook that no earlier one reaches. */
export function canariesFor(event: EventName, hooks: Hooks, root: string): readonly Canary[] {
  const sample = eventRows[event].sample(root) as JsonObject // Samples are JSON objects.
  const chosen = [planCanary(event, sample, hooks)]
  const entries = hooks.entries.filter((entry) => entry.event === event && canRun(entry))
  for (const { id, matcher } of entries) {
    if (matcher === undefined || chosen.some(({ reaches }) => reaches.has(id))) continue
    const inputs = examplesOf(matcher).flatMap((text) => variants(sample, text, root))
    const found = inputs.map((input) => planCanary(event, input, hooks)).find(({ reaches }) => reaches.has(id))
    if (found !== undefined) chosen.push(found)
  }
  return chosen
}

export const canRun = ({ held, broken }: Entry): boolean => held === undefined && broken === undefined

function planCanary(event: EventName, input: JsonObject, hooks: Hooks): Canary {
  try {
    // `explain` throws if the input does not fit.
    return { input, reaches: new Set(hooks.untyped.explain(event, input).entries.map(({ id }) => id)) }
  } catch {
    return { input, reaches: new Set() } // A text that does not fit the field reaches no hook.
  }
}

/** Puts the text into each field of the sample in turn, because the matcher is tested against one of them. */
function variants(sample: JsonObject, text: string, root: string): readonly JsonObject[] {
  const names = [
    text,
    ...agents.map(({ tools }) => tools?.[text]?.ours),
    /^mcp__.+__(.+)$/.exec(text)?.[1]?.replace(/^/, 'MCP:'),
  ]
  const values = [...names.filter((name) => name !== undefined), `${root}/canary${text}`, `${root}/${text}`]
  const fields = Object.keys(sample).filter((field) => typeof sample[field] === 'string')
  return fields.flatMap((field) => values.map((value) => ({ ...sample, [field]: value })))
}

/** Texts that an expression probably matches. The engine checks whether it does. */
function examplesOf(matcher: string): readonly string[] {
  const examples = matcher.split('|').map((part) =>
    part
      .replace(/\\s[+*]?/g, ' ')
      .replace(/\.[*]\??|\\b|[\^$]|\(\?:|[()]/g, '')
      .replace(/\.\+\??|\\w\+?/g, 'x')
      .replace(/\\d\+?/g, '1')
      .replace(/\\([^a-zA-Z0-9])/g, '$1'),
  )
  return [...new Set(examples.filter((text) => text !== ''))]
}
