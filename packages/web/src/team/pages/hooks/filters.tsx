/** Which hooks are searched for. */
import { Group } from '@mantine/core'
import { OptionalSelect, Search } from '../../../kit/filters.tsx'
import { states, type Wanted } from './said.ts'

interface FiltersProps {
  readonly wanted: Wanted
  readonly events: readonly string[]
  readonly onChange: (wanted: Wanted) => void
}
export const Filters = ({ wanted, events, onChange }: FiltersProps) => (
  <Group gap="xs" mb="xs" className="team-filters">
    <Search
      label="Search the hooks"
      placeholder="Search: name, event, matcher …"
      value={wanted.text}
      onChange={(text) => onChange({ ...wanted, text })}
    />
    <OptionalSelect
      label="Event"
      noneLabel="Every event"
      options={events}
      value={wanted.event}
      onChange={(event) => onChange({ ...wanted, event })}
    />
    <OptionalSelect
      label="State"
      noneLabel="Every state"
      options={states}
      value={wanted.state}
      onChange={(state) => onChange({ ...wanted, state })}
    />
  </Group>
)
