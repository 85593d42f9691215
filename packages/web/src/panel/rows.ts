/** The rows of the Now page: the newest page of the log, older pages on demand, then streamed rows. All pages share this store. */
import { useSyncExternalStore } from 'react'
import type { LogPage, LogRow, RowKind, StreamEvent } from '../wire/panel.ts'
import { ApiFailure, get } from './api.ts'
import { openStream, type StreamState } from './stream.ts'

export interface Rows {
  readonly rows: readonly LogRow[]
  /** Rows that arrived while paused. They are shown on resume. */
  readonly waiting: readonly LogRow[]
  readonly paused: boolean
  readonly state: StreamState
  readonly why: string | undefined
  readonly loaded: boolean
  readonly failed: unknown
  /** The number of rows of each kind read so far, independent of the filter. */
  readonly counts: Readonly<Record<RowKind, number>>
  /** The log has older rows that were not read yet. */
  readonly more: boolean
  /** A page is being loaded. */
  readonly reading: boolean
  /** Increases when hook files change, so that dependent queries are sent again. */
  readonly changes: number
}

const PAGE = 200
/** A list longer than this is reloaded from the newest page, so that memory stays bounded. */
const MAX_ROWS = 20_000
const RETRY_MS = 3_000
const noCounts = { denied: 0, asked: 0, failed: 0, slow: 0 }

let rows: Rows = {
  rows: [],
  waiting: [],
  paused: false,
  state: 'connecting',
  why: undefined,
  loaded: false,
  failed: undefined,
  counts: noCounts,
  more: false,
  reading: false,
  changes: 0,
}
const listeners = new Set<() => void>()

function set(change: Partial<Rows>): void {
  rows = { ...rows, ...change }
  for (const notify of listeners) notify()
}

export const useRows = (): Rows =>
  useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => rows,
  )

let stop: (() => void) | undefined
let generation = 0
/** The filters as a query: `kind=denied&search=…`. */
let filter = ''
/** Where the next older page begins. */
let next: string | undefined

/** Reloads the rows with these filters. The server applies them to the whole log. */
export function applyFilter(query: string): void {
  if (query === filter && generation > 0) return
  filter = query
  void loadRows()
}

/** Loads the newest page and opens the stream from there. Safe to call again. */
export async function loadRows(): Promise<void> {
  stop?.()
  generation += 1
  const current = generation
  set({ reading: true })
  try {
    const first = await readPage()
    if (current !== generation) return
    next = first.next
    arriving = []
    set({ rows: first.rows, counts: first.counts, waiting: [], loaded: true, failed: undefined, ...progress() })
    stop = openStream(first.newest, filter, { onEvent, onState: (state, why) => set({ state, why }) })
  } catch (failed) {
    if (current === generation) handleFailure(failed)
  }
}

/** Adds the next older page, unless there is none or a page is being loaded. */
export async function readOlder(): Promise<void> {
  if (next === undefined || rows.reading) return
  const current = generation
  set({ reading: true })
  try {
    const page = await readPage(next)
    if (current !== generation) return
    next = page.next
    set({ rows: [...rows.rows, ...page.rows], counts: addCounts(rows.counts, page.counts), ...progress() })
  } catch {
    // The banner reports the lost connection. The list tries again later.
    setTimeout(() => (current === generation ? set({ reading: false }) : undefined), RETRY_MS)
  }
}

const readPage = (before?: string): Promise<LogPage> => {
  const position = before === undefined ? '' : `&before=${encodeURIComponent(before)}`
  return get<LogPage>(`/api/log?limit=${PAGE}${position}${filter === '' ? '' : `&${filter}`}`)
}

const progress = () => ({ more: next !== undefined, reading: false })

const addCounts = (a: Rows['counts'], b: Rows['counts']): Rows['counts'] => ({
  denied: a.denied + b.denied,
  asked: a.asked + b.asked,
  failed: a.failed + b.failed,
  slow: a.slow + b.slow,
})

/** Retries while the panel is unreachable. A rejected token is not retried, because it stays the same. */
function handleFailure(failed: unknown): void {
  const refused = failed instanceof ApiFailure && failed.status === 401
  set({
    failed,
    loaded: true,
    reading: false,
    ...(refused ? { state: 'refused', why: failed.message } : { state: 'gone' }),
  })
  const current = generation
  if (!refused) setTimeout(() => (current === generation ? void loadRows() : undefined), RETRY_MS)
}

/** Rows that arrive within 50 ms are shown together. */
let arriving: LogRow[] = []
function onEvent(event: StreamEvent): void {
  if (event.event === 'reset') void loadRows()
  else if (event.event === 'change') set({ changes: rows.changes + 1 })
  else {
    arriving.push(event.data)
    if (arriving.length === 1) setTimeout(flush, 50)
  }
}

function flush(): void {
  const known = new Set([...rows.rows.slice(0, PAGE), ...rows.waiting].map(({ id }) => id))
  const fresh = arriving.filter(({ id }) => !known.has(id)).reverse()
  arriving = []
  if (fresh.length === 0) return
  const counts = fresh.map(countsOf).reduce(addCounts, rows.counts)
  if (rows.paused) set({ waiting: [...fresh, ...rows.waiting], counts })
  else set({ rows: [...fresh, ...rows.rows], counts })
  if (rows.rows.length + rows.waiting.length > MAX_ROWS) void loadRows()
}

const countsOf = ({ denied, asked, failures, slow }: LogRow): Rows['counts'] => ({
  denied: Number(denied),
  asked: Number(asked),
  failed: Number(failures > 0),
  slow: Number(slow),
})

export function setPaused(paused: boolean): void {
  if (paused) set({ paused })
  else set({ paused, rows: [...rows.waiting, ...rows.rows], waiting: [] })
}

/** Replaces a row after its mark has changed. */
export function replaceRow(row: LogRow): void {
  set({ rows: rows.rows.map((current) => (current.id === row.id ? row : current)) })
}
