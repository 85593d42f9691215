/** One device: its agents and whether they ask Hookline, its last canary, its revision, and its newest decisions. */
import './device.css'
import type { CanaryReport, DeviceDetail } from '@hookline/team/wire'
import { Anchor, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { reveal } from '../../../kit/reveal.ts'
import { Empty } from '../../../kit/states.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatAgo } from '../../../kit/text.ts'
import { admin, isNotFound } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { Page, QueryResult } from '../../page.tsx'
import { CanaryButton } from '../../rollout/canary-button.tsx'
import { pagePath } from '../../team-pages.ts'
import { Revoke } from '../devices/revoke.tsx'
import { AgentList } from './agent-list.tsx'
import { Facts } from './facts.tsx'
import { RecentDecisions } from './recent-decisions.tsx'
import { RefusedUpdate } from './refused-update.tsx'
import { RefusedUpdates } from './refused-updates.tsx'

export function DevicePage() {
  const { teamId } = useTeam()
  // The registered routes are those of the panel, so the types do not know this parameter.
  const { device: deviceId = '' } = useParams({ strict: false }) as { readonly device?: string }
  const query = useQuery<DeviceDetail>({
    queryKey: [teamId, 'device', deviceId],
    queryFn: ({ signal }) => admin.getDevice({ teamId, deviceId }, { signal }),
    refetchInterval: 15_000,
  })
  if (query.error !== null && isNotFound(query.error)) return <NoDevice />
  const device = query.data?.device
  return (
    <Page
      title={device === undefined ? 'Device' : reveal(device.name)}
      description={
        <Anchor component={Link} size="sm" underline="always" to={pagePath(teamId, 'devices')}>
          All devices
        </Anchor>
      }
      actions={
        device === undefined ? undefined : (
          <>
            <CanaryButton device={device} />
            <Revoke device={device} />
          </>
        )
      }
    >
      <QueryResult query={query} loading="Loading the device">
        {(detail) => <Detail detail={detail} />}
      </QueryResult>
    </Page>
  )
}

function Detail({ detail }: { readonly detail: DeviceDetail }) {
  const { agents, canary, refusedUpdates } = detail
  return (
    <>
      <Facts detail={detail} />
      <RefusedUpdate refused={detail.device?.refused ?? ''} />
      <section aria-labelledby="agents" className="part">
        <Title order={2} id="agents" mb="xs">
          Agents
        </Title>
        {agents.length === 0 ? <NoAgents isReported={detail.coveredAt !== ''} /> : <AgentList agents={agents} />}
      </section>
      <section aria-labelledby="canary" className="part">
        <Title order={2} id="canary" mb="xs">
          Last canary
        </Title>
        {canary === undefined ? (
          <Text size="sm" c="dimmed">
            No canary has run on this device. To run one every day, publish the setting <code>canary</code>.
          </Text>
        ) : (
          <Canary canary={canary} />
        )}
      </section>
      <RefusedUpdates updates={refusedUpdates} />
      <RecentDecisions deviceId={detail.device?.id ?? ''} />
    </>
  )
}

const canaryTones: Readonly<Record<string, 'allow' | 'deny'>> = { proved: 'allow', failed: 'deny' }
const canaryLabels: Readonly<Record<string, string>> = {
  proved: 'Proved',
  failed: 'Failed',
  'not-proved': 'Not proved',
}

const Canary = ({ canary: { at, state, proved, failed } }: { readonly canary: CanaryReport }) => (
  <dl className="facts">
    <dt>Result</dt>
    <dd>
      <StatusLabel tone={canaryTones[state] ?? 'plain'}>{canaryLabels[state] ?? state}</StatusLabel>
    </dd>
    <dt>Ran</dt>
    <dd>{formatAgo(at)}</dd>
    <dt>Gates that passed</dt>
    <dd>{proved.length === 0 ? 'none' : reveal(proved.join(', '))}</dd>
    <dt>Gates that failed</dt>
    <dd>{failed.length === 0 ? 'none' : reveal(failed.join(', '))}</dd>
  </dl>
)

const NoAgents = ({ isReported }: { readonly isReported: boolean }) => (
  <Text size="sm" c="dimmed">
    {isReported
      ? 'No coding agent was found on this device.'
      : 'This device has not reported its agents yet. It does so with its next sync, if its version of Hookline can.'}
  </Text>
)

const NoDevice = () => {
  const { teamId } = useTeam()
  return (
    <Empty isPage title="There is no such device in this team.">
      <Anchor component={Link} size="sm" underline="always" to={pagePath(teamId, 'devices')}>
        Go to devices
      </Anchor>
    </Empty>
  )
}
