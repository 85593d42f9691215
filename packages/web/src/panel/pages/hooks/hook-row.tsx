/** One hook: a line that says how it stands, and behind it the details. */
import { Accordion } from '@mantine/core'
import { reveal } from '../../../kit/reveal.ts'
import { SourceBadge, StatusLabel } from '../../../kit/status-label.tsx'
import type { Health, Hook } from '../../../wire/panel.ts'
import { HookDetails } from './hook-details.tsx'
import {
  changedSince,
  failsSaid,
  matchedSaid,
  needsTrust,
  neverMatched,
  placeSaid,
  provedSaid,
  runsSaid,
  stateSaid,
  timesSaid,
  trustSaid,
} from './said.ts'

/** Names of the columns, where there is room for columns. */
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
  readonly place: number
  readonly health: Health | undefined
}
export const HookItem = ({ hook, place, health }: Props) => (
  <Accordion.Item value={hook.id} className="hook-item">
    <Accordion.Control>
      <HookLine hook={hook} place={place} health={health} />
    </Accordion.Control>
    <Accordion.Panel>
      <HookDetails hook={hook} health={health} />
    </Accordion.Panel>
  </Accordion.Item>
)

function HookLine({ hook, place, health }: Props) {
  const { word, tone } = stateSaid(hook.state)
  return (
    <span className="hook-line">
      <span className="hook-cell">
        <span>
          <span className="hook-place">{place}. </span>
          <StatusLabel tone={tone}>{word}</StatusLabel>
        </span>
      </span>
      <span className="hook-cell">
        <span className="hook-name">{reveal(hook.name)}</span>
        <span className="hook-small">
          <SourceBadge source={hook.source} />
          {hook.pack === undefined ? null : <span className="badge">pack {hook.pack}</span>}
          <span className="mono hook-file">{placeSaid(hook, health?.root)}</span>
        </span>
        {hook.why === undefined ? null : <span className={`hook-small tone-${tone}`}>{reveal(hook.why)}</span>}
      </span>
      <Matched hook={hook} />
      <Times hook={hook} />
      <Standing hook={hook} />
    </span>
  )
}

const Matched = ({ hook }: { readonly hook: Hook }) => (
  <span className="hook-cell">
    <span className={hook.matcher === undefined ? 'hook-dim' : 'mono'}>{reveal(hook.matcher ?? 'every one')}</span>
    {hook.state === 'call' ? null : (
      <span className={neverMatched(hook) ? 'hook-small tone-ask' : 'hook-small'}>{matchedSaid(hook)}</span>
    )}
  </span>
)

function Times({ hook }: { readonly hook: Hook }) {
  const { failures } = hook.recent
  return (
    <span className="hook-cell">
      <span>{timesSaid(hook) ?? <span className="hook-dim">no figures</span>}</span>
      <span className="hook-small">
        {failures === 0 ? runsSaid(hook) : null}
        {failures === 0 ? null : (
          <span className="tone-fail">
            {failures} of {hook.recent.runs} failed
          </span>
        )}
      </span>
    </span>
  )
}

/** Trust, what a failure does, and whether it was ever seen to work. */
function Standing({ hook }: { readonly hook: Hook }) {
  const fails = failsSaid(hook)
  return (
    <span className="hook-cell">
      <span>
        <span className={needsTrust(hook.trust) ? 'tone-ask' : undefined}>{trustSaid(hook.trust)}</span>
        {changedSince(hook) && !needsTrust(hook.trust) ? (
          <span className="tone-ask"> · changed since it ran</span>
        ) : null}
        {fails === undefined ? null : <span className="hook-dim"> · {fails}</span>}
      </span>
      <span className={hook.proved.is ? 'hook-small tone-allow' : 'hook-small'}>{provedSaid(hook)}</span>
    </span>
  )
}
