/** The filters of the hook list. */
import { Group } from '@mantine/core'
import { OptionalSelect, Search } from '../../../kit/filters.tsx'
import { type HookFilter, states } from './labels.ts'

interface FiltersProps {
  readonly filter: HookFilter
  readonly events: readonly string[]
  readonly onChange: (filter: HookFilter) => void
}
export const Filters = ({ filter, events, onChange }: FiltersProps) => (
  <Group gap="xs" mb="xs" className="team-filters">
    <Search
      label="Search hooks"
      placeholder="Name, event or matcher"
      value={filter.text}
      onChange={(text) => onChange({ ...filter, text })}
    />
    <OptionalSelect
      label="Event"
      noneLabel="All events"
      options={events}
      value={filter.event}
      onChange={(event) => onChange({ ...filter, event })}
    />
    <OptionalSelect
      label="State"
      noneLabel="All states"
      options={states}
      value={filter.state}
      onChange={(state) => onChange({ ...filter, state })}
    />
  </Group>
)
