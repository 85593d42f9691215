/** What the story is about, and the ways out of it. */
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { CopyIconButton } from '../../../kit/copy.tsx'
import { SourceBadge, StatusLabel } from '../../../kit/status-label.tsx'
import { cutMiddle, formatDate, formatMs } from '../../../kit/text.ts'
import type { Row } from '../../../wire/panel.ts'
import { setFilters } from '../now/filters.ts'
import { type Filters, slowness } from '../now/sift.ts'

interface HeaderProps {
  /** Absent until it is read. */
  readonly row: Row | undefined
  readonly onClose: () => void
  /** Where the story covers the rows, one who narrows them wants to see them. */
  readonly onPicked: (() => void) | undefined
}

export const Header = ({ row, onClose, onPicked }: HeaderProps) => (
  <header className="story-head">
    <div className="story-title">
      {row === undefined ? <span className="dim">Event</span> : <StatusLabel tone={row.tone}>{row.word}</StatusLabel>}
      {row?.source === undefined ? null : <SourceBadge source={row.source} />}
      {row?.marked === true ? <span className="badge">false positive</span> : null}
      <span className="spring" />
      {row === undefined ? null : (
        <CopyIconButton value={`${location.origin}/log/${row.id}`} label="Copy the link to this story" />
      )}
      <Tooltip label="Close (Esc)">
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Close the story" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
    {row === undefined ? null : <About row={row} onPicked={onPicked} />}
  </header>
)

interface AboutProps extends Pick<HeaderProps, 'onPicked'> {
  readonly row: Row
}
function About({ row, onPicked }: AboutProps) {
  const slow = slowness(row)
  const only = (filter: Partial<Filters>) => () => {
    setFilters(filter)
    onPicked?.()
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
        <span className="dim small">Only this</span>
        <OnlyButton what="agent" onPick={only({ agent: row.agent })} />
        {row.who === '' ? null : <OnlyButton what="hook" onPick={only({ hook: row.who })} />}
        {row.session === undefined ? null : <OnlyButton what="conversation" onPick={only({ session: row.session })} />}
      </Group>
    </>
  )
}

const OnlyButton = ({ what, onPick }: { readonly what: string; readonly onPick: () => void }) => (
  <Button size="compact-xs" variant="default" aria-label={`Only this ${what}`} onClick={onPick}>
    {what}
  </Button>
)
