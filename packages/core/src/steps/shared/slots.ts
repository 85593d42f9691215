/** Limits how many hooks run at once, over all events of an engine. Waiting counts against the event's deadline. */
export interface Slots {
  /** Resolves with a function that releases the slot, or with undefined if the signal aborts first. */
  take(signal: AbortSignal): Promise<(() => void) | undefined> | (() => void)
}

export function createSlots(max: number): Slots {
  let free = max
  const waiting = new Set<() => void>()
  const release = () => {
    const next = waiting.values().next()
    if (next.done === true) free++
    else {
      waiting.delete(next.value)
      next.value()
    }
  }
  const makeRelease = () => {
    let isTaken = true
    return () => {
      if (isTaken) release()
      isTaken = false
    }
  }
  return {
    take(signal) {
      if (free > 0) {
        free--
        return makeRelease()
      }
      if (signal.aborted) return Promise.resolve(undefined)
      return new Promise((resolve) => {
        const abort = () => {
          waiting.delete(go)
          resolve(undefined)
        }
        const go = () => {
          signal.removeEventListener('abort', abort)
          resolve(makeRelease())
        }
        waiting.add(go)
        signal.addEventListener('abort', abort, { once: true })
      })
    },
  }
}
