/** What the hooks of the team decided on all devices, over time and by hook. */

import type { Activity } from '@hookline/team/wire'
import { SegmentedControl, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAddressValues } from '../../../kit/address.ts'
import { Decisions } from '../../../kit/decisions/decisions.tsx'
import { Empty } from '../../../kit/states.tsx'
import { admin } from '../../api.ts'
import { DecisionsLink } from '../../decisions-link.tsx'
import { useRevisionMarkers } from '../../incidents/queries.ts'
import { useTeam } from '../../me.ts'
import { Page, QueryResult } from '../../page.tsx'
import { pagePath } from '../../team-pages.ts'
import type { DecisionFilter } from '../decisions/filter.ts'
import { ByHook } from './by-hook.tsx'
import { findTime, summarize, times, toBuckets, toFilter } from './labels.ts'

export function ActivityPage() {
  const { teamId } = useTeam()
  const [chosen, change] = useAddressValues(['since'])
  const since = findTime(chosen.since)
  const markers = useRevisionMarkers(teamId)
  const navigate = useNavigate()
  const openDecisions = (filter: DecisionFilter) =>
    // The registered routes are those of the panel. The page reads the parameters itself.
    void navigate({ to: pagePath(teamId, 'decisions'), search: filter as never })
  const query = useQuery<Activity>({
    queryKey: [teamId, 'activity', since],
    queryFn: ({ signal }) => admin.getActivity({ teamId, since }, { signal }),
    refetchInterval: 20_000,
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title="Activity"
      description={query.data === undefined ? undefined : summarize(query.data, since)}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Since"
          data={times.map(({ value, label }) => ({ value, label }))}
          value={since}
          onChange={(value) => change({ since: value })}
        />
      }
    >
      <QueryResult query={query} loading="Loading activity">
        {(activity) =>
          activity.decisions === 0n ? (
            <NoActivity />
          ) : (
            <>
              <Decisions
                stats={{ ...toBuckets(activity), markers }}
                linkTo={(part, number) => <DecisionsLink filter={toFilter(part, activity)}>{number}</DecisionsLink>}
                onBar={(part) => openDecisions(toFilter(part, activity))}
              />
              <ByHook hooks={activity.hooks} from={activity.buckets[0]?.at ?? ''} />
            </>
          )
        }
      </QueryResult>
    </Page>
  )
}

const NoActivity = () => (
  <Empty title="No activity in this period.">
    <Text size="sm" c="dimmed">
      Devices report the decisions of their hooks in batches, without commands or file contents. They keep reports while
      the server is unreachable.
    </Text>
  </Empty>
)
