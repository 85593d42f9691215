/** The open alarms of a team, for the page and for the count in the navigation. */
import type { ListAlarmsResponse } from '@hookline/team/wire'
import { useQuery } from '@tanstack/react-query'
import { admin } from '../../api.ts'

export const useOpenAlarms = (teamId: string) =>
  useQuery<ListAlarmsResponse>({
    queryKey: [teamId, 'alarms', 'open'],
    queryFn: ({ signal }) => admin.listAlarms({ teamId, open: true, limit: 200 }, { signal }),
    refetchInterval: 15_000,
  })
