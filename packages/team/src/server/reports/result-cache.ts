/**
 * A cache for slow results: counting millions of rows is expensive. A result that took long is reused for twenty times as
 * long, so that counting takes at most a twentieth of the server's time, however many users open the page.
 */
export interface ResultCache<T> {
  get(key: string, compute: () => Promise<T>): Promise<T>
}

const [reuseFactor, slowMs, maxEntries] = [20, 50, 1000]

export function createResultCache<T>(now: () => number = () => performance.now()): ResultCache<T> {
  const entries = new Map<string, { readonly result: Promise<T>; until: number }>()
  const start = (key: string, compute: () => Promise<T>): Promise<T> => {
    const startedAt = now()
    const entry = { result: compute(), until: Number.POSITIVE_INFINITY }
    if (entries.size >= maxEntries) entries.clear()
    entries.set(key, entry)
    const end = () => {
      const took = now() - startedAt
      if (took < slowMs) entries.delete(key)
      else entry.until = now() + reuseFactor * took
    }
    entry.result.then(end, () => entries.delete(key))
    return entry.result
  }
  return {
    get(key, compute) {
      const entry = entries.get(key)
      return entry !== undefined && now() < entry.until ? entry.result : start(key, compute)
    },
  }
}
