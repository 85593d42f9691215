/** Hooks that an embedder hands over: entries as in hookline.json, or functions of its own. */
import { nodeOf } from '../config/jsonc.ts'
import { readDocument } from '../config/read-hooks.ts'
import { createReader, type Place } from '../config/reading.ts'
import type { Entry } from '../flow.ts'
import type { Loaded, Source } from '../ports.ts'
import { type EventInput, type EventName, eventNames, isEventName } from '../protocol/events/index.ts'
import type { Reply } from '../protocol/reply.ts'
import type { SourceSetup } from './document.ts'

export interface InlineCall<N extends EventName = EventName> {
  readonly name: string
  readonly matcher?: string
  readonly failClosed?: boolean
  run(input: EventInput<N>, signal: AbortSignal): Reply | undefined | Promise<Reply | undefined>
}
export type InlineHooks = {
  readonly [N in EventName]?: readonly (InlineCall<N> | Readonly<Record<string, unknown>>)[]
}

/** Their working directory is the first root. */
export function inline(hooks: InlineHooks, cwd: string, { reading }: SourceSetup): Source {
  const place: Place = { source: 'inline', own: true, cwd, trust: 'own' }
  return { name: 'inline', load: () => loadInline(hooks, place, reading) }
}

function loadInline(hooks: InlineHooks, place: Place, reading: SourceSetup['reading']): Loaded {
  const calls: (NonNullable<Entry['call']> | undefined)[] = []
  const written = Object.entries(hooks).map(([event, list]) => [
    event,
    (list ?? []).map((item) => entryOf(item, isEventName(event) ? calls : [])),
  ])
  // The embedder's own words are read in every edition; an event that it does not have is held later.
  const edition = {
    ...reading.edition,
    entryKeys: 'all',
    unknownEvent: 'skips-key',
    events: new Set(eventNames),
  } as const
  const rules = { ...reading, edition }
  const loaded = readDocument(nodeOf({ version: 1, hooks: Object.fromEntries(written) }), createReader(place, rules))
  if (loaded.entries.length !== calls.length) return loaded
  return { ...loaded, entries: loaded.entries.map((entry, at) => withCall(entry, calls[at])) }
}

function entryOf(item: unknown, calls: (NonNullable<Entry['call']> | undefined)[]): unknown {
  const run = typeof item === 'object' && item !== null && 'run' in item ? item.run : undefined
  if (typeof run !== 'function') {
    calls.push(undefined)
    return item
  }
  calls.push((input, signal) => run.call(item, input, signal))
  return { ...(item as object), run: undefined, type: 'module' }
}

const withCall = (entry: Entry, call: Entry['call'] | undefined): Entry =>
  call === undefined ? entry : { ...entry, call }
