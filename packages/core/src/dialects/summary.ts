/** The dialect of S4: six events in short forms; all other events, and all replies, in the default format (CONTRACT §12). */

import { type DecodedPayload, decodePayload, denyBoth, encodeInput, encodeReply } from '../agents/usual.ts'
import type { Dialect } from '../ports.ts'
import { type EventName, isEventName } from '../protocol/events/index.ts'
import type { JsonObject } from '../schema.ts'
import { type SummaryShape, summaryShapes } from './summary/shapes.ts'

// `summaryShapes` is a record by event name, and every entry has a value.
const shapes = Object.entries(summaryShapes) as readonly (readonly [EventName, SummaryShape])[]

export const summary: Dialect = {
  name: 'summary',
  owns: [],
  encode: (event, context) => {
    const shape = summaryShapes[event.name]
    if (shape === undefined) return { input: encodeInput(event, context.edition), notes: ['foreign-dialect'] }
    return { input: { hook_event_name: shape.name, ...shape.encode(event.input, context) }, notes: [] }
  },
  decode: (raw) => raw,
  toEvent,
  refuse: denyBoth,
  fromEffect: (effect, event) => ({ stdout: encodeReply(effect, event), exitCode: 0 }),
}

function toEvent(payload: JsonObject): DecodedPayload {
  const name = payload.hook_event_name
  // An event outside the six was recorded in the default format.
  if (typeof name === 'string' && isEventName(name)) return decodePayload(payload)
  const found = shapes.find(([, shape]) =>
    name === undefined ? shape.marks.some((mark) => payload[mark] !== undefined) : shape.name === name,
  )
  if (found === undefined) return { unknown: whyUnknownEvent(name) }
  const [ours, shape] = found
  const input = shape.decode(payload)
  if (typeof input.unknown === 'string') return { unknown: input.unknown }
  return { name: ours, input: { ...input, hook_event_name: ours } }
}

const whyUnknownEvent = (name: unknown): string =>
  name === undefined
    ? 'the payload has no hook_event_name, and its fields match none of the six events of summary'
    : `${JSON.stringify(name)} is not one of the six events of summary`
