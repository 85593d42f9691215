/** What waits in memory until it is sent. It has a limit: the oldest items are dropped, and counted by the caller. */
export interface Queue<T> {
  add(items: readonly T[]): void
  /** Sends everything, in batches. What `send` does not take stays. What is added meanwhile is sent too, and drops nothing that is on its way. */
  drain(send: (batch: readonly T[]) => Promise<boolean>): Promise<void>
}

export interface QueueLimits {
  readonly most: number
  readonly mostAtOnce: number
  onDropped(count: number): void
}

export function createQueue<T>({ most, mostAtOnce, onDropped }: QueueLimits): Queue<T> {
  const items: T[] = []
  const dropExcess = () => onDropped(items.splice(0, Math.max(0, items.length - most)).length)
  return {
    add(more) {
      items.push(...more)
      dropExcess()
    },
    async drain(send) {
      while (items.length > 0) {
        const batch = items.splice(0, mostAtOnce)
        let isSent = false
        try {
          isSent = await send(batch)
        } finally {
          if (!isSent) items.unshift(...batch)
          dropExcess()
        }
        if (!isSent) return
      }
    },
  }
}
