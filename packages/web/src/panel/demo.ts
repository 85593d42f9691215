/** Enters and leaves the demonstration: the same pages over a workspace and a log of its own. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post } from './api.ts'
import { begin } from './rows.ts'

export function useDemo() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) => post<unknown>('/api/demo', { on }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      void begin()
    },
  })
}
