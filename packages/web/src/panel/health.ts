/** The health of the hooks, refreshed periodically and when hook files change. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Health } from '../wire/panel.ts'
import { get } from './api.ts'
import { useRows } from './rows.ts'

export function useHealth() {
  const { changes } = useRows()
  return useQuery({
    queryKey: ['health', changes],
    queryFn: ({ signal }) => get<Health>('/api/health', signal),
    refetchInterval: 10_000,
    placeholderData: keepPreviousData,
  })
}
