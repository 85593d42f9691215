/** Shown when nothing is left to publish: which devices have the newest revision. */
import type { Device } from '@hookline/team/wire'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Empty } from '../../../kit/states.tsx'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { pagePath } from '../../team-pages.ts'
import { describeRollout } from './messages.ts'

export function NothingToPublish({ revision }: { readonly revision: bigint }) {
  const { teamId } = useTeam()
  if (revision === 0n) return <Empty title="There are no hooks to publish yet." />
  return (
    <Empty title={`Nothing to publish. No hook has changed since revision ${revision}.`}>
      <Rollout revision={revision} />
      <Anchor component={Link} size="sm" underline="always" to={pagePath(teamId, 'devices')}>
        View devices
      </Anchor>
    </Empty>
  )
}

function Rollout({ revision }: { readonly revision: bigint }) {
  const { teamId } = useTeam()
  const { data } = useQuery({
    queryKey: [teamId, 'devices', 'rollout'],
    queryFn: ({ signal }) => readDevices(teamId, signal),
    refetchInterval: 15_000,
  })
  return data === undefined ? null : (
    <Text size="sm" c="dimmed" role="status">
      {describeRollout(data.devices, revision, data.all)}
    </Text>
  )
}

/** Enough for most teams. For a larger team the message says that there are more devices. */
const MAX_PAGES = 10

async function readDevices(teamId: string, signal: AbortSignal) {
  const devices: Device[] = []
  let before = ''
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await admin.listDevices({ teamId, limit: 100, before }, { signal })
    devices.push(...page.devices)
    before = page.next
    if (before === '') return { devices, all: true }
  }
  return { devices, all: false }
}
