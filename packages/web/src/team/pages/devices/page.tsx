/** The devices of the team: their revision, their last sync, and a button to revoke them. */
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
import { DecisionsLink } from '../../decisions-link.tsx'
import { useHooks } from '../../hooks.ts'
import { useMissingRole, useTeam } from '../../me.ts'
import { Page, PagedList } from '../../page.tsx'
import { Problem } from '../../problem.tsx'
import { refresh } from '../../queries.ts'
import { pagePath } from '../../team-pages.ts'
import { usePages } from '../../use-pages.ts'
import { describeDevice } from './labels.ts'

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
  const total = pages.first?.total
  return (
    <Page
      title="Devices"
      description={
        total === undefined ? undefined : `${formatCount(total, 'device')}. The newest revision is ${newest}.`
      }
      actions={
        <Button
          component={Link}
          to={pagePath(teamId, 'codes')}
          size="compact-sm"
          variant="default"
          leftSection={<IconTicket size={14} />}
        >
          Enrolment codes
        </Button>
      }
    >
      <PagedList pages={pages} loading="Loading devices" empty={<NoDevices />}>
        {(rows) => (
          <>
            <div className="device-line team-head" aria-hidden="true">
              <span>State</span>
              <span>Device</span>
              <span>Last sync</span>
              <span>Hooks</span>
              <span />
            </div>
            <ul className="team-list">
              {rows.map((device) => (
                <DeviceRow key={device.id} device={device} newest={newest} />
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </Page>
  )
}

function DeviceRow({ device, newest }: { readonly device: Device; readonly newest: bigint }) {
  const { label, tone, detail } = describeDevice(device, newest)
  return (
    <li className="device-line team-row">
      <span className="team-cell">
        <StatusLabel tone={tone}>{label}</StatusLabel>
        <span className="team-small">{detail}</span>
      </span>
      <span className="team-cell">
        <span className="team-strong">{device.name}</span>
        <span className="team-small">
          {device.operatingSystem}
          {device.clientVersion === '' ? '' : `, client ${device.clientVersion}`}
        </span>
        <span className="team-small">
          <DecisionsLink filter={{ device: device.id }}>Show decisions</DecisionsLink>
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
  const missingRole = useMissingRole('owner')
  const [isConfirming, { open, close }] = useDisclosure(false)
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
      <Action kind="danger" icon={<IconPlugOff size={14} />} unavailable={missingRole} onPress={open}>
        Revoke
      </Action>
      <Confirm
        title="Revoke this device?"
        opened={isConfirming}
        confirmLabel="Revoke device"
        pending={revoke.isPending}
        onConfirm={revoke.mutate}
        onClose={close}
      >
        <strong>{device.name}</strong> receives no further revisions, and removes the team's hooks with its next sync.
        To rejoin, it must enrol again.
        <Problem error={revoke.error} />
      </Confirm>
    </span>
  )
}

const NoDevices = () => {
  const { teamId } = useTeam()
  return (
    <Empty title="No devices are enrolled yet.">
      <Text size="sm" c="dimmed">
        Create an enrolment code to get a command that enrols a device.
      </Text>
      <Button component={Link} to={pagePath(teamId, 'codes')} size="xs" variant="default">
        Create code
      </Button>
    </Empty>
  )
}
