/** When each hook ran during the event, and for how long. */
import { UnstyledButton } from '@mantine/core'
import { formatMs } from '../../../kit/text.ts'
import type { Story, StoryRun } from '../../../wire/panel.ts'

interface TimelineProps {
  readonly story: Story
  readonly onPick: (id: string) => void
}

export function Timeline({ story: { runs, row }, onPick }: TimelineProps) {
  const totalMs = Math.max(row.ms, 0.1, ...runs.map((run) => run.startMs + run.ms))
  return (
    <ol className="timeline" aria-label={`Timeline of ${formatMs(totalMs)}`}>
      {runs.map((run) => (
        <li key={run.id}>
          <UnstyledButton className="lane" onClick={() => onPick(run.id)} title={`Show ${run.name}`}>
            <span className="lane-name clip">
              {run.decided ? '★ ' : ''}
              {run.name}
            </span>
            <Track run={run} totalMs={totalMs} />
            <span className="lane-ms">{formatMs(run.ms)}</span>
          </UnstyledButton>
        </li>
      ))}
      <li className="lane lane-scale" aria-hidden="true">
        <span />
        <span className="scale">
          <span>0</span>
          <span>{formatMs(totalMs)}</span>
        </span>
        <span />
      </li>
    </ol>
  )
}

const Track = ({ run, totalMs }: { readonly run: StoryRun; readonly totalMs: number }) => (
  <span className="track" aria-hidden="true">
    <span
      className={`bar bar-${run.tone}`}
      data-decided={run.decided || undefined}
      style={{ left: `${(100 * run.startMs) / totalMs}%`, width: `${(100 * run.ms) / totalMs}%` }}
    />
  </span>
)
