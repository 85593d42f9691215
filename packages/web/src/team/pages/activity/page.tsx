/** What the team's hooks decided on all machines: over time, and by hook. */

import type { Activity } from '@hookline/team/wire'
import { SegmentedControl, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Decisions } from '../../../kit/decisions/decisions.tsx'
import { Empty } from '../../../kit/states.tsx'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { Asked, Page } from '../../page.tsx'
import { ByHook } from './by-hook.tsx'
import { bucketsOf, summary, type Time, times } from './said.ts'

export function ActivityPage() {
  const { teamId } = useTeam()
  const [since, setSince] = useState<Time>('1d')
  const query = useQuery<Activity>({
    queryKey: [teamId, 'activity', since],
    queryFn: ({ signal }) => admin.getActivity({ teamId, since }, { signal }),
    refetchInterval: 20_000,
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title="Activity"
      words={query.data === undefined ? undefined : summary(query.data, since)}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Since"
          data={times.map(({ value, label }) => ({ value, label }))}
          value={since}
          onChange={(value) => setSince(value as Time)}
        />
      }
    >
      <Asked query={query} loading="Counting">
        {(activity) =>
          activity.decisions === 0n ? (
            <Nothing />
          ) : (
            <>
              <Decisions stats={bucketsOf(activity)} />
              <ByHook hooks={activity.hooks} />
            </>
          )
        }
      </Asked>
    </Page>
  )
}

const Nothing = () => (
  <Empty title="Nothing was reported in this time.">
    <Text size="sm" c="dimmed">
      Machines send what their hooks decided, without commands or file contents, in batches. While the server is away
      they keep it.
    </Text>
  </Empty>
)
