/** The Try page: runs an event through the current hooks and compares editions and agents. */
import './try.css'
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Failed, Loading } from '../../../kit/states.tsx'
import type { Story, TryForm } from '../../../wire/panel.ts'
import { type ApiFailure, get } from '../../api.ts'
import { useRows } from '../../rows.ts'
import { Bench } from './bench.tsx'
import { readTrial, type Search, trialFromStory } from './trial.ts'

export function TryPage() {
  const search: Search = useSearch({ strict: false })
  const { changes } = useRows()
  const form = useQuery<TryForm, ApiFailure>({
    queryKey: ['try', changes],
    queryFn: ({ signal }) => get<TryForm>('/api/try', signal),
    placeholderData: (before) => before,
    staleTime: 60_000,
  })
  const from = search.from === undefined ? undefined : String(search.from)
  const story = useQuery<Story, ApiFailure>({
    queryKey: ['story', from],
    queryFn: ({ signal }) => get<Story>(`/api/log/${encodeURIComponent(from ?? '')}`, signal),
    enabled: from !== undefined,
  })
  const error = form.error ?? story.error
  if (error !== null)
    return (
      <div className="sheet">
        <Title order={1}>Try</Title>
        <Failed
          message={error.message}
          next={error.next}
          onRetry={() => void (form.error === null ? story.refetch() : form.refetch())}
        />
      </div>
    )
  if (form.data === undefined || (from !== undefined && story.data === undefined))
    return <Loading what="Loading events" />
  const initial = story.data === undefined ? readTrial(search, form.data) : trialFromStory(story.data, form.data)
  return (
    <Bench
      key={from ?? ''}
      form={form.data}
      initial={initial}
      {...(story.data === undefined ? {} : { story: story.data })}
    />
  )
}
