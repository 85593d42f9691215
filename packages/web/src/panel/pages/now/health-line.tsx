/** How the hooks are, in one sentence. */
import { Skeleton, Tooltip } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { middle } from '../../../kit/text.ts'
import { Word } from '../../../kit/word.tsx'
import type { Health, Tone } from '../../../wire/panel.ts'
import { useHealth } from '../../health.ts'

const tones: Readonly<Record<Health['tone'], readonly [Tone, string]>> = {
  good: ['allow', 'Working'],
  attention: ['ask', 'Attention'],
  bad: ['deny', 'Broken'],
  quiet: ['plain', 'Quiet'],
}

export function HealthLine({ newest }: { readonly newest: string | undefined }) {
  const { data } = useHealth()
  useAskedAnew(newest)
  if (data === undefined)
    return (
      <div className="health" aria-busy="true">
        <Skeleton height={14} width={320} />
      </div>
    )
  const [tone, word] = tones[data.tone]
  return (
    <div className="health">
      <p className="health-words">
        <Word tone={tone}>{word}</Word>
        <span>{data.sentence}</span>
      </p>
      <span className="health-place mono clip" title={data.root}>
        {middle(data.root, 44)}
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
