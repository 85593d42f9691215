/** The header of a story, with buttons to filter, copy the link and close it. */
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { CopyIconButton } from '../../../kit/copy.tsx'
import { SourceBadge, StatusLabel } from '../../../kit/status-label.tsx'
import { cutMiddle, formatDate, formatMs } from '../../../kit/text.ts'
import type { LogRow } from '../../../wire/panel.ts'
import { describeSlowness, type Filters } from '../../filter-query.ts'
import { setFilters } from '../../filters.ts'

interface HeaderProps {
  /** Absent until it is loaded. */
  readonly row: LogRow | undefined
  readonly onClose: () => void
  /** Called after a filter was chosen. Set if the story covers the rows, to close it. */
  readonly onFiltered: (() => void) | undefined
}

export const Header = ({ row, onClose, onFiltered }: HeaderProps) => (
  <header className="story-head">
    <div className="story-title">
      {row === undefined ? <span className="dim">Event</span> : <StatusLabel tone={row.tone}>{row.word}</StatusLabel>}
      {row?.source === undefined ? null : <SourceBadge source={row.source} />}
      {row?.marked === true ? <span className="badge">false positive</span> : null}
      <span className="spring" />
      {row === undefined ? null : (
        <CopyIconButton value={`${location.origin}/log/${row.id}`} label="Copy link to this event" />
      )}
      <Tooltip label="Close (Esc)">
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Close" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
    {row === undefined ? null : <About row={row} onFiltered={onFiltered} />}
  </header>
)

interface AboutProps extends Pick<HeaderProps, 'onFiltered'> {
  readonly row: LogRow
}
function About({ row, onFiltered }: AboutProps) {
  const slow = describeSlowness(row)
  const filterBy = (filter: Partial<Filters>) => () => {
    setFilters(filter)
    onFiltered?.()
  }
  return (
    <>
      <h2 className="story-subject mono">{row.subject === '' ? row.event : cutMiddle(row.subject, 600)}</h2>
      <p className="story-meta">
        {row.event} · {row.agent} · {formatDate(row.at)} · {formatMs(row.ms)}
        {row.budgetMs === undefined ? null : ` of ${formatMs(row.budgetMs)}`}
        {slow === undefined ? null : <span className="tone-ask"> · slow: {slow}</span>}
      </p>
      <Group gap={6}>
        <span className="dim small">Filter by</span>
        <FilterByButton what="agent" onPick={filterBy({ agent: row.agent })} />
        {row.who === '' ? null : <FilterByButton what="hook" onPick={filterBy({ hook: row.who })} />}
        {row.session === undefined ? null : (
          <FilterByButton what="conversation" onPick={filterBy({ session: row.session })} />
        )}
      </Group>
    </>
  )
}

const FilterByButton = ({ what, onPick }: { readonly what: string; readonly onPick: () => void }) => (
  <Button size="compact-xs" variant="default" aria-label={`Filter by this ${what}`} onClick={onPick}>
    {what}
  </Button>
)
