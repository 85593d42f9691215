/** The machines of the team: what they have, when they were last heard of, and the way to shut one out. */
import './devices.css'
import type { Device } from '@hookline/team/wire'
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlugOff, IconTicket } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Action } from '../../../kit/action.tsx'
import { Confirm } from '../../../kit/confirm.tsx'
import { Empty } from '../../../kit/states.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatAgo, formatCount, formatDate } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { useHooks } from '../../hooks.ts'
import { useLacks, useTeam } from '../../me.ts'
import { Listed, Page } from '../../page.tsx'
import { placeOf } from '../../places.ts'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'
import { usePages } from '../../use-pages.ts'
import { deviceSaid } from './said.ts'

export function DevicesPage() {
  const { teamId } = useTeam()
  const hooks = useHooks(teamId)
  const pages = usePages(
    [teamId, 'devices'],
    async (before, signal) => {
      const { devices, next, total } = await admin.listDevices({ teamId, limit: 100, before }, { signal })
      return { rows: devices, next, total }
    },
    15_000,
  )
  const newest = hooks.data?.revision ?? 0n
  const total = (pages.data?.pages[0] as { readonly total?: number } | undefined)?.total
  return (
    <Page
      title="Devices"
      words={total === undefined ? undefined : `${formatCount(total, 'machine')}. Revision ${newest} is the newest.`}
      actions={
        <Button
          component={Link}
          to={placeOf(teamId, 'codes')}
          size="compact-sm"
          variant="default"
          leftSection={<IconTicket size={14} />}
        >
          Enrolment codes
        </Button>
      }
    >
      <Listed pages={pages} loading="Reading the devices" empty={<NoDevices />}>
        {(rows) => (
          <>
            <div className="device-line team-head" aria-hidden="true">
              <span>State</span>
              <span>Machine</span>
              <span>Last sync</span>
              <span>Hooks</span>
              <span />
            </div>
            <ul className="team-list">
              {rows.map((device) => (
                <Row key={device.id} device={device} newest={newest} />
              ))}
            </ul>
          </>
        )}
      </Listed>
    </Page>
  )
}

function Row({ device, newest }: { readonly device: Device; readonly newest: bigint }) {
  const { word, tone, more } = deviceSaid(device, newest)
  return (
    <li className="device-line team-row">
      <span className="team-cell">
        <StatusLabel tone={tone}>{word}</StatusLabel>
        <span className="team-small">{more}</span>
      </span>
      <span className="team-cell">
        <span className="team-strong">{device.name}</span>
        <span className="team-small">
          {device.operatingSystem}
          {device.clientVersion === '' ? '' : `, client ${device.clientVersion}`}
        </span>
      </span>
      <span className="team-cell">
        <span title={device.lastSyncAt === '' ? undefined : formatDate(device.lastSyncAt)}>
          {device.lastSyncAt === '' ? 'never' : formatAgo(device.lastSyncAt)}
        </span>
        <span className="team-small">enrolled {formatAgo(device.enrolledAt)}</span>
      </span>
      <span>{formatCount(device.activeHooks, 'hook')} active</span>
      <Revoke device={device} />
    </li>
  )
}

function Revoke({ device }: { readonly device: Device }) {
  const { teamId } = useTeam()
  const lacks = useLacks('owner')
  const [asks, { open, close }] = useDisclosure(false)
  const revoke = useMutation({
    mutationFn: () => admin.revokeDevice({ teamId, deviceId: device.id }),
    onSuccess: async () => {
      close()
      await refresh(teamId)
    },
  })
  if (device.revoked) return <span />
  return (
    <span className="device-do">
      <Action kind="danger" icon={<IconPlugOff size={14} />} unavailable={lacks} onPress={open}>
        Revoke
      </Action>
      <Confirm
        title="Revoke this machine?"
        opened={asks}
        confirmLabel="Revoke it"
        pending={revoke.isPending}
        onConfirm={revoke.mutate}
        onClose={close}
      >
        <strong>{device.name}</strong> gets no revision any more and removes the team's hooks when it hears of it. To
        come back it enrols anew.
        <Problem error={revoke.error} />
      </Confirm>
    </span>
  )
}

const NoDevices = () => {
  const { teamId } = useTeam()
  return (
    <Empty title="No machine is enrolled yet.">
      <Text size="sm" c="dimmed">
        An enrolment code gives you one command for a member's machine.
      </Text>
      <Button component={Link} to={placeOf(teamId, 'codes')} size="xs" variant="default">
        Make a code
      </Button>
    </Empty>
  )
}
