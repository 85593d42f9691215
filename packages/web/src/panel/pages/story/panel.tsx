/** The story of a row: the input, the outcome of each hook, and the decision with its reason. */
import './story.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Failed, Loading } from '../../../kit/states.tsx'
import type { Story } from '../../../wire/panel.ts'
import { get } from '../../api.ts'
import { useRows } from '../../rows.ts'
import { Content } from './content.tsx'
import { Header } from './header.tsx'

interface StoryPanelProps {
  readonly id: string
  /** Beside the rows, not over them. */
  readonly beside: boolean
  readonly onClose: () => void
}

export default function StoryPanel({ id, beside, onClose }: StoryPanelProps) {
  const { rows } = useRows()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['story', id],
    queryFn: ({ signal }) => get<Story>(`/api/log/${encodeURIComponent(id)}`, signal),
    placeholderData: keepPreviousData,
  })
  const container = useRef<HTMLElement>(null)
  // Show another story from its top.
  useEffect(() => {
    container.current?.scrollTo({ top: 0 })
  }, [id])
  useEffect(() => {
    if (!beside) container.current?.focus()
  }, [beside])
  const row = rows.find((candidate) => candidate.id === id) ?? (data?.row.id === id ? data.row : undefined)
  return (
    <aside ref={container} className="story" aria-label="Story of the event" tabIndex={-1}>
      <Header row={row} onClose={onClose} onFiltered={beside ? undefined : onClose} />
      {error !== null && data?.row.id !== id ? (
        <Failed message={error.message} next={readNext(error)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading what="Loading the story" />
      ) : (
        <div className="story-content" aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
          <Content key={data.row.id} story={data} />
        </div>
      )}
    </aside>
  )
}

const readNext = (error: Error): string | undefined =>
  'next' in error && typeof error.next === 'string' ? error.next : undefined
