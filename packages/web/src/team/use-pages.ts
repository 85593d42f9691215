/** Loads a paged list as one list that can grow. */
import { useInfiniteQuery } from '@tanstack/react-query'

interface ListPage {
  readonly rows: readonly unknown[]
  /** Where the next page begins; empty for the last page. */
  readonly next: string
}

interface PagesOptions {
  readonly refetchInterval?: number
  /** While another order or filter loads, the rows of the last one stay, so that the focus is not lost. */
  readonly keepsRows?: boolean
}

export function usePages<P extends ListPage>(
  queryKey: readonly string[],
  readPage: (before: string, signal: AbortSignal) => Promise<P>,
  { refetchInterval, keepsRows = false }: PagesOptions = {},
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? undefined : next),
    refetchInterval: refetchInterval ?? false,
    placeholderData: (previous) => (keepsRows ? previous : undefined),
  })
  const pages = query.data?.pages
  const rows = pages?.flatMap((page): readonly P['rows'][number][] => page.rows)
  return { ...query, rows, first: pages?.[0] }
}
