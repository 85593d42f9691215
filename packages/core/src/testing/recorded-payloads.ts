/** The payloads that the harness of real agents recorded, for the tests of an agent's dialect. */
import { readFileSync } from 'node:fs'
import type { Dialect } from '../ports.ts'
import type { JsonObject } from '../schema.ts'

/** `payloads.json` of the agent. Where a payload does not name its event, the file has `{ event, payload }`. */
export function readPayloads<Recorded = JsonObject>(agent: string): readonly Recorded[] {
  const text = readFileSync(new URL(`../agents/${agent}/payloads.json`, import.meta.url), 'utf8')
  // True: the harness of real agents wrote the file.
  return (JSON.parse(text) as { readonly payloads: readonly Recorded[] }).payloads
}

/** Reads the agent's payloads with its dialect. */
export function recordedEvents(agent: string, dialect: Dialect) {
  const payloads = readPayloads(agent)
  return {
    payloads,
    /** Throws if the payload is not an event of Hookline. */
    eventOf(payload: JsonObject) {
      const event = dialect.toEvent(payload)
      if ('unknown' in event) throw new Error(event.unknown)
      return event
    },
    payloadOf: (event: string, tool?: string): JsonObject =>
      payloads.find((one) => one.hook_event_name === event && one.tool_name === tool) ?? {},
  }
}
