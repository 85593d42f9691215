/** The health of the hooks in one sentence. */
import { Code, Group, Skeleton, Tooltip } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CopyIconButton } from '../../../kit/copy.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { cutMiddle } from '../../../kit/text.ts'
import type { Health, Tone } from '../../../wire/panel.ts'
import { readOnlyText } from '../../command.ts'
import { useHealth } from '../../health.ts'
import { useRows } from '../../rows.ts'

const tones: Readonly<Record<Health['tone'], readonly [Tone, string]>> = {
  good: ['allow', 'Working'],
  attention: ['ask', 'Attention'],
  bad: ['deny', 'Broken'],
  quiet: ['plain', 'Quiet'],
}

/** Shown with the last known sentence while the panel is unreachable. */
const stale: readonly [Tone, string] = ['plain', 'Unknown; last known:']

export function HealthLine({ newest }: { readonly newest: string | undefined }) {
  const { data } = useHealth()
  const { state } = useRows()
  useRefreshHealth(newest)
  const isUnreachable = state === 'gone' || state === 'refused'
  if (data === undefined)
    return isUnreachable ? null : (
      <div className="health" aria-busy="true">
        <Skeleton height={14} width={320} />
      </div>
    )
  const [tone, label] = isUnreachable ? stale : tones[data.tone]
  return (
    <div className="health">
      <p className="health-words" data-stale={isUnreachable || undefined}>
        <StatusLabel tone={tone}>{label}</StatusLabel>
        <span>{data.sentence}</span>
      </p>
      {data.next === undefined || isUnreachable ? null : (
        <Group gap={4} wrap="nowrap">
          <Code>{data.next}</Code>
          <CopyIconButton value={data.next} label="Copy command" />
        </Group>
      )}
      <span className="health-place mono clip" title={data.root}>
        {cutMiddle(data.root, 44)}
      </span>
      {data.write ? null : (
        <Tooltip multiline w={260} label={readOnlyText('disable hooks, mark decisions and fix files here')}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need its tooltip, too */}
          <span className="badge" tabIndex={0}>
            read-only
          </span>
        </Tooltip>
      )}
    </div>
  )
}

/** Reloads the health when a new row arrives, because the sentence contains the age of the last event. */
function useRefreshHealth(newest: string | undefined): void {
  const queries = useQueryClient()
  const refresh = useThrottledCallback(() => void queries.invalidateQueries({ queryKey: ['health'] }), 1500)
  useEffect(() => {
    if (newest !== undefined) refresh()
  }, [newest])
}
