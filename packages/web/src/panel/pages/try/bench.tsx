/** The Try page after loading: the event and columns, the payload, and the results. */
import { Alert, Anchor, Text, Title } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { formatDate } from '../../../kit/text.ts'
import type { Story, TryForm, TryRequest, TryResponse } from '../../../wire/panel.ts'
import { type ApiFailure, post } from '../../api.ts'
import { Choice } from './choice.tsx'
import { Payload } from './payload.tsx'
import { Results } from './results.tsx'
import { isTooLongForAddress, readPayload, sampleText, type Trial, toSearch } from './trial.ts'

interface Props {
  readonly form: TryForm
  readonly initial: Trial
  readonly story?: Story
}
export function Bench({ form, initial, story }: Props) {
  const [trial, setTrial] = useState(initial)
  const [ran, setRan] = useState<Trial>()
  /** Payloads typed for other events, in case the user returns to them. */
  const drafts = useRef(new Map<string, string>())
  const writeAddress = useAddress(form)
  const run = useMutation<TryResponse, ApiFailure, TryRequest>({
    mutationFn: (request) => post<TryResponse>('/api/try', request),
  })
  const change = (part: Partial<Trial>) => {
    const next = { ...trial, ...part }
    setTrial(next)
    writeAddress(next)
  }
  const payload = readPayload(trial.text)
  const start = () => {
    if (!payload.ok || run.isPending) return
    setRan(trial)
    run.mutate({ event: trial.event, input: payload.input, columns: trial.columns })
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
          payload={payload}
          running={run.isPending}
          onText={(text) => change({ text })}
          onRun={start}
        />
        <Results
          response={run.data}
          error={run.error}
          running={run.isPending}
          stale={ran !== undefined && isDifferent(ran, trial)}
          hint={isTooLongForAddress(trial)}
        />
      </div>
    </div>
  )
}

const isDifferent = (a: Trial, b: Trial): boolean =>
  a.text !== b.text || a.event !== b.event || JSON.stringify(a.columns) !== JSON.stringify(b.columns)

/** Writes the trial into the address after the user stops typing, so that a link shows the same trial. */
function useAddress(form: TryForm): (trial: Trial) => void {
  const navigate = useNavigate()
  return useDebouncedCallback((trial: Trial) => {
    if (location.pathname !== '/try') return
    // The route declares no search parameters; the page reads them itself.
    void navigate({ to: '/try', search: toSearch(trial, form) as never, replace: true })
  }, 400)
}

const Head = ({ story }: { readonly story: Story | undefined }) => (
  <header>
    <Title order={1}>Try</Title>
    <Text size="sm" c="dimmed">
      Runs your hooks in a scratch copy of the workspace. Your files are not changed, and nothing is recorded.
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
            : `. Some fields were not stored and differ from what the hooks received: ${story.missing.join(', ')}.`}
        </Text>
      </Alert>
    )}
  </header>
)
