/** The rows of the list of devices. */
import type { Device } from '@hookline/team/wire'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { reveal } from '../../../kit/reveal.ts'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatAgo, formatCount, formatDate } from '../../../kit/text.ts'
import { DecisionsLink } from '../../decisions-link.tsx'
import { useTeam } from '../../me.ts'
import { pagePath } from '../../team-pages.ts'
import { labelOf } from './coverage-labels.ts'
import { describeDevice } from './labels.ts'
import { Revoke } from './revoke.tsx'

export const DeviceList = ({ devices, newest }: { readonly devices: readonly Device[]; readonly newest: bigint }) => (
  <>
    <div className="device-line team-head" aria-hidden="true">
      <span>Device</span>
      <span>Coverage</span>
      <span>Hooks</span>
      <span>Last sync</span>
      <span />
    </div>
    <ul className="team-list">
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} newest={newest} />
      ))}
    </ul>
  </>
)

function DeviceRow({ device, newest }: { readonly device: Device; readonly newest: bigint }) {
  const { teamId } = useTeam()
  const { label, tone, detail } = describeDevice(device, newest)
  const coverage = labelOf(device.coverage)
  return (
    <li className="device-line team-row">
      <span className="team-cell">
        <Anchor component={Link} size="sm" fw={600} underline="hover" to={pagePath(teamId, 'devices', device.id)}>
          {reveal(device.name)}
        </Anchor>
        <span className="team-small">
          {device.operatingSystem}
          {device.clientVersion === '' ? '' : `, client ${reveal(device.clientVersion)}`}
        </span>
        <span className="team-small">
          <DecisionsLink filter={{ device: device.id }}>Show decisions</DecisionsLink>
        </span>
      </span>
      <span className="team-cell">
        {device.revoked ? null : <StatusLabel tone={coverage.tone}>{coverage.label}</StatusLabel>}
      </span>
      <span className="team-cell">
        <StatusLabel tone={tone}>{label}</StatusLabel>
        <span className="team-small">
          {reveal(detail)}
          {device.revoked ? '' : `, ${formatCount(device.activeHooks, 'hook')} active`}
        </span>
      </span>
      <span className="team-cell">
        <span title={device.lastSyncAt === '' ? undefined : formatDate(device.lastSyncAt)}>
          {device.lastSyncAt === '' ? 'never' : formatAgo(device.lastSyncAt)}
        </span>
        <span className="team-small">enrolled {formatAgo(device.enrolledAt)}</span>
      </span>
      <Revoke device={device} />
    </li>
  )
}
