/** Nothing waits to be published: which machines have what was published. */
import type { Device } from '@hookline/team/wire'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Empty } from '../../../kit/states.tsx'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { placeOf } from '../../places.ts'
import { reachSaid } from './said.ts'

export function NoDrafts({ revision }: { readonly revision: bigint }) {
  const { teamId } = useTeam()
  if (revision === 0n) return <Empty title="There is no hook to publish yet." />
  return (
    <Empty title={`Nothing to publish: no hook changed since revision ${revision}.`}>
      <Reach revision={revision} />
      <Anchor component={Link} size="sm" underline="always" to={placeOf(teamId, 'devices')}>
        Show the machines
      </Anchor>
    </Empty>
  )
}

function Reach({ revision }: { readonly revision: bigint }) {
  const { teamId } = useTeam()
  const { data } = useQuery({
    queryKey: [teamId, 'devices', 'reach'],
    queryFn: ({ signal }) => readDevices(teamId, signal),
    refetchInterval: 15_000,
  })
  return data === undefined ? null : (
    <Text size="sm" c="dimmed" role="status">
      {reachSaid(data.devices, revision, data.all)}
    </Text>
  )
}

/** Enough for most teams; a larger one is told that there are more. */
const MOST_PAGES = 10

async function readDevices(teamId: string, signal: AbortSignal) {
  const devices: Device[] = []
  let before = ''
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await admin.listDevices({ teamId, limit: 100, before }, { signal })
    devices.push(...page.devices)
    before = page.next
    if (before === '') return { devices, all: true }
  }
  return { devices, all: false }
}
