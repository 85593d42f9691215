/** Queries for pauses, the rollout and the markers of revisions. */
import type { ListPausesResponse, Pause, Revision, Rollout } from '@hookline/team/wire'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Marker } from '../../kit/decisions/buckets.ts'
import { admin } from '../api.ts'
import { toMarkers } from './labels.ts'

const usualInterval = 20_000
/** The overview asks often, because people look there while something is wrong. */
export const shortInterval = 5000

export const useActivePauses = (teamId: string, refetchInterval = usualInterval): readonly Pause[] =>
  useQuery<ListPausesResponse>({
    queryKey: [teamId, 'pauses'],
    queryFn: ({ signal }) => admin.listPauses({ teamId }, { signal }),
    refetchInterval,
  }).data?.pauses.filter(({ isActive }) => isActive) ?? []

export const useRollout = (teamId: string) =>
  useQuery<Rollout>({
    queryKey: [teamId, 'rollout'],
    queryFn: ({ signal }) => admin.getRollout({ teamId }, { signal }),
    refetchInterval: shortInterval,
  })

/** The last 100 revisions. A chart shows those within its time. */
export function useRevisionMarkers(teamId: string): readonly Marker[] {
  const { data } = useQuery<readonly Revision[]>({
    queryKey: [teamId, 'revision-markers'],
    queryFn: async ({ signal }) => (await admin.listRevisions({ teamId, limit: 100 }, { signal })).revisions,
    refetchInterval: 20_000,
  })
  return useMemo(() => toMarkers(data ?? []), [data])
}
