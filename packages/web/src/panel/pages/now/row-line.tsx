// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be a table; the roles say what it is
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: j, k and Enter do what a click does
/** One event as a row: time, agent, subject, decision, hook and duration. */
import { IconFlag } from '@tabler/icons-react'
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react'
import { SourceBadge, StatusLabel } from '../../../kit/status-label.tsx'
import { formatDate, formatMs, formatWhen } from '../../../kit/text.ts'
import type { LogRow } from '../../../wire/panel.ts'
import { describeSlowness } from '../../filter-query.ts'
import { setFilters } from '../../filters.ts'

/** The column headers. On narrow screens the CSS hides columns from the right. */
export const columns = [
  ['at', 'Time'],
  ['agent', 'Agent'],
  ['event', 'Event'],
  ['subject', 'Subject'],
  ['word', 'Decision'],
  ['who', 'Hook'],
  ['ms', 'Took'],
  ['exit', 'Exit'],
  ['source', 'Source'],
  ['talk', 'Conv.'],
] as const

const TAIL = 12
/** No screen shows more characters in a row. */
const MAX_SUBJECT = 400

interface RowLineProps {
  readonly row: LogRow
  /** The name of the workspace, if it is not the one of the panel. */
  readonly elsewhere: string | undefined
  readonly index: number
  readonly current: boolean
  readonly style: CSSProperties
  readonly onOpen: (row: LogRow) => void
}

export const RowLine = memo(({ row, elsewhere, index, current, style, onOpen }: RowLineProps) => (
  <div
    role="row"
    id={`row-${row.id}`}
    aria-rowindex={index + 2}
    aria-selected={current}
    className="row"
    data-tone={row.tone}
    style={style}
    onClick={() => onOpen(row)}
  >
    <Cell name="at" title={formatDate(row.at)}>
      {formatWhen(row.at)}
    </Cell>
    <Cell name="agent">
      <FilterButton text={row.agent} title={`Only ${row.agent}`} onPick={() => setFilters({ agent: row.agent })} />
    </Cell>
    <Cell name="event" title={row.event}>
      {row.event}
    </Cell>
    <Cell name="subject" title={row.subject}>
      {elsewhere === undefined ? null : (
        <span className="badge elsewhere" title={`In ${row.root}`}>
          {elsewhere}
        </span>
      )}
      <Subject text={row.subject} />
    </Cell>
    <Cell name="word" title={row.word}>
      <StatusLabel tone={row.tone}>{row.word}</StatusLabel>
      {row.marked === true ? <IconFlag size={14} className="marked" role="img" aria-label="false positive" /> : null}
    </Cell>
    <Cell name="who">
      <FilterButton text={row.who} title={`Only ${row.who}`} onPick={() => setFilters({ hook: row.who })} />
    </Cell>
    <Duration row={row} />
    <Cell name="exit">
      <span className={row.exit === undefined || row.exit === 0 ? 'dim' : 'tone-fail'}>{row.exit ?? ''}</span>
    </Cell>
    <Cell name="source">{row.source === undefined ? null : <SourceBadge source={row.source} />}</Cell>
    <Cell name="talk">
      {row.session === undefined ? null : (
        <FilterButton
          text={row.session.slice(-4)}
          title={`Only conversation ${row.session}`}
          onPick={() => setFilters({ session: row.session })}
        />
      )}
    </Cell>
  </div>
))

interface CellProps {
  readonly name: string
  readonly title?: string
  readonly children: ReactNode
}
const Cell = ({ name, title, children }: CellProps) => (
  <div role="gridcell" className={`cell cell-${name}`} title={title}>
    {children}
  </div>
)

/** The CSS cuts the middle if the text is too long, because the end often identifies it. */
function Subject({ text }: { readonly text: string }) {
  const line = text.slice(0, MAX_SUBJECT).replace(/\s+/g, ' ')
  const cut = line.length > 2 * TAIL ? line.length - TAIL : line.length
  return (
    <>
      <span className="subject-head">{line.slice(0, cut)}</span>
      <span className="subject-tail">{line.slice(cut)}</span>
    </>
  )
}

interface FilterButtonProps {
  readonly text: string
  readonly title: string
  readonly onPick: () => void
}
/** Filters by this value. Only for the mouse: keyboard users find the same buttons in the story. */
function FilterButton({ text, title, onPick }: FilterButtonProps) {
  const pick = (event: MouseEvent) => {
    event.stopPropagation()
    onPick()
  }
  return text === '' ? null : (
    <button type="button" tabIndex={-1} className="pick clip" title={title} onClick={pick}>
      {text}
    </button>
  )
}

function Duration({ row }: { readonly row: LogRow }) {
  const slow = describeSlowness(row)
  const share = row.budgetMs === undefined ? 0 : Math.min(100, (100 * row.ms) / row.budgetMs)
  const title = [
    formatMs(row.ms),
    row.budgetMs === undefined ? undefined : `of ${formatMs(row.budgetMs)}`,
    slow === undefined ? undefined : `· slow: ${slow}`,
  ]
  return (
    <Cell name="ms" title={title.filter((part) => part !== undefined).join(' ')}>
      <span className={slow === undefined ? 'took' : 'took tone-ask'}>{formatMs(row.ms)}</span>
      <span className="budget" aria-hidden="true">
        <span data-slow={slow === undefined ? undefined : true} style={{ width: `${share}%` }} />
      </span>
    </Cell>
  )
}
