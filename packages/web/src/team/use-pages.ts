/** A list that comes in pages, as one list with a way to more of it. */
import { useInfiniteQuery } from '@tanstack/react-query'

interface PageOf {
  readonly rows: readonly unknown[]
  /** Where the next page begins; empty: there is none. */
  readonly next: string
}

export function usePages<P extends PageOf>(
  queryKey: readonly string[],
  page: (before: string, signal: AbortSignal) => Promise<P>,
  refetchInterval: number | false = false,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => page(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? undefined : next),
    refetchInterval,
  })
  const pages = query.data?.pages
  const rows = pages?.flatMap((one): readonly P['rows'][number][] => one.rows)
  return { ...query, rows, first: pages?.[0] }
}
