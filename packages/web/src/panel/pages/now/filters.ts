/** The filters of Now: one store, so that they outlive a visit to another page; in this browser too, if they are to be kept. */
import { useSyncExternalStore } from 'react'
import { type Filters, kindNames, noFilters } from './sift.ts'

const KEY = 'hookline-now-filters'

interface Kept {
  readonly filters: Filters
  readonly keep: boolean
}

let state: Kept = load()
const listeners = new Set<() => void>()

export const useFilters = (): Kept =>
  useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => state,
  )

export const currentFilters = (): Filters => state.filters

export const setFilters = (change: Partial<Filters>): void =>
  set({ ...state, filters: { ...state.filters, ...change } })
export const clearFilters = (): void => set({ ...state, filters: noFilters })
export const setKeep = (keep: boolean): void => set({ ...state, keep })

function set(next: Kept): void {
  state = next
  if (next.keep) localStorage.setItem(KEY, JSON.stringify(next.filters))
  else localStorage.removeItem(KEY)
  for (const tell of listeners) tell()
}

function load(): Kept {
  const kept = parsed(localStorage.getItem(KEY))
  return kept === undefined ? { filters: noFilters, keep: false } : { filters: kept, keep: true }
}

/** What another version left there may be of another shape. */
function parsed(text: string | null): Filters | undefined {
  if (text === null) return undefined
  try {
    const value = JSON.parse(text) as Readonly<Record<string, unknown>>
    const textOf = (name: string) => (typeof value[name] === 'string' ? value[name] : undefined)
    const chosen = Array.isArray(value.kinds) ? value.kinds : []
    return {
      kinds: kindNames.filter((kind) => chosen.includes(kind)),
      agent: textOf('agent'),
      hook: textOf('hook'),
      session: textOf('session'),
      root: textOf('root'),
      text: textOf('text') ?? '',
    }
  } catch {
    return undefined
  }
}
