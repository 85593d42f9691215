/**
 * A quick test whether a file can contain entries of an event, from its text alone. Most runs of `hookline run` are for events
 * without hooks, and reading every entry and comparing every script with the approved one would take most of their time.
 */
import type { Agent } from '../agents/agent.ts'
import type { Loaded } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'

/** The JSON keys that a file with entries of an event contains. */
export type EventKeys = (event: EventName) => readonly string[]
export const hooksKeys: EventKeys = (event) => [event]
/** A pack can have entries of any event, an audit log takes every event, and telemetry is about the hooks of all files. */
export const ownKeys: EventKeys = (event) => [event, 'packs', 'audit', 'otel']
/** The names of the event in an agent's own files. */
export const agentKeys =
  (agent: Agent): EventKeys =>
  (event) => {
    const { events = {} } = agent
    return 'events' in agent && 'format' in agent
      ? Object.keys(events).filter((theirs) => events[theirs] === event)
      : hooksKeys(event)
  }

/**
 * False only if no key of the file is one of these. A key occurs in the text literally, unless it is written with `\u`. Text
 * that is not plain JSON returns true: it may be half written, and the reader reports its problems.
 */
export const mayContain = (text: string, keys: readonly string[]): boolean =>
  text.includes('\\u') || keys.some((key) => text.includes(`"${key}"`)) || !isJson(text)

/** The exact test, after the file was read. A broken file counts: it may be half written, or close gates that it does not name. */
export const containsEvent = ({ entries, broken }: Loaded, event: EventName): boolean =>
  broken === true || entries.some((entry) => entry.event === event)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
