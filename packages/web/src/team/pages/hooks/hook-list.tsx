/** The list of hooks that match the filters. */

import type { Hook } from '@hookline/team/wire'
import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAddressValues } from '../../../kit/address.ts'
import { OptionalSelect, Search } from '../../../kit/filters.tsx'
import { reveal } from '../../../kit/reveal.ts'
import { Empty } from '../../../kit/states.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import { useTeam } from '../../me.ts'
import { pagePath } from '../../team-pages.ts'
import { kindLabels, kindOf } from './kinds.ts'
import {
  describeChange,
  describePublished,
  describeState,
  describeSystems,
  filterHooks,
  type HookFilter,
  nameOf,
  noFilter,
  states,
} from './labels.ts'

export function HookList({ hooks }: { readonly hooks: readonly Hook[] }) {
  const [filter, setFilter] = useAddressValues(['text', 'event', 'state'])
  const matching = filterHooks(hooks, filter)
  const events = [...new Set(hooks.map(({ current }) => current?.hookStep ?? ''))].filter((name) => name !== '').sort()
  return (
    <>
      <Filters filter={filter} events={events} onChange={setFilter} />
      {matching.length === 0 ? (
        <Empty title="No hooks match these filters.">
          <Button size="xs" variant="default" onClick={() => setFilter(noFilter)}>
            Clear filters
          </Button>
        </Empty>
      ) : (
        <>
          <div className="team-line team-head" aria-hidden="true">
            <span>State</span>
            <span>Hook</span>
            <span>Event</span>
            <span>Systems</span>
            <span>Version</span>
          </div>
          <ul className="team-list">
            {matching.map((hook) => (
              <HookRow key={String(hook.id)} hook={hook} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function HookRow({ hook }: { readonly hook: Hook }) {
  const { teamId } = useTeam()
  const { label, tone } = describeState(hook)
  const { current } = hook
  const change = describeChange(hook)
  return (
    <li>
      <Link to={pagePath(teamId, 'hooks', hook.id)} className="team-line team-row">
        <span>
          <StatusLabel tone={tone}>{label}</StatusLabel>
        </span>
        <span className="team-cell">
          <span className="team-strong">{reveal(nameOf(hook))}</span>
          <span className="team-small">
            {kindLabels[kindOf(current?.kind ?? '')].label.toLowerCase()}, hook {String(hook.id)}
            {current?.failClosed === true ? ' · fails closed' : ''}
            {current?.approvals === true ? ' · can be approved' : ''}
          </span>
        </span>
        <span className="team-cell">
          <span>{current?.hookStep || (current?.kind === 'settings' ? 'all hooks' : 'several events')}</span>
          <span className="team-small mono">{reveal(current?.matcher ?? '')}</span>
        </span>
        <span className="team-cell">{describeSystems(current?.operatingSystems ?? [])}</span>
        <span className="team-cell">
          <span>
            {change === undefined ? (
              `version ${current?.version}, published`
            ) : (
              <StatusLabel tone="ask" sign="±">
                {change}
              </StatusLabel>
            )}
          </span>
          {change === undefined ? null : <span className="team-small">{describePublished(hook)}</span>}
        </span>
      </Link>
    </li>
  )
}

/** The filters of the hook list. */
interface FiltersProps {
  readonly filter: HookFilter
  readonly events: readonly string[]
  readonly onChange: (change: Partial<HookFilter>) => void
}
const Filters = ({ filter, events, onChange }: FiltersProps) => (
  <Group gap="xs" mb="xs" className="team-filters">
    <Search
      label="Search hooks"
      placeholder="Name, event or matcher"
      value={filter.text}
      onChange={(text) => onChange({ text })}
    />
    <OptionalSelect
      label="Event"
      noneLabel="All events"
      options={events}
      value={filter.event || null}
      onChange={(event) => onChange({ event: event ?? '' })}
    />
    <OptionalSelect
      label="State"
      noneLabel="All states"
      options={states}
      value={states.find((state) => state === filter.state) ?? null}
      onChange={(state) => onChange({ state: state ?? '' })}
    />
  </Group>
)
