/** How long hooks take and what they decide, over an hour, a day or a week. */
import './stats.css'
import { Code, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Decisions } from '../../../kit/decisions/decisions.tsx'
import { Empty, Failed, Loading } from '../../../kit/states.tsx'
import type { Stats } from '../../../wire/panel.ts'
import { type ApiFailure, get } from '../../api.ts'
import { HooksTable } from './hooks-table.tsx'
import { Latency } from './latency.tsx'
import { FalsePositives } from './marks.tsx'
import { summary, type Time, times } from './said.ts'

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
          <Loading what="Counting" />
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
  if (stats.records === 0) return <Nothing time={time} />
  return (
    <>
      <Text size="sm" c="dimmed" role="status" mb="md">
        {summary(stats, time)}
      </Text>
      <Latency latency={stats.latency} />
      <Decisions stats={stats} />
      <HooksTable hooks={stats.hooks} />
      <FalsePositives rows={stats.falsePositives} />
    </>
  )
}

const Nothing = ({ time }: { readonly time: Time }) => (
  <Empty title={`No event in ${times.find(({ value }) => value === time)?.words}.`}>
    <Text size="sm" c="dimmed">
      Use your agent, look at a longer time, or send an event yourself:
    </Text>
    <Code>hookline trigger</Code>
  </Empty>
)
