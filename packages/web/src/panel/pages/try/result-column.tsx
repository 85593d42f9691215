/** The result for one edition and agent: decision, reason, hooks, and the reply to the agent. */
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PlainText } from '../../../kit/plain-text.tsx'
import { reveal } from '../../../kit/reveal.ts'
import { SourceBadge, StatusLabel } from '../../../kit/status-label.tsx'
import { formatJson, formatMs } from '../../../kit/text.ts'
import type { StorySkip, TryColumn, TryRun } from '../../../wire/panel.ts'
import type { Differences } from './compare.ts'

interface Props {
  readonly column: TryColumn
  readonly differences: Differences
}
export function ResultColumn({ column, differences }: Props) {
  const { edition, agent, error, word, tone = 'plain', because, reply, runs, skipped } = column
  const of = `edition ${edition}, ${agent}`
  return (
    <section className="result-column" aria-label={of}>
      <header className="result-head">
        <span>
          edition <strong>{edition}</strong>, {agent}
        </span>
        {column.ms === undefined ? null : <span>{formatMs(column.ms)}</span>}
      </header>
      {error === undefined ? null : <Text className="tone-fail result-part">{reveal(error)}</Text>}
      {word === undefined ? null : (
        <Part differs={differences.decision}>
          <span className="result-word">
            <StatusLabel tone={tone}>{word}</StatusLabel>
          </span>
        </Part>
      )}
      {because === undefined || because === '' ? null : (
        <Part differs={differences.because}>
          <Text size="sm">{reveal(because)}</Text>
        </Part>
      )}
      <Plan runs={runs} skipped={skipped} differences={differences} of={of} />
      {reply === undefined ? null : (
        <Part differs={differences.reply} title="Reply to the agent">
          <PlainText label={`Reply to the agent: ${of}`} text={formatJson(reply)} />
        </Part>
      )}
    </section>
  )
}

interface PartProps {
  readonly differs: boolean
  readonly title?: string
  readonly children: ReactNode
}
const Part = ({ differs, title, children }: PartProps) => (
  <div className="result-part" data-differs={differs || undefined}>
    <DiffersBadge differs={differs} />
    {title === undefined ? null : <div className="result-title">{title}</div>}
    {children}
  </div>
)

type PlanProps = Pick<TryColumn, 'runs' | 'skipped'> & Pick<Props, 'differences'> & { readonly of: string }
const Plan = ({ runs, skipped, differences, of }: PlanProps) => (
  <div className="result-part">
    <div className="result-title">Hooks</div>
    {runs.length + skipped.length === 0 ? (
      <Text size="sm" c="dimmed">
        No hooks for this event.
      </Text>
    ) : null}
    <ol className="plan">
      {runs.map((run) => (
        <li key={run.hookId} data-differs={differences.hooks.has(run.hookId) || undefined}>
          <RunLine run={run} of={of} differs={differences.hooks.has(run.hookId)} />
        </li>
      ))}
      {skipped.map((skip) => (
        <li key={skip.hookId} data-differs={differences.hooks.has(skip.hookId) || undefined}>
          <SkippedLine skip={skip} differs={differences.hooks.has(skip.hookId)} />
        </li>
      ))}
    </ol>
  </div>
)

const DiffersBadge = ({ differs }: { readonly differs: boolean }) =>
  differs ? <span className="badge differs">differs</span> : null

interface RunLineProps {
  readonly run: TryRun
  readonly of: string
  readonly differs: boolean
}
const RunLine = ({ run, of, differs }: RunLineProps) => (
  <>
    <div className="plan-line">
      <span className="plan-name">{run.name}</span>
      <SourceBadge source={run.source} />
      <DiffersBadge differs={differs} />
    </div>
    <div className="plan-line">
      <StatusLabel tone={run.tone}>{run.outcome}</StatusLabel>
      <Text size="xs" c="dimmed" component="span">
        ran {formatMs(run.ms)}
        {run.exit === undefined ? '' : `, exit ${run.exit}`}
      </Text>
    </div>
    {run.stdout === '' ? null : <Output name="stdout" of={`${run.name}, ${of}`} text={run.stdout} />}
    {run.stderr === '' ? null : <Output name="stderr" of={`${run.name}, ${of}`} text={run.stderr} />}
  </>
)

interface OutputProps {
  readonly name: string
  readonly of: string
  readonly text: string
}
const Output = ({ name, of, text }: OutputProps) => (
  <div className="output">
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    <PlainText label={`${name} of ${of}`} text={text} />
  </div>
)

const SkippedLine = ({ skip, differs }: { readonly skip: StorySkip; readonly differs: boolean }) => (
  <>
    <div className="plan-line">
      <span className="plan-name plan-skipped">{skip.label}</span>
      <DiffersBadge differs={differs} />
    </div>
    <Text size="xs" c="dimmed">
      skipped: {skip.detail === '' ? skip.why : skip.detail}
    </Text>
  </>
)
