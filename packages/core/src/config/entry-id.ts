/** The id of an entry, which stays the same as long as its text does. Log, panel, `disable` and tests use it (CONTRACT §3). */
import type { Entry, SourceName } from '../flow.ts'
import type { EventName } from '../protocol/events/index.ts'

export const entryId = (source: SourceName, event: EventName, text: string, hash: (text: string) => string): string =>
  `${source}/${event}/${hash(text).slice(0, 8)}`

/** Equal entries after the first get the suffix `-2`, `-3`, … in configured order. */
export function withUniqueIds(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Map<string, number>()
  return entries.map((entry) => {
    const count = (seen.get(entry.id) ?? 0) + 1
    seen.set(entry.id, count)
    return count === 1 ? entry : { ...entry, id: `${entry.id}-${count}` }
  })
}
