/** Now: how the hooks are, and what happens, newest first; beside it the story of one row. */
import './now.css'
import { Button, VisuallyHidden } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useRef } from 'react'
import { Empty, Failed, Loading } from '../../../kit/states.tsx'
import type { Row } from '../../../wire/panel.ts'
import { ApiFailure } from '../../api.ts'
import { useHealth } from '../../health.ts'
import { begin, type Rows, useRows } from '../../rows.ts'
import { FilterBar } from './filter-bar.tsx'
import { clearFilters, useFilters } from './filters.ts'
import { FirstSteps } from './first-steps.tsx'
import { HealthLine } from './health-line.tsx'
import { RowList, type RowListHandle } from './row-list.tsx'
import { sift } from './sift.ts'
import { useCursor } from './use-cursor.ts'

const StoryPanel = lazy(() => import('../story/panel.tsx'))

/** Narrower than this a row takes two lines. */
const TWO_LINES_BELOW = 620

export function NowPage() {
  const { id } = useParams({ strict: false })
  const store = useRows()
  const { filters } = useFilters()
  const root = useHealth().data?.root
  const { shown, counts } = useMemo(() => sift(store.rows, filters), [store.rows, filters])
  const waiting = useMemo(() => sift(store.waiting, filters).shown.length, [store.waiting, filters])
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<RowListHandle>(null)
  const { open, close } = useStory(id)
  const cursor = useCursor({ shown, opened: id, list, search, open, close })
  const { ref, width } = useElementSize()
  const beside = useMediaQuery('(min-width: 1100px)', matchMedia('(min-width: 1100px)').matches)
  const openRow = useCallback((row: Row) => open(row.id), [open])
  return (
    <div className="now" data-story={id === undefined ? undefined : true}>
      <section ref={ref} className="now-list" aria-label="Events" inert={id !== undefined && !beside}>
        <VisuallyHidden component="h1">Now</VisuallyHidden>
        <HealthLine newest={store.rows[0]?.id} />
        <FilterBar root={root} counts={counts} paused={store.paused} search={search} />
        {shown.length === 0 ? (
          <NoRows store={store} />
        ) : (
          <RowList
            handle={list}
            shown={shown}
            filters={filters}
            root={root}
            current={cursor}
            narrow={(width === 0 ? innerWidth : width) < TWO_LINES_BELOW}
            waiting={store.paused ? waiting : undefined}
            onOpen={openRow}
          />
        )}
      </section>
      {id === undefined ? null : (
        <Suspense
          fallback={<aside className="story" aria-label="Story" children={<Loading what="Reading the story" />} />}
        >
          <StoryPanel id={id} beside={beside} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

/** The address says which row is open; moving on with one open adds no page to go back through. */
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

function NoRows({ store }: { readonly store: Rows }) {
  const { rows, loaded, failed, state } = store
  if (rows.length > 0)
    return (
      <Empty title="No event is like that">
        <Button size="compact-sm" variant="default" onClick={clearFilters}>
          Show all {rows.length.toLocaleString('en')}
        </Button>
      </Empty>
    )
  if (!loaded) return <Loading what="Reading the log" />
  if (failed === undefined) return <FirstSteps />
  // The banner above says it, and what to do.
  if (state === 'gone') return <Empty title="Nothing can be shown" />
  const { message, next } = failed instanceof ApiFailure ? failed : { message: String(failed), next: undefined }
  return <Failed message={message} next={next} onRetry={() => void begin()} />
}
