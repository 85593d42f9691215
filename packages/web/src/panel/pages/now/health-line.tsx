/** How the hooks are, in one sentence. */
import { Code, Group, Skeleton, Tooltip } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CopyIconButton } from '../../../kit/copy.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { cutMiddle } from '../../../kit/text.ts'
import type { Health, Tone } from '../../../wire/panel.ts'
import { useHealth } from '../../health.ts'
import { useRows } from '../../rows.ts'

const tones: Readonly<Record<Health['tone'], readonly [Tone, string]>> = {
  good: ['allow', 'Working'],
  attention: ['ask', 'Attention'],
  bad: ['deny', 'Broken'],
  quiet: ['plain', 'Quiet'],
}

/** The panel does not answer: what was known last. */
const stale: readonly [Tone, string] = ['plain', 'Not known now; last:']

export function HealthLine({ newest }: { readonly newest: string | undefined }) {
  const { data } = useHealth()
  const { state } = useRows()
  useAskedAnew(newest)
  const away = state === 'gone' || state === 'refused'
  if (data === undefined)
    return away ? null : (
      <div className="health" aria-busy="true">
        <Skeleton height={14} width={320} />
      </div>
    )
  const [tone, word] = away ? stale : tones[data.tone]
  return (
    <div className="health">
      <p className="health-words" data-stale={away || undefined}>
        <StatusLabel tone={tone}>{word}</StatusLabel>
        <span>{data.sentence}</span>
      </p>
      {data.next === undefined || away ? null : (
        <Group gap={4} wrap="nowrap">
          <Code>{data.next}</Code>
          <CopyIconButton value={data.next} label="Copy the command" />
        </Group>
      )}
      <span className="health-place mono clip" title={data.root}>
        {cutMiddle(data.root, 44)}
      </span>
      {data.write ? null : (
        <Tooltip
          multiline
          w={260}
          label="This panel only shows. To disable hooks, mark decisions and mend files from here, start it with: hookline panel --write"
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its explanation is for the keyboard too */}
          <span className="badge" tabIndex={0}>
            read-only
          </span>
        </Tooltip>
      )}
    </div>
  )
}

/** "Last event 4 s ago" is wrong as soon as another came. */
function useAskedAnew(newest: string | undefined): void {
  const queries = useQueryClient()
  const ask = useThrottledCallback(() => void queries.invalidateQueries({ queryKey: ['health'] }), 1500)
  // The newest row is what it waits for.
  useEffect(() => {
    if (newest !== undefined) ask()
  }, [newest])
}
