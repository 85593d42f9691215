/** The Now page: the health of the hooks, the newest events, and the story of the open row. */
import './now.css'
import { Button, VisuallyHidden } from '@mantine/core'
import { useDebouncedCallback, useElementSize, useMediaQuery } from '@mantine/hooks'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react'
import { showInAddress } from '../../../kit/address.ts'
import { Empty, Failed, Loading } from '../../../kit/states.tsx'
import type { LogRow } from '../../../wire/panel.ts'
import { ApiFailure } from '../../api.ts'
import { describeExtent, type Filters, isFiltering, toQuery } from '../../filter-query.ts'
import { clearFilters, useFilters } from '../../filters.ts'
import { useHealth } from '../../health.ts'
import { applyFilter, loadRows, type Rows, readOlder, useRows } from '../../rows.ts'
import { FilterBar } from './filter-bar.tsx'
import { FirstSteps } from './first-steps.tsx'
import { HealthLine } from './health-line.tsx'
import { RowList, type RowListHandle } from './row-list.tsx'
import { useCursor } from './use-cursor.ts'

const StoryPanel = lazy(() => import('../story/panel.tsx'))

/** Below this width a row takes two lines. */
const TWO_LINES_BELOW = 620

export function NowPage() {
  const { id } = useParams({ strict: false })
  const store = useRows()
  const { filters } = useFilters()
  const root = useHealth().data?.root
  const { rows: shown } = store
  useApplyFilters(filters)
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<RowListHandle>(null)
  const { open, close } = useStory(id)
  const { cursor, toRows } = useCursor({ shown, opened: id, list, search, open, close })
  const { ref, width } = useElementSize()
  const beside = useMediaQuery('(min-width: 1100px)', matchMedia('(min-width: 1100px)').matches)
  const openRow = useCallback((row: LogRow) => open(row.id), [open])
  return (
    <div className="now" data-story={id === undefined ? undefined : true}>
      <section ref={ref} className="now-list" aria-label="Events" inert={id !== undefined && !beside}>
        <VisuallyHidden component="h1">Now</VisuallyHidden>
        <HealthLine newest={store.rows[0]?.id} />
        <FilterBar
          root={root}
          counts={store.counts}
          more={store.more}
          paused={store.paused}
          search={search}
          toRows={toRows}
        />
        {shown.length === 0 ? (
          <NoRows store={store} filtering={isFiltering(filters)} />
        ) : (
          <RowList
            handle={list}
            shown={shown}
            filters={filters}
            root={root}
            current={cursor}
            narrow={(width === 0 ? innerWidth : width) < TWO_LINES_BELOW}
            waiting={store.paused ? store.waiting.length : undefined}
            onOpen={openRow}
            more={store.more}
            reading={store.reading}
          />
        )}
        {store.loaded && (shown.length > 0 || isFiltering(filters)) ? (
          <p className="extent">{describeExtent(shown.length, store.more, store.reading, isFiltering(filters))}</p>
        ) : null}
      </section>
      {id === undefined ? null : (
        <Suspense
          fallback={<aside className="story" aria-label="Story" children={<Loading what="Loading the story" />} />}
        >
          <StoryPanel id={id} beside={beside} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

/** Applies filters on the server: clicks at once, typed text after a pause. Without a match it keeps reading older pages. */
function useApplyFilters(filters: Filters): void {
  const applyLater = useDebouncedCallback(applyFilter, 200)
  const query = toQuery(filters)
  const text = useRef(filters.text)
  useEffect(() => showInAddress(query), [query])
  useEffect(() => {
    const isTyping = text.current !== filters.text
    text.current = filters.text
    if (isTyping) applyLater(query)
    else applyFilter(query)
  }, [query])
  const { rows, more, reading, loaded } = useRows()
  useEffect(() => {
    if (loaded && more && !reading && rows.length === 0) void readOlder()
  }, [loaded, more, reading, rows.length])
}

/** The address names the open row. Moving to another row replaces the history entry. */
function useStory(id: string | undefined) {
  const navigate = useNavigate()
  const isOpen = id !== undefined
  const open = useCallback(
    (next: string) => void navigate({ to: '/log/$id', params: { id: next }, replace: isOpen }),
    [navigate, isOpen],
  )
  const close = useCallback(() => {
    const toRows = () => document.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true })
    void navigate({ to: '/' }).then(toRows)
  }, [navigate])
  return { open, close }
}

interface NoRowsProps {
  readonly store: Rows
  readonly filtering: boolean
}
function NoRows({ store, filtering }: NoRowsProps) {
  const { loaded, failed, state, more } = store
  if (!loaded) return <Loading what="Loading the log" />
  if (failed === undefined && filtering)
    return more ? (
      <Loading what="Searching the log" />
    ) : (
      <Empty title="No events match these filters">
        <Button size="compact-sm" variant="default" onClick={clearFilters}>
          Clear filters
        </Button>
      </Empty>
    )
  if (failed === undefined) return <FirstSteps />
  // The banner above explains the problem.
  if (state === 'gone') return <Empty title="No data" />
  const { message, next } = failed instanceof ApiFailure ? failed : { message: String(failed), next: undefined }
  return <Failed message={message} next={next} onRetry={() => void loadRows()} />
}
