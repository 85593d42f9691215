/**
 * The index of one segment: a row of eight 32-bit words per record, and the names that rows refer to by number. It only
 * narrows a search: each record that it lets through is compared itself, so hashes may collide.
 */
import { isAsked, isDenied, type LogFilter } from '../../sinks/log-filter.ts'
import type { LogRecord } from '../../sinks/log-record.ts'

export const WORDS = 8
const OFFSET = 0
const LENGTH_AND_FLAGS = 1
const SECONDS = 2
const DURATION = 3
const SESSION = 4
const ID = 5
const EVENT = 6
const ENTRIES = 7

const DENIED = 1
const ASKED = 2
const FAILED = 4
const PURPOSES = { act: 0, proof: 8, trial: 16 } as const
const ANY_PURPOSE = PURPOSES.proof | PURPOSES.trial

export interface Names {
  readonly events: string[]
  readonly entries: (readonly [id: string, label: string])[]
  /** Each combination of entries that ran together, as positions in `entries`. */
  readonly sets: (readonly number[])[]
}

export interface SegmentIndex {
  rows: Uint32Array
  count: number
  /** The segment is read up to here. */
  indexedTo: number
  /** The number of lines that are not a complete record. */
  damaged: number
  readonly names: Names
  /** The position of each name in its list of `names`. */
  readonly positions: ReadonlyMap<string, number> & Map<string, number>
}

export const emptyIndex = (): SegmentIndex => ({
  rows: new Uint32Array(0),
  count: 0,
  indexedTo: 0,
  damaged: 0,
  names: { events: [], entries: [], sets: [] },
  positions: new Map(),
})

export function addRow(index: SegmentIndex, record: LogRecord, offset: number, length: number): void {
  if ((index.count + 1) * WORDS > index.rows.length) grow(index)
  const { rows } = index
  const at = index.count * WORDS
  const flags =
    (isDenied(record) ? DENIED : 0) |
    (isAsked(record) ? ASKED : 0) |
    (record.failures > 0 ? FAILED : 0) |
    PURPOSES[record.purpose ?? 'act']
  rows[at + OFFSET] = offset
  rows[at + LENGTH_AND_FLAGS] = length * 256 + flags
  rows[at + SECONDS] = Math.floor(Date.parse(record.at) / 1000)
  rows[at + DURATION] = Math.min(2 ** 32 - 1, Math.round(record.durationMs * 100))
  rows[at + SESSION] = hash(record.sessionId ?? '')
  rows[at + ID] = hash(record.id)
  rows[at + EVENT] = findOrAdd(index, `event ${record.event}`, index.names.events, () => record.event)
  rows[at + ENTRIES] = setOf(index, record)
  index.count += 1
}

function grow(index: SegmentIndex): void {
  const rows = new Uint32Array(Math.max(256 * WORDS, index.rows.length * 2))
  rows.set(index.rows)
  index.rows = rows
}

function setOf(index: SegmentIndex, { runs }: LogRecord): number {
  const { entries, sets } = index.names
  const numbers = runs.map(({ entry: { id, label } }) =>
    findOrAdd(index, `entry ${id}`, entries, (): readonly [string, string] => [id, label]),
  )
  const members = [...new Set(numbers)]
  return findOrAdd(index, `set ${members.join()}`, sets, () => members)
}

function findOrAdd<T>({ positions }: SegmentIndex, key: string, list: T[], make: () => T): number {
  const known = positions.get(key)
  if (known !== undefined) return known
  positions.set(key, list.length)
  return list.push(make()) - 1
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}

export const lineAt = ({ rows }: SegmentIndex, row: number): { readonly offset: number; readonly length: number } => ({
  offset: rows[row * WORDS + OFFSET] ?? 0,
  length: (rows[row * WORDS + LENGTH_AND_FLAGS] ?? 0) >>> 8,
})

/** True if the rows can exclude records. Otherwise the index is not worth reading. */
export const isIndexed = ({ text: _text, ...rest }: LogFilter): boolean =>
  Object.values(rest).some((value) => value !== undefined && value !== false)

export type Answer = 'no' | 'maybe' | 'yes'

/** A test of one row. `maybe` means that the record itself has to be asked. */
export function rowTest(index: SegmentIndex, filter: LogFilter): (row: number) => Answer {
  const { rows, names } = index
  const flags =
    (filter.denied === true ? DENIED : 0) | (filter.asked === true ? ASKED : 0) | (filter.failed === true ? FAILED : 0)
  const purpose = filter.purpose === undefined ? undefined : PURPOSES[filter.purpose]
  const slow = filter.slowMs === undefined ? -1 : Math.floor(filter.slowMs * 100)
  const event = filter.event === undefined ? undefined : names.events.indexOf(filter.event)
  const sets = filter.entry === undefined ? undefined : setsWith(names, filter.entry)
  const session = filter.session === undefined ? undefined : hash(filter.session)
  const id = filter.id === undefined ? undefined : hash(filter.id)
  const [since, until] = [filter.since, filter.until].map((date) => date && Math.floor(date.getTime() / 1000))
  const sure = session === undefined && id === undefined && filter.text === undefined
  return (row) => {
    const at = row * WORDS
    // The flags are a word of every row.
    const has = rows[at + LENGTH_AND_FLAGS] as number
    if ((has & flags) !== flags) return 'no'
    if (purpose !== undefined && (has & ANY_PURPOSE) !== purpose) return 'no'
    // The duration is a word of every row.
    const duration = rows[at + DURATION] as number
    if (duration < slow) return 'no'
    if (event !== undefined && rows[at + EVENT] !== event) return 'no'
    if (session !== undefined && rows[at + SESSION] !== session) return 'no'
    if (id !== undefined && rows[at + ID] !== id) return 'no'
    // The set of entries is a word of every row.
    if (sets !== undefined && !sets.has(rows[at + ENTRIES] as number)) return 'no'
    // The time is a word of every row.
    const seconds = rows[at + SECONDS] as number
    if ((since !== undefined && seconds < since) || (until !== undefined && seconds > until)) return 'no'
    return sure && duration !== slow && seconds !== since && seconds !== until ? 'yes' : 'maybe'
  }
}

function setsWith({ entries, sets }: Names, entry: string): ReadonlySet<number> {
  const wanted = new Set(entries.flatMap(([id, label], at) => (id === entry || label.includes(entry) ? [at] : [])))
  return new Set(sets.flatMap((members, at) => (members.some((member) => wanted.has(member)) ? [at] : [])))
}
