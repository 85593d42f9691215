/** What is known of a device: its coverage, its hooks, its syncs and its reports. */
import type { DeviceDetail } from '@hookline/team/wire'
import { reveal } from '../../../kit/reveal.ts'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatAgo, formatCount, formatDate } from '../../../kit/text.ts'
import { useHooks } from '../../hooks.ts'
import { useTeam } from '../../me.ts'
import { labelOf } from '../devices/coverage-labels.ts'
import { describeDevice, describeEnrolment } from '../devices/labels.ts'

export function Facts({ detail }: { readonly detail: DeviceDetail }) {
  const { device, coveredAt, guardedAt, lastDecisionAt, missingReports } = detail
  if (device === undefined) return null
  const coverage = labelOf(device.coverage)
  const enrolment = describeEnrolment(device)
  return (
    <dl className="facts part">
      <dt>Coverage</dt>
      <dd>{device.revoked ? 'none' : <StatusLabel tone={coverage.tone}>{coverage.label}</StatusLabel>}</dd>
      <dt>Hooks</dt>
      <dd>
        <HookState device={device} />
      </dd>
      <dt>Rollouts</dt>
      <dd>{device.isCanary ? 'canary: gets a revision first' : 'not a canary'}</dd>
      <Time label="Last sync" at={device.lastSyncAt} />
      <Time label="Last decision" at={lastDecisionAt} />
      <dt>Reports</dt>
      <dd>
        {missingReports === 0n
          ? 'none is missing'
          : `${formatCount(Number(missingReports), 'older report')} did not arrive yet`}
      </dd>
      <Time label="Agents reported" at={coveredAt} />
      <Time label="Last guarded" at={guardedAt} />
      <Time label="Enrolled" at={device.enrolledAt} more={enrolment === '' ? '' : `, ${reveal(enrolment)}`} />
      <dt>System</dt>
      <dd>
        {device.operatingSystem}
        {device.clientVersion === '' ? '' : `, client ${reveal(device.clientVersion)}`}
      </dd>
      <dt>Id</dt>
      <dd className="mono">{device.id}</dd>
    </dl>
  )
}

function HookState({ device }: { readonly device: NonNullable<DeviceDetail['device']> }) {
  const { teamId } = useTeam()
  const newest = useHooks(teamId).data?.revision ?? 0n
  // A section of its own shows why an update was refused.
  const { tone, label, detail } = describeDevice(device, newest)
  const text = device.refused === '' ? reveal(detail) : `has revision ${device.revision}`
  return (
    <>
      <StatusLabel tone={tone}>{label}</StatusLabel> {text}, {formatCount(device.activeHooks, 'hook')} active
      {device.candidate === 0n ? '' : `, candidate of revision ${device.candidate}`}
    </>
  )
}

interface TimeProps {
  readonly label: string
  readonly at: string
  readonly more?: string
}
const Time = ({ label, at, more = '' }: TimeProps) => (
  <>
    <dt>{label}</dt>
    <dd title={at === '' ? undefined : formatDate(at)}>
      {at === '' ? 'never' : formatAgo(at)}
      {more}
    </dd>
  </>
)
