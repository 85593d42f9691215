/** The filters of the list of devices. */
import { coverageStates } from '@hookline/team/wire'
import { Group, NativeSelect } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { OptionalSelect, Search } from '../../../kit/filters.tsx'
import { stateLabels } from './coverage-labels.ts'
import type { DeviceSearch } from './devices-link.tsx'
import { readSort, sortOptions } from './sort.ts'

const states = coverageStates.map((value) => ({ value, label: stateLabels[value].label }))
interface DeviceFiltersProps {
  readonly filters: DeviceSearch
  readonly onChange: (change: Partial<DeviceSearch>) => void
}
export function DeviceFilters({ filters, onChange }: DeviceFiltersProps) {
  const [text, setText] = useState(filters.search)
  const apply = useDebouncedCallback((search: string) => onChange({ search }), 250)
  return (
    <Group gap="xs" mb="xs" className="team-filters">
      <Search
        label="Search devices"
        placeholder="Name, note, agent, version"
        value={text}
        onChange={(search) => {
          setText(search)
          apply(search)
        }}
      />
      <OptionalSelect
        label="Coverage"
        noneLabel="All devices"
        options={states}
        value={states.find(({ value }) => value === filters.coverage)?.value ?? null}
        onChange={(coverage) => onChange({ coverage: coverage ?? '' })}
      />
      {/* Where the table is wide, its headers sort it. */}
      <NativeSelect
        className="narrow-only"
        size="xs"
        aria-label="Order"
        data={[...sortOptions]}
        value={readSort(filters.sort)}
        onChange={({ currentTarget }) => onChange({ sort: currentTarget.value })}
      />
    </Group>
  )
}
