/**
 * Collects what arrives while the last batch of the same key is stored, and stores it as the next one. Many machines then share
 * one transaction, and a transaction never waits for another one of the same key in this process. Nothing is delayed on purpose.
 */
import { Refusal } from '../refusal.ts'

export interface BatchOptions<T, R> {
  /** Stores a batch as a whole or not at all. The results have the order of the items. */
  store(key: string, items: readonly T[]): Promise<readonly R[]>
  sizeOf(item: T): number
  /** The size of a batch. One larger item is a batch of its own. */
  readonly mostAtOnce: number
  /** The size of everything that waits. */
  readonly mostWaiting: number
  /** True if the next batch would fail for the same reason. */
  isUnavailable(error: unknown): boolean
}

interface Waiting<T, R> {
  readonly item: T
  resolve(result: R): void
  reject(error: unknown): void
}

const retryAfterSeconds = 5

/** Returns a function that resolves when its item is stored. */
export function createBatches<T, R>(options: BatchOptions<T, R>): (key: string, item: T) => Promise<R> {
  const { sizeOf, mostWaiting } = options
  const queues = new Map<string, Waiting<T, R>[]>()
  let waitingSize = 0
  const drain = async (key: string, queue: Waiting<T, R>[]) => {
    while (queue.length > 0) await storeBatch(options, key, takeBatch(options, queue), queue)
    queues.delete(key)
  }
  return (key, item) => {
    const size = sizeOf(item)
    if (waitingSize > 0 && waitingSize + size > mostWaiting)
      return Promise.reject(
        new Refusal(
          'unavailable',
          `too many reports wait for the database. Retry in ${retryAfterSeconds} s`,
          retryAfterSeconds,
        ),
      )
    waitingSize += size
    const stored = new Promise<R>((resolve, reject) => {
      const waiting = { item, resolve, reject }
      const queue = queues.get(key)
      if (queue !== undefined) return void queue.push(waiting)
      const started = [waiting]
      queues.set(key, started)
      void drain(key, started)
    })
    return stored.finally(() => {
      waitingSize -= size
    })
  }
}

function takeBatch<T, R>({ sizeOf, mostAtOnce }: BatchOptions<T, R>, queue: Waiting<T, R>[]): readonly Waiting<T, R>[] {
  let [count, size] = [0, 0]
  for (const { item } of queue) {
    size += sizeOf(item)
    if (count > 0 && size > mostAtOnce) break
    count += 1
  }
  return queue.splice(0, count)
}

/** If a batch fails because of one of its items, the others are stored without it. */
async function storeBatch<T, R>(
  options: BatchOptions<T, R>,
  key: string,
  batch: readonly Waiting<T, R>[],
  queue: Waiting<T, R>[],
): Promise<void> {
  const items = batch.map(({ item }) => item)
  try {
    const results = await options.store(key, items)
    // There is one result for each item.
    for (const [at, { resolve }] of batch.entries()) resolve(results[at] as R)
  } catch (thrown) {
    if (options.isUnavailable(thrown)) for (const { reject } of [...batch, ...queue.splice(0)]) reject(thrown)
    else if (batch.length === 1) batch[0]?.reject(thrown)
    else for (const waiting of batch) await storeBatch(options, key, [waiting], queue)
  }
}
