/** A team's hooks, and one of them with its versions. */
import type { Hook, HookVersion, ListHooksResponse } from '@hookline/team/wire'
import { useQuery } from '@tanstack/react-query'
import { admin } from './api.ts'

export const useHooks = (teamId: string) =>
  useQuery<ListHooksResponse>({
    queryKey: [teamId, 'hooks'],
    queryFn: ({ signal }) => admin.listHooks({ teamId }, { signal }),
    refetchInterval: 20_000,
  })

export const useHook = (teamId: string, id: string) =>
  useQuery<Hook>({
    queryKey: [teamId, 'hook', id],
    queryFn: ({ signal }) => admin.getHook({ teamId, hookId: BigInt(id) }, { signal }),
    enabled: /^\d{1,15}$/.test(id),
  })

/** The newest first. */
export const useVersions = (teamId: string, id: string, enabled = true) =>
  useQuery<readonly HookVersion[]>({
    queryKey: [teamId, 'versions', id],
    queryFn: async ({ signal }) => {
      const { versions } = await admin.listVersions({ teamId, hookId: BigInt(id) }, { signal })
      return versions.toSorted((one, other) => Number(other.version - one.version))
    },
    enabled,
  })
