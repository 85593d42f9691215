/** S4's words: six events in short shapes; every other event, and every reply, in the usual ones (CONTRACT §12). */

import { type Recognised, recognise, refuse, speak, spell } from '../agents/usual.ts'
import type { Dialect } from '../ports.ts'
import { type EventName, isEventName } from '../protocol/events/index.ts'
import type { JsonObject } from '../schema.ts'
import { type SummaryShape, summaryShapes } from './summary/shapes.ts'

const shapes = Object.entries(summaryShapes) as readonly (readonly [EventName, SummaryShape])[]

export const summary: Dialect = {
  name: 'summary',
  owns: [],
  encode: (event, context) => {
    const shape = summaryShapes[event.name]
    if (shape === undefined) return { input: spell(event, context.edition), notes: ['foreign-dialect'] }
    return { input: { hook_event_name: shape.name, ...shape.encode(event.input, context) }, notes: [] }
  },
  decode: (raw) => raw,
  toEvent,
  refuse,
  fromEffect: (effect, event) => ({ stdout: speak(effect, event), exitCode: 0 }),
}

function toEvent(payload: JsonObject): Recognised {
  const name = payload.hook_event_name
  // An event outside the six was recorded in the usual words.
  if (typeof name === 'string' && isEventName(name)) return recognise(payload)
  const found = shapes.find(([, shape]) =>
    name === undefined ? shape.marks.some((mark) => payload[mark] !== undefined) : shape.name === name,
  )
  if (found === undefined) return { unknown: notOfTheSix(name) }
  const [ours, shape] = found
  const input = shape.decode(payload)
  if (typeof input.unknown === 'string') return { unknown: input.unknown }
  return { name: ours, input: { ...input, hook_event_name: ours } }
}

const notOfTheSix = (name: unknown): string =>
  name === undefined
    ? 'the payload has no hook_event_name, and its fields are of none of the six events of summary'
    : `${JSON.stringify(name)} is none of the six events of summary`
