/** The recent runs of a hook, how long they took, its last error, and a field that tries a matcher against recorded events. */
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { reveal } from '../../../kit/reveal.ts'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { formatAgo, formatMs } from '../../../kit/text.ts'
import type { Hook, HookRuns, MatcherTest } from '../../../wire/panel.ts'
import { type ApiFailure, get } from '../../api.ts'
import { describeBar, describeTest } from './labels.ts'

const SHOWN_EVENTS = 10

export function HookRunsPart({ hook }: { readonly hook: Hook }) {
  const { data, error } = useQuery<HookRuns, ApiFailure>({
    queryKey: ['hook', hook.id, hook.recent.lastRunAt],
    queryFn: ({ signal }) => get<HookRuns>(`/api/hook?hook=${encodeURIComponent(hook.id)}`, signal),
  })
  if (error !== null) return <Text size="sm">{error.message}</Text>
  if (data === undefined || data.runs.length === 0) return null
  return (
    <>
      {data.lastError === undefined ? null : <LastError error={data.lastError} />}
      <Histogram histogram={data.histogram} />
      <section aria-label="Recent runs">
        <Text size="xs" c="dimmed">
          Recent runs
        </Text>
        <ul className="hook-runs">
          {data.runs.map(({ id, at, ms, outcome, tone, subject }) => (
            <li key={`${id} ${at}`}>
              <Link to="/log/$id" params={{ id }}>
                {formatAgo(at)}
              </Link>{' '}
              <StatusLabel tone={tone}>{reveal(outcome)}</StatusLabel> <span className="hook-dim">{formatMs(ms)}</span>{' '}
              <span className="mono">{reveal(subject)}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

const LastError = ({ error: { id, at, message, stderr } }: { readonly error: NonNullable<HookRuns['lastError']> }) => (
  <section aria-label="Last error">
    <Text size="xs" c="dimmed">
      Last error,{' '}
      <Link to="/log/$id" params={{ id }}>
        {formatAgo(at)}
      </Link>
    </Text>
    <Text size="sm" className="tone-fail">
      {reveal(message)}
    </Text>
    {stderr === undefined ? null : <pre className="text-block mono">{reveal(stderr)}</pre>}
  </section>
)

function Histogram({ histogram }: Pick<HookRuns, 'histogram'>) {
  const most = Math.max(1, ...histogram.map(({ count }) => count))
  const last = histogram.findLastIndex(({ count }) => count > 0)
  return (
    <section aria-label="Latency">
      <Text size="xs" c="dimmed">
        Latency
      </Text>
      <ul className="hook-bars">
        {histogram.slice(0, last + 1).map((bar) => (
          <li key={bar.upToMs ?? 'more'}>
            <span className="hook-bar-label">{describeBar(bar.upToMs)}</span>
            <span className="hook-bar" style={{ width: `${Math.round((bar.count / most) * 160)}px` }} />
            <span className="hook-dim">{bar.count}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Changes nothing: the text is only compared with what the matcher would have been tested against. */
export function MatcherTester({ hook }: { readonly hook: Hook }) {
  const [text, setText] = useState(hook.matcher ?? '')
  const [asked, setAsked] = useState<string>()
  const { data, error } = useQuery<MatcherTest, ApiFailure>({
    queryKey: ['matcher', hook.id, asked],
    queryFn: ({ signal }) =>
      get<MatcherTest>(
        `/api/matcher?hook=${encodeURIComponent(hook.id)}&matcher=${encodeURIComponent(asked ?? '')}`,
        signal,
      ),
    enabled: asked !== undefined,
  })
  return (
    <section aria-label="Try a matcher">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(text)
        }}
      >
        <Group gap="xs" align="flex-end">
          <TextInput
            size="xs"
            label="Try a matcher against recorded events"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            classNames={{ input: 'mono' }}
          />
          <Button size="xs" type="submit" variant="default">
            Try
          </Button>
        </Group>
      </form>
      {error === null ? null : <Text size="sm">{error.message}</Text>}
      {data === undefined ? null : (
        <>
          <Text size="sm" role="status">
            {describeTest(data)}
          </Text>
          <ul className="hook-runs">
            {data.events.slice(0, SHOWN_EVENTS).map(({ id, at, tested, matched }) => (
              <li key={id}>
                <StatusLabel tone={matched ? 'allow' : 'plain'}>{matched ? 'matches' : 'no match'}</StatusLabel>{' '}
                <Link to="/log/$id" params={{ id }}>
                  {formatAgo(at)}
                </Link>{' '}
                <span className="mono">{reveal(tested)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
