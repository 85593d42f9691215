/** The table of devices. Its headers sort it. */
import type { Device } from '@hookline/team/wire'
import { Anchor, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { reveal } from '../../../kit/reveal.ts'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatAgo, formatCount, formatDate } from '../../../kit/text.ts'
import { DecisionsLink } from '../../decisions-link.tsx'
import { useTeam } from '../../me.ts'
import { pagePath } from '../../team-pages.ts'
import { labelOf } from './coverage-labels.ts'
import { describeDevice, describeEnrolment } from './labels.ts'
import { Revoke } from './revoke.tsx'
import { ariaSort, type SortColumn, sortColumns, toggleSort } from './sort.ts'

interface DeviceListProps {
  readonly devices: readonly Device[]
  readonly newest: bigint
  readonly sort: string
  readonly onSort: (sort: string) => void
}
export const DeviceList = ({ devices, newest, sort, onSort }: DeviceListProps) => (
  <table className="device-table" aria-label="Devices">
    <thead>
      <tr className="team-head">
        {sortColumns.map(({ column, label }) => (
          <SortHeader key={column} column={column} label={label} sort={sort} onSort={onSort} />
        ))}
        <th scope="col">
          <span className="unseen">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} newest={newest} period={currentPeriod()} />
      ))}
    </tbody>
  </table>
)

interface SortHeaderProps {
  readonly column: SortColumn
  readonly label: string
  readonly sort: string
  readonly onSort: (sort: string) => void
}
function SortHeader({ column, label, sort, onSort }: SortHeaderProps) {
  const direction = ariaSort(sort, column)
  return (
    <th scope="col" aria-sort={direction}>
      <UnstyledButton className="sort-button" onClick={() => onSort(toggleSort(sort, column))}>
        {label}
        <span aria-hidden="true">{direction === undefined ? '' : direction === 'ascending' ? ' ↑' : ' ↓'}</span>
      </UnstyledButton>
    </th>
  )
}

/** As often as the list is loaded again. Times such as "4 min ago" are written again in each period. */
const periodMs = 15_000
const currentPeriod = () => Math.floor(Date.now() / periodMs)

interface DeviceRowProps {
  readonly device: Device
  readonly newest: bigint
  readonly period: number
}
/** Rendered again only if something changed: otherwise "Show more" takes longer with each row that is there already. */
const DeviceRow = memo(function DeviceRow({ device, newest }: DeviceRowProps) {
  const { label, tone, detail } = describeDevice(device, newest)
  const coverage = labelOf(device.coverage)
  return (
    <tr className="team-row">
      <td>
        <DeviceName device={device} />
      </td>
      <td>{device.revoked ? null : <StatusLabel tone={coverage.tone}>{coverage.label}</StatusLabel>}</td>
      <td className="team-cell">
        <StatusLabel tone={tone}>{label}</StatusLabel>
        <span className="team-small">
          {reveal(detail)}
          {device.revoked ? '' : `, ${formatCount(device.activeHooks, 'hook')} active`}
          {device.candidate === 0n ? '' : `, candidate of revision ${device.candidate}`}
        </span>
      </td>
      <td title={device.lastSyncAt === '' ? undefined : formatDate(device.lastSyncAt)}>
        <span className="narrow-label">Last sync: </span>
        {device.lastSyncAt === '' ? 'never' : formatAgo(device.lastSyncAt)}
      </td>
      <td className="team-cell">
        <span title={formatDate(device.enrolledAt)}>
          <span className="narrow-label">Enrolled: </span>
          {formatAgo(device.enrolledAt)}
        </span>
        <span className="team-small">{reveal(describeEnrolment(device))}</span>
      </td>
      <td>
        <Revoke device={device} />
      </td>
    </tr>
  )
})

function DeviceName({ device }: { readonly device: Device }) {
  const { teamId } = useTeam()
  return (
    <span className="team-cell">
      <Anchor component={Link} size="sm" fw={600} underline="hover" to={pagePath(teamId, 'devices', device.id)}>
        {reveal(device.name)}
      </Anchor>
      <span className="team-small">
        {device.operatingSystem}
        {device.clientVersion === '' ? '' : `, client ${reveal(device.clientVersion)}`}
        {device.isCanary ? ', canary' : ''}
      </span>
      <span className="team-small">
        <DecisionsLink filter={{ device: device.id }}>Show decisions</DecisionsLink>
      </span>
    </span>
  )
}
