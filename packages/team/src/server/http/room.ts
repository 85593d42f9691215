/** The bytes of bodies held at once, over all connections. When there is no room left a request is told to come again. */
import { Code, ConnectError } from '@connectrpc/connect'

const retryAfter = 2

export interface SyncLock {
  /** So many bytes more. Throws where there is no room. */
  take(bytes: number): void
  /** The request is answered. */
  release(): void
}

export interface Room {
  hold(): SyncLock
}

export function createRoom(most: number): Room {
  let used = 0
  return {
    hold() {
      let own = 0
      let isOver = false
      return {
        take(bytes) {
          if (isOver) throw new ConnectError('the request is over', Code.Aborted)
          if (used + bytes > most)
            throw new ConnectError('too many requests at once', Code.Unavailable, { 'retry-after': `${retryAfter}` })
          used += bytes
          own += bytes
        },
        release() {
          isOver = true
          used -= own
          own = 0
        },
      }
    },
  }
}
