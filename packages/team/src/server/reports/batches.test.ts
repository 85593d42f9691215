import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'

/** A store whose transactions end when the test says so. */
function startBatches({ mostAtOnce = 10, mostWaiting = 100 } = {}) {
  const batches: { readonly key: string; readonly items: readonly number[]; end(): void; fail(error: Error): void }[] =
    []
  const add = createBatches<number, string>({
    store: (key, items) =>
      new Promise((resolve, reject) => {
        batches.push({ key, items, end: () => resolve(items.map((item) => `${key}${item}`)), fail: reject })
      }),
    sizeOf: (item) => item,
    mostAtOnce,
    mostWaiting,
    isUnavailable: ({ message }: Error) => message === 'away',
  })
  /** Waits until the store has as many batches. */
  const started = (count: number) => expect.poll(() => batches.length).toBe(count)
  return { add, batches, started }
}

test('what arrives while a batch is stored is the next batch, in order and with its own result', async () => {
  const { add, batches, started } = startBatches()
  const added = [1, 2, 3].map((item) => add('a', item))
  await started(1)
  expect(batches[0]?.items).toEqual([1])
  batches[0]?.end()
  await started(2)
  expect(batches[1]?.items).toEqual([2, 3])
  batches[1]?.end()
  expect(await Promise.all(added)).toEqual(['a1', 'a2', 'a3'])
  const later = add('a', 4)
  await started(3)
  batches[2]?.end()
  expect(await later).toBe('a4')
})

test('keys do not wait for each other', async () => {
  const { add, batches, started } = startBatches()
  const added = [add('a', 1), add('b', 2)]
  await started(2)
  batches[1]?.end()
  expect(await added[1]).toBe('b2')
  batches[0]?.end()
  expect(await added[0]).toBe('a1')
})

test('a batch is no larger than the limit, except for one large item', async () => {
  const { add, batches, started } = startBatches({ mostAtOnce: 5 })
  const added = [1, 3, 2, 9, 1].map((item) => add('a', item))
  for (const [at, items] of [[1], [3, 2], [9], [1]].entries()) {
    await started(at + 1)
    expect(batches[at]?.items).toEqual(items)
    batches[at]?.end()
  }
  expect(await Promise.all(added)).toEqual(['a1', 'a3', 'a2', 'a9', 'a1'])
})

test('one bad item does not fail the others of its batch', async () => {
  const { add, batches, started } = startBatches()
  const added = [1, 2, 3].map((item) => add('a', item))
  const results = Promise.allSettled(added)
  await started(1)
  batches[0]?.end()
  await started(2)
  batches[1]?.fail(new Error('bad item'))
  await started(3)
  expect(batches[2]?.items).toEqual([2])
  batches[2]?.fail(new Error('bad item'))
  await started(4)
  expect(batches[3]?.items).toEqual([3])
  batches[3]?.end()
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('without a database all that waits is refused at once, and later items are tried again', async () => {
  const { add, batches, started } = startBatches()
  const results = Promise.allSettled([1, 2, 3].map((item) => add('a', item)))
  await started(1)
  batches[0]?.fail(new Error('away'))
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  const later = add('a', 4)
  await started(2)
  batches[1]?.end()
  expect(await later).toBe('a4')
})

test('more than the limit does not wait in memory', async () => {
  const { add, batches, started } = startBatches({ mostWaiting: 10 })
  const first = add('a', 8)
  await started(1)
  await expect(add('a', 3)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
  const fits = add('a', 2)
  batches[0]?.end()
  await started(2)
  batches[1]?.end()
  expect(await Promise.all([first, fits])).toEqual(['a8', 'a2'])
})
