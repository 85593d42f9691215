/** The query cache. Only requests to an unavailable server are retried, not requests that the server rejected. */
import { hashKey, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isSignedOut, isUnavailable } from './api.ts'

/** The key of the signed-in account. */
export const meKey = ['me']

/** Reloads the account when the server reports that the session has ended. */
const onError = (thrown: unknown): void => {
  if (isSignedOut(thrown)) void queries.invalidateQueries({ queryKey: meKey })
}

export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (thrown, { queryHash }) => (queryHash === hashKey(meKey) ? undefined : onError(thrown)),
  }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      refetchOnWindowFocus: true,
      retry: (count, thrown) => isUnavailable(thrown) && count < 2,
      retryDelay: 1_000,
    },
  },
})

/** Reloads everything about a team after a change. */
export const refresh = (team: string): Promise<void> => queries.invalidateQueries({ queryKey: [team] })
