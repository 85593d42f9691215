/** The rows of Now: loaded from the log, then live; newest first, at most so many. One store for all pages. */
import { useSyncExternalStore } from 'react'
import type { LiveEvent, LogPage, Row } from '../wire/panel.ts'
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
  /** Rises when the hook files changed: what depends on them is asked for again. */
  readonly changes: number
}

const MOST = 10_000
const FIRST_PAGE = 200
const LATER_PAGE = 2_000
const AGAIN_MS = 3_000

let rows: Rows = {
  rows: [],
  waiting: [],
  paused: false,
  state: 'connecting',
  why: undefined,
  loaded: false,
  failed: undefined,
  changes: 0,
}
const listeners = new Set<() => void>()

function set(change: Partial<Rows>): void {
  rows = { ...rows, ...change }
  for (const tell of listeners) tell()
}

export const useRows = (): Rows =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => rows,
  )

let stop: (() => void) | undefined
let generation = 0

/** Loads the newest page, listens from there, then fetches older ones behind the person's back. Safe to call again. */
export async function begin(): Promise<void> {
  stop?.()
  generation += 1
  const mine = generation
  try {
    const first = await get<LogPage>(`/api/log?limit=${FIRST_PAGE}`)
    if (mine !== generation) return
    set({ rows: first.rows, waiting: [], loaded: true, failed: undefined })
    stop = listen(first.rows[0]?.id, { onEvent, onState: (state, why) => set({ state, why }) })
    await loadOlder(first.next, mine)
  } catch (failed) {
    if (mine === generation) givenUp(failed)
  }
}

/** Another token will not come by waiting; a panel that is away may be back soon. */
function givenUp(failed: unknown): void {
  const refused = failed instanceof ApiFailure && failed.status === 401
  set({ failed, loaded: true, ...(refused ? { state: 'refused', why: failed.message } : { state: 'gone' }) })
  const mine = generation
  if (!refused) setTimeout(() => (mine === generation ? void begin() : undefined), AGAIN_MS)
}

async function loadOlder(first: string | undefined, mine: number): Promise<void> {
  let next = first
  while (next !== undefined && rows.rows.length < MOST && mine === generation) {
    const page: LogPage = await get<LogPage>(`/api/log?limit=${LATER_PAGE}&before=${encodeURIComponent(next)}`)
    if (mine !== generation) return
    set({ rows: [...rows.rows, ...page.rows].slice(0, MOST) })
    next = page.next
  }
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
  const known = new Set([...rows.rows.slice(0, FIRST_PAGE), ...rows.waiting].map(({ id }) => id))
  const fresh = arriving.filter(({ id }) => !known.has(id)).reverse()
  arriving = []
  if (fresh.length === 0) return
  if (rows.paused) set({ waiting: [...fresh, ...rows.waiting].slice(0, MOST) })
  else set({ rows: [...fresh, ...rows.rows].slice(0, MOST) })
}

export function setPaused(paused: boolean): void {
  if (paused) set({ paused })
  else set({ paused, rows: [...rows.waiting, ...rows.rows].slice(0, MOST), waiting: [] })
}

/** A row whose mark changed. */
export function replaceRow(row: Row): void {
  set({ rows: rows.rows.map((one) => (one.id === row.id ? row : one)) })
}
