/** Latency and decisions of the hooks over an hour, a day or a week. */
import './stats.css'
import { Code, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Decisions } from '../../../kit/decisions/decisions.tsx'
import { Empty, Failed, Loading } from '../../../kit/states.tsx'
import type { Stats } from '../../../wire/panel.ts'
import { type ApiFailure, get } from '../../api.ts'
import { FalsePositives } from './false-positives.tsx'
import { HooksTable } from './hooks-table.tsx'
import { summarize, type Time, times } from './labels.ts'
import { Latency } from './latency.tsx'

export function StatsPage() {
  const [time, setTime] = useState<Time>('1d')
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
          onChange={(value) => setTime(value as Time)}
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
    <Code>hookline trigger</Code>
  </Empty>
)
