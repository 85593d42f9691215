/** The newest decisions of a device. The page of decisions has all of them. */
import '../decisions/decisions-page.css'
import type { DecisionRecord } from '@hookline/team/wire'
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { admin } from '../../api.ts'
import { DecisionsLink } from '../../decisions-link.tsx'
import { useTeam } from '../../me.ts'
import { QueryResult } from '../../page.tsx'
import { DecisionList } from '../decisions/decision-list.tsx'
import { toRequest } from '../decisions/filter.ts'

const maxShown = 5

export function RecentDecisions({ deviceId }: { readonly deviceId: string }) {
  const { teamId } = useTeam()
  const filter = { device: deviceId }
  const query = useQuery<readonly DecisionRecord[]>({
    queryKey: [teamId, 'device-decisions', deviceId],
    queryFn: async ({ signal }) =>
      (await admin.listDecisions({ teamId, filter: toRequest(filter), limit: maxShown }, { signal })).decisions,
    refetchInterval: 15_000,
  })
  return (
    <section aria-labelledby="decisions" className="part">
      <Title order={2} id="decisions" mb="xs">
        Recent decisions
      </Title>
      <QueryResult query={query} loading="Loading decisions">
        {(rows) =>
          rows.length === 0 ? (
            <Text size="sm" c="dimmed">
              This device has reported no decisions. Devices report them with each sync.
            </Text>
          ) : (
            <>
              <DecisionList rows={rows} filter={filter} />
              <Text size="sm" mt="xs">
                <DecisionsLink filter={filter}>Show all decisions of this device</DecisionsLink>
                {' · '}
                <DecisionsLink filter={{ ...filter, decision: 'deny' }}>Show what was denied on it</DecisionsLink>
              </Text>
            </>
          )
        }
      </QueryResult>
    </section>
  )
}
