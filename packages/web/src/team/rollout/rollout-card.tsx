/** The rollout of a revision: its stages, what devices reported with it, and what a person can do. */
import './rollout.css'
import type { StagedRollout } from '@hookline/team/wire'
import { Title } from '@mantine/core'
import { reveal } from '../../kit/reveal.ts'
import { StatusLabel } from '../../kit/status-label.tsx'
import { formatAgo, formatCount } from '../../kit/text.ts'
import { describeNext, describeStage, listStages, type RateRow, toRates } from './labels.ts'
import { ObservedHooks } from './observed-hooks.tsx'
import { AdvanceButton, StopButton } from './rollout-buttons.tsx'

export function RolloutCard({ rollout }: { readonly rollout: StagedRollout }) {
  const isRunning = rollout.state === 'running'
  return (
    <section aria-labelledby="staged" className="part rollout-card">
      <div className="rollout-head">
        <Title order={2} id="staged">
          {rollout.stage === 'observe' ? 'Observation' : 'Rollout'} of revision {String(rollout.candidate)}
        </Title>
        <StatusLabel tone={isRunning ? 'ask' : 'deny'}>{isRunning ? 'Running' : 'Stopped'}</StatusLabel>
        {isRunning ? (
          <span className="rollout-do">
            <AdvanceButton rollout={rollout} />
            <StopButton rollout={rollout} />
          </span>
        ) : null}
      </div>
      <ol className="rollout-stages" aria-label="Stages">
        {listStages(rollout).map(({ label, state }) => (
          <li key={label} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            {label}
            <span className="unseen">{state === 'done' ? ', done' : state === 'current' ? ', now' : ', not yet'}</span>
          </li>
        ))}
      </ol>
      <p className="words">
        {rollout.updated.toLocaleString('en')} of {formatCount(rollout.devices, 'device')} that the stage chooses (
        {describeStage(rollout)}) {rollout.updated === 1 ? 'has' : 'have'} it. Started {formatAgo(rollout.startedAt)} by{' '}
        {reveal(rollout.author)}
        {rollout.note === '' ? '' : `: ${reveal(rollout.note)}`}.
      </p>
      <p className="words">
        {isRunning
          ? describeNext(rollout)
          : `Stopped ${formatAgo(rollout.endedAt)} by ${reveal(rollout.endedBy)}: ${reveal(rollout.reason)}. All devices get the stable hooks again.`}
      </p>
      {rollout.stage === 'observe' ? (
        <ObservedHooks hooks={rollout.observed} isRunning={isRunning} startedAt={rollout.startedAt} />
      ) : (
        <Rates
          rows={[toRates('Candidate', rollout.candidateCounts), toRates('Stable hooks', rollout.stableCounts)]}
          isRunning={isRunning}
        />
      )}
    </section>
  )
}

const Rates = ({ rows, isRunning }: { readonly rows: readonly RateRow[]; readonly isRunning: boolean }) => (
  <table className="rollout-rates">
    <caption className="unseen">{isRunning ? 'Reported so far' : 'Reported until it stopped'}</caption>
    <thead>
      <tr>
        <th scope="col">Hooks</th>
        <th scope="col">Decisions</th>
        <th scope="col">Denied</th>
        <th scope="col">With a failed hook</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ label, decisions, denied, failed }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{decisions}</td>
          <td>{denied}</td>
          <td>{failed}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
