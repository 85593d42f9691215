/** Which hooks are searched for. */
import { Group, Select, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { states, type Wanted } from './said.ts'

interface FiltersProps {
  readonly wanted: Wanted
  readonly events: readonly string[]
  readonly onChange: (wanted: Wanted) => void
}
export function Filters({ wanted, events, onChange }: FiltersProps) {
  const search = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => search.current?.focus()]])
  return (
    <Group gap="xs" mb="xs" className="team-filters">
      <TextInput
        ref={search}
        size="xs"
        aria-label="Search the hooks"
        placeholder="Search: name, event, matcher …   /"
        leftSection={<IconSearch size={14} />}
        value={wanted.text}
        onChange={({ currentTarget }) => onChange({ ...wanted, text: currentTarget.value })}
      />
      <Select
        size="xs"
        aria-label="Event"
        placeholder="Every event"
        clearable
        clearButtonProps={{ 'aria-label': 'Every event' }}
        data={[...events]}
        value={wanted.event}
        onChange={(event) => onChange({ ...wanted, event })}
      />
      <Select
        size="xs"
        aria-label="State"
        placeholder="Every state"
        clearable
        clearButtonProps={{ 'aria-label': 'Every state' }}
        data={[...states]}
        value={wanted.state}
        onChange={(state) => onChange({ ...wanted, state })}
      />
    </Group>
  )
}
