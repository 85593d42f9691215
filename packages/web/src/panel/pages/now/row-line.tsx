// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be a table; the roles say what it is
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: j, k and Enter do what a click does
/** One event as a line: when, whose, what, what was decided, by whom, how long it took. */
import { IconFlag } from '@tabler/icons-react'
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react'
import { SourceBadge, StatusLabel } from '../../../kit/status-label.tsx'
import { formatDate, formatMs, formatWhen } from '../../../kit/text.ts'
import type { Row } from '../../../wire/panel.ts'
import { setFilters } from './filters.ts'
import { slowness } from './sift.ts'

/** The head of each column; what does not fit goes first from the right in the CSS. */
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
/** No screen shows more on a line. */
const LONGEST = 400

interface RowLineProps {
  readonly row: Row
  /** The name of its workspace, where it is another one. */
  readonly elsewhere: string | undefined
  readonly index: number
  readonly current: boolean
  readonly style: CSSProperties
  readonly onOpen: (row: Row) => void
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
      <Pick text={row.agent} title={`Only ${row.agent}`} onPick={() => setFilters({ agent: row.agent })} />
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
      <Pick text={row.who} title={`Only ${row.who}`} onPick={() => setFilters({ hook: row.who })} />
    </Cell>
    <Took row={row} />
    <Cell name="exit">
      <span className={row.exit === undefined || row.exit === 0 ? 'dim' : 'tone-fail'}>{row.exit ?? ''}</span>
    </Cell>
    <Cell name="source">{row.source === undefined ? null : <SourceBadge source={row.source} />}</Cell>
    <Cell name="talk">
      {row.session === undefined ? null : (
        <Pick
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

/** Cut in the middle where there is no room: the end is what it is about. */
function Subject({ text }: { readonly text: string }) {
  const line = text.slice(0, LONGEST).replace(/\s+/g, ' ')
  const cut = line.length > 2 * TAIL ? line.length - TAIL : line.length
  return (
    <>
      <span className="subject-head">{line.slice(0, cut)}</span>
      <span className="subject-tail">{line.slice(cut)}</span>
    </>
  )
}

interface PickProps {
  readonly text: string
  readonly title: string
  readonly onPick: () => void
}
/** For the mouse; with the keyboard the row's story offers the same. */
function Pick({ text, title, onPick }: PickProps) {
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

function Took({ row }: { readonly row: Row }) {
  const slow = slowness(row)
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
