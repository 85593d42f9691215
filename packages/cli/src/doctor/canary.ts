/** Harmless events that reach hooks: the row's sample, and for a matcher the texts that it spells out. Nothing is run here. */

import { agents } from '@hookline/core/agents'
import type { Entry, Hooks } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows } from '@hookline/core/protocol'

export interface Canary {
  readonly input: JsonObject
  /** The entries that would run for it. */
  readonly reaches: ReadonlySet<string>
}

/** The sample first, whomever it reaches; then one more for each hook that none before has reached. */
export function canariesFor(event: EventName, hooks: Hooks, root: string): readonly Canary[] {
  const sample = eventRows[event].sample(root) as JsonObject
  const chosen = [seen(event, sample, hooks)]
  const entries = hooks.entries.filter((entry) => entry.event === event && canRun(entry))
  for (const { id, matcher } of entries) {
    if (matcher === undefined || chosen.some(({ reaches }) => reaches.has(id))) continue
    const inputs = examplesOf(matcher).flatMap((text) => variants(sample, text, root))
    const found = inputs.map((input) => seen(event, input, hooks)).find(({ reaches }) => reaches.has(id))
    if (found !== undefined) chosen.push(found)
  }
  return chosen
}

export const canRun = ({ held, broken }: Entry): boolean => held === undefined && broken === undefined

function seen(event: EventName, input: JsonObject, hooks: Hooks): Canary {
  try {
    return { input, reaches: new Set(hooks.untyped.explain(event, input).entries.map(({ id }) => id)) }
  } catch {
    return { input, reaches: new Set() } // A text that does not fit the field reaches nobody.
  }
}

/** The sample with the text in each of its fields in turn: one of them is what the matcher is tested against. */
function variants(sample: JsonObject, text: string, root: string): readonly JsonObject[] {
  const words = [
    text,
    ...agents.map(({ tools }) => tools?.[text]?.ours),
    /^mcp__.+__(.+)$/.exec(text)?.[1]?.replace(/^/, 'MCP:'),
  ]
  const texts = [...words.filter((word) => word !== undefined), `${root}/canary${text}`, `${root}/${text}`]
  const fields = Object.keys(sample).filter((field) => typeof sample[field] === 'string')
  return fields.flatMap((field) => texts.map((value) => ({ ...sample, [field]: value })))
}

/** Texts that an expression probably matches; whether it does is asked of the engine. */
function examplesOf(matcher: string): readonly string[] {
  const texts = matcher.split('|').map((part) =>
    part
      .replace(/\\s[+*]?/g, ' ')
      .replace(/\.[*]\??|\\b|[\^$]|\(\?:|[()]/g, '')
      .replace(/\.\+\??|\\w\+?/g, 'x')
      .replace(/\\d\+?/g, '1')
      .replace(/\\([^a-zA-Z0-9])/g, '$1'),
  )
  return [...new Set(texts.filter((text) => text !== ''))]
}
