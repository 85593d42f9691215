/** The result for one edition and agent: decision, reason, plan, and what the agent is told. */
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
  readonly found: Differences
}
export function ResultColumn({ column, found }: Props) {
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
        <Part differs={found.decision}>
          <span className="result-word">
            <StatusLabel tone={tone}>{word}</StatusLabel>
          </span>
        </Part>
      )}
      {because === undefined || because === '' ? null : (
        <Part differs={found.because}>
          <Text size="sm">{reveal(because)}</Text>
        </Part>
      )}
      <Plan runs={runs} skipped={skipped} found={found} of={of} />
      {reply === undefined ? null : (
        <Part differs={found.reply} title="What the agent is told">
          <PlainText label={`What the agent is told: ${of}`} text={formatJson(reply)} />
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
    <Differs differs={differs} />
    {title === undefined ? null : <div className="result-title">{title}</div>}
    {children}
  </div>
)

type PlanProps = Pick<TryColumn, 'runs' | 'skipped'> & Pick<Props, 'found'> & { readonly of: string }
const Plan = ({ runs, skipped, found, of }: PlanProps) => (
  <div className="result-part">
    <div className="result-title">Plan</div>
    {runs.length + skipped.length === 0 ? (
      <Text size="sm" c="dimmed">
        No hook is there for this event.
      </Text>
    ) : null}
    <ol className="plan">
      {runs.map((run) => (
        <li key={run.hookId} data-differs={found.hooks.has(run.hookId) || undefined}>
          <Ran run={run} of={of} differs={found.hooks.has(run.hookId)} />
        </li>
      ))}
      {skipped.map((skip) => (
        <li key={skip.hookId} data-differs={found.hooks.has(skip.hookId) || undefined}>
          <Skipped skip={skip} differs={found.hooks.has(skip.hookId)} />
        </li>
      ))}
    </ol>
  </div>
)

const Differs = ({ differs }: { readonly differs: boolean }) =>
  differs ? <span className="badge differs">differs</span> : null

interface RanProps {
  readonly run: TryRun
  readonly of: string
  readonly differs: boolean
}
const Ran = ({ run, of, differs }: RanProps) => (
  <>
    <div className="plan-line">
      <span className="plan-name">{run.name}</span>
      <SourceBadge source={run.source} />
      <Differs differs={differs} />
    </div>
    <div className="plan-line">
      <StatusLabel tone={run.tone}>{run.said}</StatusLabel>
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

const Skipped = ({ skip, differs }: { readonly skip: StorySkip; readonly differs: boolean }) => (
  <>
    <div className="plan-line">
      <span className="plan-name plan-skipped">{skip.label}</span>
      <Differs differs={differs} />
    </div>
    <Text size="xs" c="dimmed">
      did not run: {skip.detail === '' ? skip.why : skip.detail}
    </Text>
  </>
)
