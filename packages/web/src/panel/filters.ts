/** The store of the Now filters. They survive a visit to another page, and are saved in the browser if the user wants that. */
import { useSyncExternalStore } from 'react'
import { type Filters, fromQuery, makeFilters, noFilters } from './filter-query.ts'

const KEY = 'hookline-now-filters'

interface FilterState {
  readonly filters: Filters
  readonly keep: boolean
}

let state: FilterState = load()
const listeners = new Set<() => void>()

export const useFilters = (): FilterState =>
  useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => state,
  )

export const currentFilters = (): Filters => state.filters

export const setFilters = (change: Partial<Filters>): void =>
  set({ ...state, filters: { ...state.filters, ...change } })
export const clearFilters = (): void => set({ ...state, filters: noFilters })
export const setKeep = (keep: boolean): void => set({ ...state, keep })

function set(next: FilterState): void {
  state = next
  if (next.keep) localStorage.setItem(KEY, JSON.stringify(next.filters))
  else localStorage.removeItem(KEY)
  for (const notify of listeners) notify()
}

function load(): FilterState {
  const given = fromQuery(location.search)
  const saved = parseFilters(localStorage.getItem(KEY))
  // An address that someone sent shows what it says, and does not change what is saved.
  if (given !== undefined) return { filters: given, keep: saved !== undefined }
  return saved === undefined ? { filters: noFilters, keep: false } : { filters: saved, keep: true }
}

/** Reads saved filters. Another version of the panel may have saved them in another format. */
function parseFilters(text: string | null): Filters | undefined {
  if (text === null) return undefined
  try {
    // Each field is checked. If the value is null, the read throws and is caught.
    const value = JSON.parse(text) as Readonly<Record<string, unknown>>
    return makeFilters(value.kinds, value.text, (name) => value[name])
  } catch {
    return undefined
  }
}
