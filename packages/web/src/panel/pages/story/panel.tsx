/** A row's story: what came, what each hook said, who won and why. */
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
  const place = useRef<HTMLElement>(null)
  // Another story is read from its beginning.
  useEffect(() => {
    place.current?.scrollTo({ top: 0 })
  }, [id])
  useEffect(() => {
    if (!beside) place.current?.focus()
  }, [beside])
  const row = rows.find((one) => one.id === id) ?? (data?.row.id === id ? data.row : undefined)
  return (
    <aside ref={place} className="story" aria-label="Story of the event" tabIndex={-1}>
      <Header row={row} onClose={onClose} onPicked={beside ? undefined : onClose} />
      {error !== null && data?.row.id !== id ? (
        <Failed message={error.message} next={nextOf(error)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading what="Reading the story" />
      ) : (
        <div className="story-content" aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
          <Content key={data.row.id} story={data} />
        </div>
      )}
    </aside>
  )
}

const nextOf = (error: Error): string | undefined => ('next' in error ? (error.next as string | undefined) : undefined)
