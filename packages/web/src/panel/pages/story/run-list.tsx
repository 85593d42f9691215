/** The runs of an event with their outcome and details. */
import { Accordion } from '@mantine/core'
import { SourceBadge, StatusLabel } from '../../../kit/status-label.tsx'
import { formatMs } from '../../../kit/text.ts'
import type { StoryRun } from '../../../wire/panel.ts'
import { RunDetails } from './run-details.tsx'

interface RunListProps {
  readonly runs: readonly StoryRun[]
  readonly open: string[]
  readonly onOpen: (ids: string[]) => void
}

export const RunList = ({ runs, open, onOpen }: RunListProps) => (
  <Accordion multiple variant="contained" order={4} value={open} onChange={onOpen} chevronSize={14} className="runs">
    {runs.map((run) => (
      <Accordion.Item key={run.id} value={run.id}>
        <Accordion.Control>
          <RunTitle run={run} />
        </Accordion.Control>
        <Accordion.Panel>{open.includes(run.id) ? <RunDetails run={run} /> : null}</Accordion.Panel>
      </Accordion.Item>
    ))}
  </Accordion>
)

const RunTitle = ({ run }: { readonly run: StoryRun }) => (
  <span className="run-title">
    <span className="run-name">{run.name}</span>
    <SourceBadge source={run.source} />
    {run.monitor ? <span className="badge">monitor</span> : null}
    {run.pass === 2 ? <span className="badge">second pass</span> : null}
    {run.pass === 1 && run.rewrittenBy !== undefined ? <span className="badge">after a rewrite</span> : null}
    {run.decided ? <span className="badge badge-managed">★ decided</span> : null}
    <span className="spring" />
    <StatusLabel tone={run.tone}>{run.outcome}</StatusLabel>
    <span className="dim">{formatMs(run.ms)}</span>
  </span>
)
