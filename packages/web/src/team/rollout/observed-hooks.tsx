/** What hooks that only observe would have done: one row for each, with a link to the decisions. */
import type { ObservedHook } from '@hookline/team/wire'
import { reveal } from '../../kit/reveal.ts'
import { DecisionsLink } from '../decisions-link.tsx'

interface ObservedHooksProps {
  readonly hooks: readonly ObservedHook[]
  readonly isRunning: boolean
  readonly startedAt: string
}

export const ObservedHooks = ({ hooks, isRunning, startedAt }: ObservedHooksProps) => (
  <>
    <p className="words">
      {isRunning
        ? 'These hooks judge and record on all devices. They deny, ask and rewrite nothing, and the hooks that were enforced stay enforced.'
        : 'Until it stopped, these hooks only observed.'}
    </p>
    <table className="rollout-rates">
      <caption className="unseen">What the observed hooks would have done</caption>
      <thead>
        <tr>
          <th scope="col">Hook</th>
          <th scope="col">Runs</th>
          <th scope="col">Would have denied</th>
          <th scope="col">Failed</th>
        </tr>
      </thead>
      <tbody>
        {hooks.map((hook) => (
          <tr key={String(hook.hookId)}>
            <th scope="row">{hook.name === '' ? `hook ${hook.hookId}` : reveal(hook.name)}</th>
            <td>{hook.runs.toLocaleString('en')}</td>
            <td>
              <DecisionsLink filter={{ hook: String(hook.hookId), result: 'would-deny', from: startedAt }}>
                {hook.denies.toLocaleString('en')}
              </DecisionsLink>
            </td>
            <td>{hook.failures.toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)
