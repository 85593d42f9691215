/** The rows of Now: the newest page of the log, older pages on demand, then live ones. One store for all pages. */
import { useSyncExternalStore } from 'react'
import type { LiveEvent, LogPage, Row, RowKind } from '../wire/panel.ts'
import { ApiFailure, get } from './api.ts'
import { type LiveState, listen } from './live.ts'

export interface Rows {
  readonly rows: readonly Row[]
  /** Came while paused, shown on resume. */
  readonly waiting: readonly Row[]
  readonly paused: boolean
  readonly state: LiveState
  readonly why: string | undefined
  readonly loaded: boolean
  readonly failed: unknown
  /** How many of each kind there are in what was read so far, whichever kinds are shown. */
  readonly counts: Readonly<Record<RowKind, number>>
  /** The log goes further back than what was read. */
  readonly more: boolean
  /** A page is on its way. */
  readonly reading: boolean
  /** Rises when the hook files changed: what depends on them is asked for again. */
  readonly changes: number
}

const PAGE = 200
/** A list that grew longer while it was open begins anew with the newest page, so that memory stays bounded. */
const MOST = 20_000
const AGAIN_MS = 3_000
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
/** The filters, as the server takes them: `kind=denied&search=…`. */
let filter = ''
/** Where the next older page begins. */
let next: string | undefined

/** Shows only what passes the filters, which the server applies to the whole log. */
export function showOnly(query: string): void {
  if (query === filter && generation > 0) return
  filter = query
  void begin()
}

/** Loads the newest page and listens from there. Safe to call again. */
export async function begin(): Promise<void> {
  stop?.()
  generation += 1
  const mine = generation
  set({ reading: true })
  try {
    const first = await readPage()
    if (mine !== generation) return
    next = first.next
    arriving = []
    set({ rows: first.rows, counts: first.counts, waiting: [], loaded: true, failed: undefined, ...progress() })
    stop = listen(first.newest, filter, { onEvent, onState: (state, why) => set({ state, why }) })
  } catch (failed) {
    if (mine === generation) giveUp(failed)
  }
}

/** Adds the next older page, if there is one and none is on its way. */
export async function readOlder(): Promise<void> {
  if (next === undefined || rows.reading) return
  const mine = generation
  set({ reading: true })
  try {
    const page = await readPage(next)
    if (mine !== generation) return
    next = page.next
    set({ rows: [...rows.rows, ...page.rows], counts: sum(rows.counts, page.counts), ...progress() })
  } catch {
    // The banner reports a panel that is away; the list asks again after a while.
    setTimeout(() => (mine === generation ? set({ reading: false }) : undefined), AGAIN_MS)
  }
}

const readPage = (before?: string): Promise<LogPage> => {
  const place = before === undefined ? '' : `&before=${encodeURIComponent(before)}`
  return get<LogPage>(`/api/log?limit=${PAGE}${place}${filter === '' ? '' : `&${filter}`}`)
}

const progress = () => ({ more: next !== undefined, reading: false })

const sum = (one: Rows['counts'], other: Rows['counts']): Rows['counts'] => ({
  denied: one.denied + other.denied,
  asked: one.asked + other.asked,
  failed: one.failed + other.failed,
  slow: one.slow + other.slow,
})

/** Waiting does not bring another token; a panel that is away may be back soon. */
function giveUp(failed: unknown): void {
  const refused = failed instanceof ApiFailure && failed.status === 401
  set({
    failed,
    loaded: true,
    reading: false,
    ...(refused ? { state: 'refused', why: failed.message } : { state: 'gone' }),
  })
  const mine = generation
  if (!refused) setTimeout(() => (mine === generation ? void begin() : undefined), AGAIN_MS)
}

/** Rows that come in one frame are shown in one frame. */
let arriving: Row[] = []
function onEvent(event: LiveEvent): void {
  if (event.event === 'reset') void begin()
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
  const counts = fresh.map(countsOf).reduce(sum, rows.counts)
  if (rows.paused) set({ waiting: [...fresh, ...rows.waiting], counts })
  else set({ rows: [...fresh, ...rows.rows], counts })
  if (rows.rows.length + rows.waiting.length > MOST) void begin()
}

const countsOf = ({ denied, asked, failures, slow }: Row): Rows['counts'] => ({
  denied: Number(denied),
  asked: Number(asked),
  failed: Number(failures > 0),
  slow: Number(slow),
})

export function setPaused(paused: boolean): void {
  if (paused) set({ paused })
  else set({ paused, rows: [...rows.waiting, ...rows.rows], waiting: [] })
}

/** A row whose mark changed. */
export function replaceRow(row: Row): void {
  set({ rows: rows.rows.map((one) => (one.id === row.id ? row : one)) })
}
