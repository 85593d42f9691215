/** Latency and decisions of the hooks over an hour, a day or a week. */
import { Anchor, Code, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { cutMiddle, formatAgo, formatDate, formatMs } from '../../../kit/text.ts'
import type { LogRow, Stats } from '../../../wire/panel.ts'
import './stats.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAddressValues } from '../../../kit/address.ts'
import { Decisions } from '../../../kit/decisions/decisions.tsx'
import { Empty, Failed, Loading } from '../../../kit/states.tsx'
import { type ApiFailure, get } from '../../api.ts'
import { typed } from '../../command.ts'
import { HooksTable } from './hooks-table.tsx'
import { findTime, summarize, type Time, times } from './labels.ts'

export function StatsPage() {
  const [{ since }, change] = useAddressValues(['since'])
  const time = findTime(since)
  const { data, error, refetch } = useQuery<Stats, ApiFailure>({
    queryKey: ['stats', time],
    queryFn: ({ signal }) => get<Stats>(`/api/stats?since=${time}`, signal),
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  })
  return (
    <div className="sheet">
      <Group justify="space-between" align="center" gap="xs" mb="xs">
        <Title order={1}>Stats</Title>
        <SegmentedControl
          size="xs"
          aria-label="Since"
          data={times.map(({ value, label }) => ({ value, label }))}
          value={time}
          onChange={(value) => change({ since: value })}
        />
      </Group>
      {data === undefined ? (
        error === null ? (
          <Loading what="Loading stats" />
        ) : (
          <Failed message={error.message} next={error.next} onRetry={() => void refetch()} />
        )
      ) : (
        <Figures stats={data} time={time} />
      )}
    </div>
  )
}

function Figures({ stats, time }: { readonly stats: Stats; readonly time: Time }) {
  if (stats.records === 0) return <NoEvents time={time} />
  return (
    <>
      <Text size="sm" c="dimmed" role="status" mb="md">
        {summarize(stats, time)}
      </Text>
      <Latency latency={stats.latency} />
      <Decisions stats={stats} />
      <HooksTable hooks={stats.hooks} />
      <FalsePositives rows={stats.falsePositives} />
    </>
  )
}

const NoEvents = ({ time }: { readonly time: Time }) => (
  <Empty title={`No events in ${times.find(({ value }) => value === time)?.phrase}.`}>
    <Text size="sm" c="dimmed">
      Use your agent, choose a longer period, or send an event yourself:
    </Text>
    <Code>{typed('trigger')}</Code>
  </Empty>
)

/** Decisions that the user marked as false positives. */
const FalsePositives = ({ rows }: { readonly rows: readonly LogRow[] }) => (
  <section aria-labelledby="wrong" className="part">
    <Title order={2} id="wrong">
      False positives
    </Title>
    {rows.length === 0 ? (
      <Text size="sm" c="dimmed">
        No false positives in this period. To mark a decision, open its event and select False positive.
      </Text>
    ) : (
      <ul className="wrong-list">
        {rows.map((row) => (
          <li key={row.id}>
            <StatusLabel tone={row.tone}>{row.word}</StatusLabel>
            <Anchor
              size="sm"
              underline="always"
              component={Link}
              to={`/log/${encodeURIComponent(row.id)}`}
              className="mono wrong-subject"
            >
              {cutMiddle(row.subject === '' ? row.event : row.subject, 90)}
            </Anchor>
            <Text size="xs" c="dimmed" component="span">
              {row.who === '' ? '' : `${row.who}, `}
              <span title={formatDate(row.at)}>{formatAgo(row.at)}</span>
            </Text>
          </li>
        ))}
      </ul>
    )}
  </section>
)

/** How long events waited for their hooks, as percentiles. */
const figures = [
  ['p50', 'half were faster'],
  ['p90', '9 of 10'],
  ['p95', '19 of 20'],
  ['p99', '99 of 100'],
] as const

const Latency = ({ latency }: { readonly latency: Stats['latency'] }) => (
  <section aria-labelledby="latency" className="part">
    <Title order={2} id="latency">
      Time spent in hooks per event
    </Title>
    <dl className="figures">
      {figures.map(([name, explanation]) => (
        <div key={name}>
          <dt>
            {name} <span className="figure-words">{explanation}</span>
          </dt>
          <dd>{formatMs(latency[name])}</dd>
        </div>
      ))}
    </dl>
  </section>
)
