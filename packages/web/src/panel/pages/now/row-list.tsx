// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be a table; the roles say what it is
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
/** The virtual list of rows, newest first. Visible rows stay in position when new rows arrive. */
import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { formatCount } from '../../../kit/text.ts'
import type { LogRow } from '../../../wire/panel.ts'
import { type Filters, otherWorkspace } from '../../filter-query.ts'
import { readOlder, setPaused } from '../../rows.ts'
import { columns, RowLine } from './row-line.tsx'
import { useScrollAnchor } from './use-scroll-anchor.ts'

export interface RowListHandle {
  /** Scrolls to a row. */
  reveal(index: number): void
  /** The index of the first visible row. */
  first(): number
  /** Focuses the list. */
  focus(): void
}

interface RowListProps {
  readonly shown: readonly LogRow[]
  readonly filters: Filters
  /** The workspace of the panel. */
  readonly root: string | undefined
  readonly current: string | undefined
  readonly narrow: boolean
  /** The number of rows that arrived during a pause; absent: not paused. */
  readonly waiting: number | undefined
  readonly onOpen: (row: LogRow) => void
  /** The log has older rows. */
  readonly more: boolean
  readonly reading: boolean
  readonly handle: Ref<RowListHandle>
}

/** Older rows are loaded when fewer rows than this are left below. */
const READ_AHEAD = 60
const HEAD = 26
const LINE = 28
const TWO_LINES = 50

export function RowList({
  shown,
  filters,
  root,
  current,
  narrow,
  waiting,
  onOpen,
  more,
  reading,
  handle,
}: RowListProps) {
  const grid = useRef<HTMLDivElement>(null)
  const height = narrow ? TWO_LINES : LINE
  const head = narrow ? 0 : HEAD
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => grid.current,
    estimateSize: () => height,
    getItemKey: (index) => shown[index]?.id ?? index,
    overscan: 8,
    scrollMargin: head,
    scrollPaddingStart: head,
  })
  const items = virtual.getVirtualItems()
  const { fresh, onScroll, toTop } = useScrollAnchor({
    grid,
    shown,
    filters,
    height,
    remeasure: () => virtual.measure(),
  })
  useImperativeHandle(handle, () => ({
    reveal: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
    first: () => Math.ceil((grid.current?.scrollTop ?? 0) / height),
    focus: () => grid.current?.focus({ preventScroll: true }),
  }))
  const lastVisible = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (more && !reading && lastVisible >= shown.length - READ_AHEAD) void readOlder()
  }, [more, reading, lastVisible, shown.length])
  return (
    <div className="rows">
      <div
        ref={grid}
        role="grid"
        aria-label="Events, newest first"
        aria-rowcount={more ? -1 : shown.length + 1}
        aria-activedescendant={items.some(({ key }) => key === current) ? `row-${current}` : undefined}
        className="grid"
        data-narrow={narrow || undefined}
        tabIndex={0}
        onScroll={onScroll}
      >
        <Head />
        <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, key }) => {
            const row = shown[index]
            return row === undefined ? null : (
              <RowLine
                key={key}
                row={row}
                elsewhere={otherWorkspace(row, root)}
                index={index}
                current={row.id === current}
                style={{ height, transform: `translateY(${start - head}px)` }}
                onOpen={onOpen}
              />
            )
          })}
        </div>
      </div>
      <Pills fresh={fresh} waiting={waiting} onTop={toTop} />
    </div>
  )
}

const Head = () => (
  <div role="rowgroup" className="grid-head">
    <div role="row" className="row row-head" aria-rowindex={1}>
      {columns.map(([name, label]) => (
        <div role="columnheader" key={name} className={`cell cell-${name}`}>
          {label}
        </div>
      ))}
    </div>
  </div>
)

interface PillsProps {
  readonly fresh: number
  readonly waiting: number | undefined
  readonly onTop: () => void
}
/** The number of new rows, shown over the list so that the rows do not move. */
function Pills({ fresh, waiting, onTop }: PillsProps) {
  if (waiting !== undefined && waiting > 0)
    return (
      <Button className="pill" size="compact-sm" radius="xl" onClick={() => setPaused(false)}>
        {waiting.toLocaleString('en')} new
      </Button>
    )
  return fresh === 0 ? null : (
    <Button
      className="pill"
      size="compact-sm"
      radius="xl"
      rightSection={<IconArrowUp size={13} />}
      aria-label={`${formatCount(fresh, 'new row')} above: scroll to top`}
      onClick={onTop}
    >
      {fresh.toLocaleString('en')} new
    </Button>
  )
}
