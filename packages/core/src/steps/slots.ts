/** A cap on hooks running at once, over all events of an engine. Waiting counts against the event's deadline. */
export interface Slots {
  /** Resolves with the way to give the slot back, or undefined when the signal aborted first. */
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
  const once = () => {
    let held = true
    return () => {
      if (held) release()
      held = false
    }
  }
  return {
    take(signal) {
      if (free > 0) {
        free--
        return once()
      }
      if (signal.aborted) return Promise.resolve(undefined)
      return new Promise((resolve) => {
        const abort = () => {
          waiting.delete(go)
          resolve(undefined)
        }
        const go = () => {
          signal.removeEventListener('abort', abort)
          resolve(once())
        }
        waiting.add(go)
        signal.addEventListener('abort', abort, { once: true })
      })
    },
  }
}
