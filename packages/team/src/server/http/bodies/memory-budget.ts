/** The memory budget for the bodies of all connections. If it is used up, a request must be retried later. */
import { Code, ConnectError } from '@connectrpc/connect'

const retryAfter = 2

export interface Reservation {
  /** Reserves more bytes. Throws if the budget is used up. */
  take(bytes: number): void
  /** Call this when the request has ended. */
  release(): void
}

export interface MemoryBudget {
  reserve(): Reservation
}

export function createMemoryBudget(most: number): MemoryBudget {
  let used = 0
  return {
    reserve() {
      let own = 0
      let isReleased = false
      return {
        take(bytes) {
          if (isReleased) throw new ConnectError('the request has ended', Code.Aborted)
          if (used + bytes > most)
            throw new ConnectError(
              'the server is busy: too many requests at once. Try again in 2 seconds',
              Code.Unavailable,
              { 'retry-after': `${retryAfter}` },
            )
          used += bytes
          own += bytes
        },
        release() {
          isReleased = true
          used -= own
          own = 0
        },
      }
    },
  }
}
