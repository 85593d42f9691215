/**
 * Whether a file may hold anything of one event, by a look at its text. Most starts of `hookline run` are for events that
 * nobody listens to, and to read every entry, and compare every script with what was approved, costs more than all else.
 */
import type { Agent } from '../agents/agent.ts'
import type { Loaded } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'

/** The keys by which such a file brings entries of an event. */
export type EventKeys = (event: EventName) => readonly string[]
export const hooksKeys: EventKeys = (event) => [event]
/** A pack brings entries of any event. */
export const ownKeys: EventKeys = (event) => [event, 'packs']
/** The names that an agent's own files have for the event. */
export const agentKeys = ({ events, format }: Agent): EventKeys =>
  events === undefined || format === undefined
    ? hooksKeys
    : (event) => Object.keys(events).filter((theirs) => events[theirs] === event)

/**
 * False only when no key of it is one of these: a key stands in the text as it is, unless it is written with `\u`. What is
 * no plain JSON is left to the reader: it may be half written.
 */
export const mayContain = (text: string, words: readonly string[]): boolean =>
  text.includes('\\u') || words.some((word) => text.includes(`"${word}"`)) || !isJson(text)

/** What a whole reading says. A broken file may be half written, or close gates that it does not name. */
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
