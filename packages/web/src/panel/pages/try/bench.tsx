/** The page once it knows what can be tried: the choice, the payload, the result. */
import { Alert, Anchor, Text, Title } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { formatDate } from '../../../kit/text.ts'
import type { Story, TryAnswer, TryForm, TryRequest } from '../../../wire/panel.ts'
import { type ApiFailure, post } from '../../api.ts'
import { Choice } from './choice.tsx'
import { Payload } from './payload.tsx'
import { Results } from './results.tsx'
import { readPayload, sampleText, searchOf, type Trial, tooLongForAddress } from './trial.ts'

interface Props {
  readonly form: TryForm
  readonly first: Trial
  readonly story?: Story
}
export function Bench({ form, first, story }: Props) {
  const [trial, setTrial] = useState(first)
  const [ran, setRan] = useState<Trial>()
  /** What was typed for other events, for when the person comes back to them. */
  const drafts = useRef(new Map<string, string>())
  const writeAddress = useAddress(form)
  const run = useMutation<TryAnswer, ApiFailure, TryRequest>({
    mutationFn: (request) => post<TryAnswer>('/api/try', request),
  })
  const change = (part: Partial<Trial>) => {
    const next = { ...trial, ...part }
    setTrial(next)
    writeAddress(next)
  }
  const read = readPayload(trial.text)
  const start = () => {
    if (!read.ok || run.isPending) return
    setRan(trial)
    run.mutate({ event: trial.event, input: read.input, columns: trial.columns })
  }
  useHotkeys([['mod+Enter', start]], [])
  return (
    <div className="sheet bench">
      <Head story={story} />
      <Choice
        form={form}
        trial={trial}
        onEvent={(event) => {
          drafts.current.set(trial.event, trial.text)
          change({ event, text: drafts.current.get(event) ?? sampleText(form, event) })
        }}
        onColumns={(columns) => change({ columns })}
      />
      <div className="bench-halves">
        <Payload
          form={form}
          trial={trial}
          read={read}
          running={run.isPending}
          onText={(text) => change({ text })}
          onRun={start}
        />
        <Results
          answer={run.data}
          error={run.error}
          running={run.isPending}
          stale={ran !== undefined && isOther(ran, trial)}
          hint={tooLongForAddress(trial)}
        />
      </div>
    </div>
  )
}

const isOther = (one: Trial, other: Trial): boolean =>
  one.text !== other.text || one.event !== other.event || JSON.stringify(one.columns) !== JSON.stringify(other.columns)

/** Writes the trial behind the page's address once the person paused: a link shows the same. */
function useAddress(form: TryForm): (trial: Trial) => void {
  const navigate = useNavigate()
  return useDebouncedCallback((trial: Trial) => {
    if (location.pathname !== '/try') return
    void navigate({ to: '/try', search: searchOf(trial, form) as never, replace: true })
  }, 400)
}

const Head = ({ story }: { readonly story: Story | undefined }) => (
  <header>
    <Title order={1}>Try</Title>
    <Text size="sm" c="dimmed">
      Runs your hooks contained, in a scratch copy of the workspace. Nothing real is touched, and nothing is recorded.
    </Text>
    {story === undefined ? null : (
      <Alert variant="light" py={6} mt="xs" role="status">
        <Text size="sm" component="span">
          From{' '}
          <Anchor size="sm" underline="always" component={Link} to={`/log/${encodeURIComponent(story.row.id)}`}>
            {story.row.event} of {formatDate(story.row.at)}
          </Anchor>
          {story.missing.length === 0
            ? '.'
            : `. Not as the hooks saw it, because it was not kept: ${story.missing.join(', ')}.`}
        </Text>
      </Alert>
    )}
  </header>
)
