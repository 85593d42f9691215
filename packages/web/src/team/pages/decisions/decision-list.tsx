/** The list of decisions. Each name is a link to the decisions with the same. */
import type { DecisionRecord, RunRecord } from '@hookline/team/wire'
import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { reveal } from '../../../kit/reveal.ts'
import { Empty } from '../../../kit/states.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatDate, formatMs, formatWhen } from '../../../kit/text.ts'
import { DecisionsLink } from '../../decisions-link.tsx'
import { useTeam } from '../../me.ts'
import { pagePath } from '../../team-pages.ts'
import { type DecisionFilter, withValue } from './filter.ts'
import { describeDecision, describeHook, describeOutcome } from './labels.ts'

interface DecisionListProps {
  readonly filter: DecisionFilter
  readonly rows: readonly DecisionRecord[]
}

export const DecisionList = ({ rows, filter }: DecisionListProps) => (
  <>
    <div className="decision-line team-head" aria-hidden="true">
      <span>Time</span>
      <span>Decision</span>
      <span>Device and agent</span>
      <span>Event</span>
      <span>Hooks and rules</span>
    </div>
    <ol className="team-list">
      {rows.map((row) => (
        <DecisionRow key={`${row.deviceId} ${row.sequence}`} row={row} filter={filter} />
      ))}
    </ol>
  </>
)

interface DecisionRowProps {
  readonly row: DecisionRecord
  readonly filter: DecisionFilter
}
function DecisionRow({ row, filter }: DecisionRowProps) {
  const { label, tone } = describeDecision(row)
  const narrow = (changes: DecisionFilter, text: string) => (
    <DecisionsLink filter={withValue(filter, changes)}>{text}</DecisionsLink>
  )
  return (
    <li className="decision-line team-row">
      <time dateTime={row.at} title={formatDate(row.at)}>
        {formatWhen(row.at)}
      </time>
      <span className="team-cell">
        <StatusLabel tone={tone}>{label}</StatusLabel>
        <span className="team-small">{reveal(row.reason)}</span>
      </span>
      <span className="team-cell">
        <span>{narrow({ device: row.deviceId }, row.deviceName === '' ? row.deviceId : reveal(row.deviceName))}</span>
        <span className="team-small">
          {row.agent === '' ? 'unknown agent' : narrow({ agent: row.agent }, reveal(row.agent))}
        </span>
      </span>
      <span className="team-cell">
        <span>{narrow({ event: row.event }, reveal(row.event))}</span>
        <span className="team-small">{formatMs(row.durationMs)}</span>
      </span>
      <ul className="decision-runs">
        {row.runs.map((run, at) => (
          <RunLine key={at} run={run} filter={filter} />
        ))}
      </ul>
    </li>
  )
}

interface RunLineProps {
  readonly run: RunRecord
  readonly filter: DecisionFilter
}
function RunLine({ run, filter }: RunLineProps) {
  const { teamId } = useTeam()
  const { hookId, rule, durationMs } = run
  return (
    <li>
      {hookId > 0n ? (
        <Anchor component={Link} size="sm" underline="hover" to={pagePath(teamId, 'hooks', hookId)}>
          {describeHook(run)}
        </Anchor>
      ) : (
        describeHook(run)
      )}{' '}
      <span className="team-small">
        {describeOutcome(run)}, {formatMs(durationMs)}
      </span>
      {rule === '' ? null : (
        <>
          {' '}
          <DecisionsLink filter={withValue(filter, { rule })}>{reveal(rule)}</DecisionsLink>
        </>
      )}
    </li>
  )
}

interface MoreProps {
  readonly searchedTo: string
  readonly isEmpty: boolean
  readonly hasMore: boolean
  readonly pending: boolean
  readonly onMore: () => void
}
/** A search that matches little stops after a short time. The page then says how far it came. */
export function More({ searchedTo, isEmpty, hasMore, pending, onMore }: MoreProps) {
  if (!hasMore)
    return isEmpty ? (
      <Empty title="No decisions match.">
        <Text size="sm" c="dimmed">
          Remove a filter or choose a longer time. Devices report their decisions with each sync.
        </Text>
      </Empty>
    ) : null
  return (
    <>
      {searchedTo === '' ? null : (
        <Text size="sm" c="dimmed" mt="sm" role="status">
          Searched back to {formatDate(searchedTo)}.{isEmpty ? ' No decisions match so far.' : ''}
        </Text>
      )}
      <Button size="xs" variant="default" mt="sm" loading={pending} onClick={onMore}>
        {searchedTo === '' ? 'Show more' : 'Search older decisions'}
      </Button>
    </>
  )
}
