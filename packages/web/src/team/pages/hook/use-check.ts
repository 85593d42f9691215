/** What the server's checks say of the form as it stands, once the person paused. */

import type { Finding } from '@hookline/team/wire'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { draftOf, type Form, isReadable } from './draft.ts'

export function useCheck(form: Form) {
  const { teamId } = useTeam()
  const [paused] = useDebouncedValue(form, 350)
  return useQuery<readonly Finding[]>({
    queryKey: [teamId, 'check', JSON.stringify(paused)],
    queryFn: async ({ signal }) => (await admin.checkHook({ teamId, draft: draftOf(paused) }, { signal })).findings,
    enabled: isReadable(paused),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
