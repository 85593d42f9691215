/** One hook as a row with expandable details. */
import { Accordion } from '@mantine/core'
import { reveal } from '../../../kit/reveal.ts'
import { SourceBadge, StatusLabel } from '../../../kit/status-label.tsx'
import { relativePath } from '../../../kit/text.ts'
import type { Health, Hook } from '../../../wire/panel.ts'
import { HookDetails } from './hook-details.tsx'
import {
  describeFailurePolicy,
  describeMatches,
  describeProof,
  describeRuns,
  describeState,
  describeTimes,
  describeTrust,
  formatLocation,
  hasChangedSinceRun,
  hasNeverMatched,
  needsTrust,
} from './labels.ts'

/** The column headers. The CSS hides them on narrow screens. */
export const HookRowHead = () => (
  <div className="hook-line hook-head" aria-hidden="true">
    <span>State</span>
    <span>Hook</span>
    <span>Matcher</span>
    <span>p50 / p95</span>
    <span>Trust and proof</span>
  </div>
)

interface Props {
  readonly hook: Hook
  readonly position: number
  readonly health: Health | undefined
}
export const HookItem = ({ hook, position, health }: Props) => (
  <Accordion.Item value={hook.id} className="hook-item">
    <Accordion.Control>
      <HookLine hook={hook} position={position} health={health} />
    </Accordion.Control>
    <Accordion.Panel>
      <HookDetails hook={hook} health={health} />
    </Accordion.Panel>
  </Accordion.Item>
)

function HookLine({ hook, position, health }: Props) {
  const { label, tone } = describeState(hook.state)
  return (
    <span className="hook-line">
      <span className="hook-cell">
        <span>
          <span className="hook-place">{position}. </span>
          <StatusLabel tone={tone}>{label}</StatusLabel>
        </span>
      </span>
      <span className="hook-cell">
        <span className="hook-name">{reveal(hook.name)}</span>
        <span className="hook-small">
          <SourceBadge source={hook.source} />
          {hook.pack === undefined ? null : <span className="badge">pack {hook.pack}</span>}
          <span className="mono hook-file">{formatLocation(hook, health?.root)}</span>
          {hook.onlyIn === undefined ? null : (
            <span className="badge">only in {relativePath(hook.onlyIn, health?.root)}</span>
          )}
        </span>
        {hook.why === undefined ? null : <span className={`hook-small tone-${tone}`}>{reveal(hook.why)}</span>}
      </span>
      <MatcherCell hook={hook} />
      <TimesCell hook={hook} />
      <TrustCell hook={hook} />
    </span>
  )
}

const MatcherCell = ({ hook }: { readonly hook: Hook }) => (
  <span className="hook-cell">
    <span className={hook.matcher === undefined ? 'hook-dim' : 'mono'}>
      {reveal(hook.matcher ?? 'matches everything')}
    </span>
    {hook.state === 'call' ? null : (
      <span className={hasNeverMatched(hook) ? 'hook-small tone-ask' : 'hook-small'}>{describeMatches(hook)}</span>
    )}
    {hook.unmatched === undefined ? null : <span className="hook-small tone-ask">{reveal(hook.unmatched)}</span>}
  </span>
)

function TimesCell({ hook }: { readonly hook: Hook }) {
  const { failures } = hook.recent
  return (
    <span className="hook-cell">
      <span>{describeTimes(hook) ?? <span className="hook-dim">no data</span>}</span>
      <span className="hook-small">
        {failures === 0 ? describeRuns(hook) : null}
        {failures === 0 ? null : (
          <span className="tone-fail">
            {failures} of {hook.recent.runs} failed
          </span>
        )}
      </span>
    </span>
  )
}

/** The trust state, the failure policy, and the proof that the hook works. */
function TrustCell({ hook }: { readonly hook: Hook }) {
  const policy = describeFailurePolicy(hook)
  return (
    <span className="hook-cell">
      <span>
        <span className={needsTrust(hook.trust) ? 'tone-ask' : undefined}>{describeTrust(hook.trust)}</span>
        {hasChangedSinceRun(hook) && !needsTrust(hook.trust) ? (
          <span className="tone-ask"> · changed since last run</span>
        ) : null}
        {policy === undefined ? null : <span className="hook-dim"> · {policy}</span>}
      </span>
      <span className={hook.proved.is ? 'hook-small tone-allow' : 'hook-small'}>{describeProof(hook)}</span>
    </span>
  )
}
