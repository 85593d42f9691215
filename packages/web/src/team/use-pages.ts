/** A list that comes in pages, as one list with a way to more of it. */
import { useInfiniteQuery } from '@tanstack/react-query'

interface PageOf<T> {
  readonly rows: readonly T[]
  /** Where the next page begins; empty: there is none. */
  readonly next: string
}

export function usePages<T>(
  queryKey: readonly string[],
  page: (before: string, signal: AbortSignal) => Promise<PageOf<T>>,
  refetchInterval: number | false = false,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => page(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? undefined : next),
    refetchInterval,
  })
  return { ...query, rows: query.data?.pages.flatMap(({ rows }) => rows) }
}
