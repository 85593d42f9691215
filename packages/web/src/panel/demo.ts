/** Starts and exits the demo, which shows the same pages for a separate workspace and log. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post } from './api.ts'
import { loadRows } from './rows.ts'

export function useDemo() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) => post<unknown>('/api/demo', { on }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      void loadRows()
    },
  })
}
