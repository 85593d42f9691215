/** Each hook that ran: what it said, and all that is known of how it came to say it. */
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
    {run.look === 2 ? <span className="badge">second look</span> : null}
    {run.decided ? <span className="badge badge-managed">★ decided</span> : null}
    <span className="spring" />
    <StatusLabel tone={run.tone}>{run.said}</StatusLabel>
    <span className="dim">{formatMs(run.ms)}</span>
  </span>
)
