/** Problems in the hook files with their fixes, and recent failures of hooks. */
import './problems.css'
import { Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Failed, Loading } from '../../../kit/states.tsx'
import { formatCount, relativePath } from '../../../kit/text.ts'
import type { ProblemsPage as ProblemsResponse } from '../../../wire/panel.ts'
import { type ApiFailure, get } from '../../api.ts'
import { useHealth } from '../../health.ts'
import { useRows } from '../../rows.ts'
import { Failures } from './failures.tsx'
import { sortBySeverity, summarize } from './labels.ts'
import { ProblemSection } from './problem-section.tsx'
import { Uncalled } from './uncalled.tsx'

export function ProblemsPage() {
  const { changes } = useRows()
  const { data: health } = useHealth()
  const { data, error, refetch } = useQuery<ProblemsResponse, ApiFailure>({
    queryKey: ['problems', changes],
    queryFn: ({ signal }) => get<ProblemsResponse>('/api/problems', signal),
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  })
  if (data === undefined)
    return error === null ? (
      <Loading what="Checking the hook files" />
    ) : (
      <div className="sheet">
        <Title order={1}>Problems</Title>
        <Failed message={error.message} next={error.next} onRetry={() => void refetch()} />
      </div>
    )
  if (data.groups.length + data.failures.length + data.uncalled.length === 0)
    return <NoProblems files={data.files.map((file) => relativePath(file, health?.root))} />
  return (
    <div className="sheet">
      <Title order={1}>Problems</Title>
      <Text size="sm" c="dimmed" role="status" mb="md">
        {summarize(data)}
      </Text>
      <Uncalled uncalled={data.uncalled} />
      {sortBySeverity(data.groups).map((group) => (
        <ProblemSection
          key={`${group.severity} ${group.code}`}
          group={group}
          write={health?.write === true}
          root={health?.root}
        />
      ))}
      <Failures groups={data.failures} />
    </div>
  )
}

const NoProblems = ({ files }: { readonly files: readonly string[] }) => (
  <div className="sheet">
    <Title order={1}>Problems</Title>
    <Stack align="center" gap="xs" py={64} ta="center" role="status">
      <IconCircleCheck size={34} stroke={1.5} className="tone-allow" aria-hidden="true" />
      <Text fw={600}>No problems in {formatCount(files.length, 'file')}.</Text>
      <Text size="sm" c="dimmed">
        No hook failed in the last day.
      </Text>
      <ul className="problem-files mono">
        {files.map((file) => (
          <li key={file}>{file}</li>
        ))}
      </ul>
    </Stack>
  </div>
)
