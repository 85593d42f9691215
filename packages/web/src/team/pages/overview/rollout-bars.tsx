/** How many devices have which revision, newest first. */
import type { Rollout } from '@hookline/team/wire'
import { formatCount } from '../../../kit/text.ts'

/** Older ones are one row together. */
const MAX_ROWS = 6

export function RolloutBars({ rollout }: { readonly rollout: Rollout }) {
  const { devices } = rollout
  if (devices === 0) return <p className="words">No devices are enrolled yet.</p>
  return (
    <ul className="rollout">
      {toRows(rollout).map(({ label, count, isCurrent }) => (
        <li key={label} className="rollout-row">
          <span>
            {label}
            {isCurrent ? ' (current)' : ''}
          </span>
          <span className="rollout-bar" aria-hidden="true">
            <span data-current={isCurrent || undefined} style={{ width: `${(100 * count) / devices}%` }} />
          </span>
          <span className="rollout-count">
            {formatCount(count, 'device')}, {Math.round((100 * count) / devices)} %
          </span>
        </li>
      ))}
    </ul>
  )
}

interface Row {
  readonly label: string
  readonly count: number
  readonly isCurrent: boolean
}

/** The current revision has a row even if no device has it yet. */
function toRows({ revision, revisions }: Pick<Rollout, 'revision' | 'revisions'>): readonly Row[] {
  const counts = revisions.some((one) => one.revision === revision)
    ? revisions
    : [{ revision, devices: 0 }, ...revisions]
  const rows = counts.map((one) => ({
    label: one.revision === 0n ? 'no revision yet' : `revision ${one.revision}`,
    count: one.devices,
    isCurrent: one.revision === revision,
  }))
  const older = rows.slice(MAX_ROWS).reduce((sum, { count }) => sum + count, 0)
  return [...rows.slice(0, MAX_ROWS), ...(older === 0 ? [] : [{ label: 'older', count: older, isCurrent: false }])]
}
