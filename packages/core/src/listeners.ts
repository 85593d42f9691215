/** Those who want to hear of something. A listener's bug is the listener's: the decision stands. */
export interface Listeners<T> {
  /** Returns the way to stop listening. */
  add(listener: (news: T) => void): () => void
  tell(news: T): void
}

export function createListeners<T>(): Listeners<T> {
  const listeners = new Set<(news: T) => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(news) {
      for (const listener of listeners) {
        try {
          listener(news)
        } catch {
          // Not ours to judge, and nobody is there to catch it.
        }
      }
    },
  }
}
