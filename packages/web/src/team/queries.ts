/** How answers are kept. A refusal is an answer; only a server that is away is asked again. */
import { hashKey, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isAway, isSignedOut } from './api.ts'

/** Under this key stands who is signed in. */
export const meKey = ['me']

/** Whether somebody is still signed in is asked anew whenever the server says otherwise. */
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
      retry: (count, thrown) => isAway(thrown) && count < 2,
      retryDelay: 1_000,
    },
  },
})

/** All that is known of a team may be otherwise after a change. */
export const refresh = (team: string): Promise<void> => queries.invalidateQueries({ queryKey: [team] })
