/** Loads a paged list as one list that can grow. */
import { useInfiniteQuery } from '@tanstack/react-query'

interface ListPage {
  readonly rows: readonly unknown[]
  /** Where the next page begins; empty for the last page. */
  readonly next: string
}

export function usePages<P extends ListPage>(
  queryKey: readonly string[],
  readPage: (before: string, signal: AbortSignal) => Promise<P>,
  refetchInterval: number | false = false,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? undefined : next),
    refetchInterval,
  })
  const pages = query.data?.pages
  const rows = pages?.flatMap((page): readonly P['rows'][number][] => page.rows)
  return { ...query, rows, first: pages?.[0] }
}
