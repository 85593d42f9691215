/** The signed-in account, the team in the address, and the permissions of the account in it. */
import type { Me, Membership } from '@hookline/team/wire'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { accounts, isSignedOut } from './api.ts'
import { meKey, queries } from './queries.ts'

/**
 * `null`: not signed in. When a session ends, the query fails and keeps the account, so that the page keeps unsaved input.
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
export const roleDescriptions: Readonly<Record<Role, string>> = {
  viewer: 'can read everything',
  author: 'can also edit, try and publish hooks',
  owner: 'can also invite members, and enrol and revoke devices',
}

/** The team in the address. Only pages inside a team may call this. */
export function useTeam(): Membership {
  // The registered routes are those of the panel, so the types do not know this parameter.
  const { team } = useParams({ strict: false }) as { readonly team?: string }
  const { data } = useMe()
  const membership = data?.teams.find(({ teamId }) => teamId === team)
  if (membership === undefined) throw new Error('useTeam was called outside of a team page')
  return membership
}

/** Why the account lacks permission, as a message; undefined: it has the role. */
export function useMissingRole(required: Role): string | undefined {
  const { role } = useTeam()
  // An unknown role has the index -1.
  const isEnough = roles.indexOf(role as Role) >= roles.indexOf(required)
  return isEnough ? undefined : `You need the ${required} role for this. Your role is ${role}.`
}
