/** A page of users or groups. */
import { listBody, readPage, type ScimRequest } from './request.ts'

interface PageQuery<R> {
  limit(count: number): { offset(from: number): { execute(): Promise<R[]> } }
}

interface ListQueries<R> {
  /** Counts the rows of all pages. */
  readonly total: { executeTakeFirstOrThrow(): Promise<{ readonly total: number }> }
  readonly page: PageQuery<R>
}

/** `describe` gets all rows of the page, so that it can read what belongs to them at once. */
export async function listResources<R>(
  { query }: ScimRequest,
  { total, page }: ListQueries<R>,
  describe: (rows: readonly R[]) => Promise<readonly object[]>,
): Promise<object> {
  const { start, count } = readPage(query)
  const rows = await total.executeTakeFirstOrThrow()
  const found =
    count === 0
      ? []
      : await page
          .limit(count)
          .offset(start - 1)
          .execute()
  return listBody(Number(rows.total), start, await describe(found))
}

/** Splits a list for queries with many values: databases limit their number. */
export function* inBatches<T>(items: readonly T[], size = 500): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
