/** The first page of a team: what is wrong now, what is left to set up, how far the current revision has come, and the decisions of the last day. */
import './overview.css'
import type { Activity } from '@hookline/team/wire'
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Decisions } from '../../../kit/decisions/decisions.tsx'
import { admin } from '../../api.ts'
import { PauseButton } from '../../incidents/pause-button.tsx'
import { shortInterval, useActivePauses, useRevisionMarkers, useRollout } from '../../incidents/queries.ts'
import { RollbackButton } from '../../incidents/rollback-button.tsx'
import { useTeam } from '../../me.ts'
import { Page, QueryResult } from '../../page.tsx'
import { RolloutCard } from '../../rollout/rollout-card.tsx'
import { summarize, toBuckets } from '../activity/labels.ts'
import { useOpenAlarms } from '../alarms/use-alarms.ts'
import { Checklist } from './checklist.tsx'
import { IssueList } from './issue-list.tsx'
import { findIssues, summarizeIssues } from './issues.ts'
import { RolloutBars } from './rollout-bars.tsx'

const useActivity = (teamId: string, since: '1h' | '1d') =>
  useQuery<Activity>({
    queryKey: [teamId, 'activity', since],
    queryFn: ({ signal }) => admin.getActivity({ teamId, since }, { signal }),
    refetchInterval: 20_000,
  })

export function OverviewPage() {
  const { teamId } = useTeam()
  const rollout = useRollout(teamId)
  const pauses = useActivePauses(teamId, shortInterval)
  const hour = useActivity(teamId, '1h')
  const day = useActivity(teamId, '1d')
  const markers = useRevisionMarkers(teamId)
  const alarms = useOpenAlarms(teamId).data?.alarms ?? []
  const stopped = alarms.filter(({ kind }) => kind === 'rollout-stopped')
  const issues = findIssues({ pauses, rollout: rollout.data, hooks: hour.data?.hooks ?? [], stopped })
  const staged = rollout.data?.staged
  // A rollout that is over is shown until something else is published.
  const isShown = staged?.state === 'running' || (staged?.state === 'stopped' && stopped.length > 0)
  const revision = rollout.data?.revision ?? 0n
  return (
    <Page
      title="Overview"
      description={rollout.data === undefined ? undefined : summarizeIssues(issues)}
      actions={
        revision === 0n ? undefined : (
          <>
            <PauseButton />
            <RollbackButton to={0n} current={revision} />
          </>
        )
      }
    >
      <IssueList issues={issues} />
      {staged !== undefined && isShown ? <RolloutCard rollout={staged} /> : null}
      <Checklist />
      <section aria-labelledby="rollout" className="part">
        <Title order={2} id="rollout" mb="xs">
          Revisions on devices
        </Title>
        <QueryResult query={rollout} loading="Loading devices">
          {(data) => <RolloutBars rollout={data} />}
        </QueryResult>
      </section>
      {day.data === undefined || day.data.decisions === 0n ? null : (
        <>
          <Decisions stats={{ ...toBuckets(day.data), markers }} />
          <p className="words">{summarize(day.data, '1d')}</p>
        </>
      )}
    </Page>
  )
}
