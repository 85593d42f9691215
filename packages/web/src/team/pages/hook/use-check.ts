/** The findings of the server's checks for the form, after the user stops typing. */

import type { Finding } from '@hookline/team/wire'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { type Form, isSendable, toDraft } from './draft.ts'

export function useCheck(form: Form) {
  const { teamId } = useTeam()
  const [paused] = useDebouncedValue(form, 350)
  return useQuery<readonly Finding[]>({
    queryKey: [teamId, 'check', JSON.stringify(paused)],
    queryFn: async ({ signal }) => (await admin.checkHook({ teamId, draft: toDraft(paused) }, { signal })).findings,
    enabled: isSendable(paused),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
