/** Who is signed in, the team of the address, and what they may do there. */
import type { Me, Membership } from '@hookline/team/wire'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { accounts, isSignedOut } from './api.ts'
import { meKey, queries } from './queries.ts'

/**
 * `null`: nobody is. A session that ends under somebody is an error that leaves them as they were: the page stays with
 * what is typed on it.
 */
export const useMe = () =>
  useQuery<Me | null>({
    queryKey: meKey,
    queryFn: ({ signal }) =>
      accounts.getMe({}, { signal }).catch((thrown: unknown) => {
        if (isSignedOut(thrown) && !queries.getQueryData<Me | null>(meKey)) return null
        throw thrown
      }),
    refetchInterval: 20_000,
  })

export const setMe = (me: Me | null): void => {
  queries.setQueryData(meKey, me)
}

export type Role = 'viewer' | 'author' | 'owner'
export const roles: readonly Role[] = ['viewer', 'author', 'owner']
export const roleSaid: Readonly<Record<Role, string>> = {
  viewer: 'reads everything',
  author: 'edits hooks, tries and publishes them',
  owner: 'also invites people, enrols and revokes machines',
}

/** The team of the address; only pages inside a team ask. */
export function useTeam(): Membership {
  const { team } = useParams({ strict: false }) as { readonly team?: string }
  const { data } = useMe()
  const found = data?.teams.find(({ teamId }) => teamId === team)
  if (found === undefined) throw new Error('a page of a team was shown outside of one')
  return found
}

/** Why this person may not, in words; undefined: they may. */
export function useLacks(least: Role): string | undefined {
  const { role } = useTeam()
  const enough = roles.indexOf(role as Role) >= roles.indexOf(least)
  return enough ? undefined : `This needs the role ${least}; yours is ${role}.`
}
