/** Queries for the hooks of a team and their versions. */
import type { Hook, HookVersion, ListHooksResponse, ListPacksResponse } from '@hookline/team/wire'
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

/** All versions of a hook, newest first, without their scripts. */
export const useVersions = (teamId: string, id: string, enabled = true) =>
  useQuery<readonly HookVersion[]>({
    queryKey: [teamId, 'versions', id],
    queryFn: async ({ signal }) => {
      const all: HookVersion[] = []
      let before = ''
      do {
        const page = await admin.listVersions({ teamId, hookId: BigInt(id), limit: 500, before }, { signal })
        all.push(...page.versions)
        before = page.next
      } while (before !== '')
      return all
    },
    enabled,
  })

/** One version with its script; null for version 0. A version never changes. */
export const useVersion = (teamId: string, hookId: bigint, version: bigint) =>
  useQuery<HookVersion | null>({
    queryKey: [teamId, 'version', String(hookId), String(version)],
    queryFn: ({ signal }) => (version === 0n ? null : admin.getVersion({ teamId, hookId, version }, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The packs of the server and the schemas for editors. They change only with the version of the server. */
export const usePacks = (teamId: string) =>
  useQuery<ListPacksResponse>({
    queryKey: [teamId, 'packs'],
    queryFn: ({ signal }) => admin.listPacks({ teamId }, { signal }),
    staleTime: 3_600_000,
  })
