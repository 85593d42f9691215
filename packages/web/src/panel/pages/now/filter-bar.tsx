/** The filters of the rows, and the pause button. */
import { ActionIcon, Button, Chip, Group, TextInput, Tooltip } from '@mantine/core'
import {
  IconPinFilled,
  IconPinned,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconSearch,
  IconX,
} from '@tabler/icons-react'
import type { KeyboardEvent, RefObject } from 'react'
import { cutMiddle } from '../../../kit/text.ts'
import type { RowKind } from '../../../wire/panel.ts'
import { isFiltering, kindNames, SLOW_MS } from '../../filter-query.ts'
import { clearFilters, setFilters, setKeep, useFilters } from '../../filters.ts'
import { setPaused } from '../../rows.ts'

const kindLabels: Readonly<Record<RowKind, readonly [string, string]>> = {
  denied: ['Denied', 'Events that a hook denied'],
  asked: ['Asked', 'Events that asked the user'],
  failed: ['Failed', 'Events with a hook that crashed, timed out or replied with invalid output'],
  slow: ['Slow', `Events that took more than ${SLOW_MS} ms, or more than half of a hook timeout`],
}

interface FilterBarProps {
  /** The workspace of the panel. */
  readonly root: string | undefined
  readonly counts: Readonly<Record<RowKind, number>>
  readonly paused: boolean
  readonly search: RefObject<HTMLInputElement | null>
  /** The log has older events that are not counted yet. */
  readonly more: boolean
  readonly toRows: () => void
}

export function FilterBar({ root, counts, more, paused, search, toRows }: FilterBarProps) {
  const { filters, keep } = useFilters()
  return (
    <search className="filters" aria-label="Filter events">
      <Chip.Group
        multiple
        value={[...filters.kinds]}
        // The value of each chip is a kind.
        onChange={(chosen) => setFilters({ kinds: chosen as RowKind[] })}
      >
        <Group gap={6} wrap="nowrap" className="kinds">
          {kindNames.map((kind) => (
            <KindChip key={kind} kind={kind} count={counts[kind]} more={more} />
          ))}
        </Group>
      </Chip.Group>
      <WorkspaceFilter root={root} chosen={filters.root} />
      <ActiveFilter what="agent" value={filters.agent} onClear={() => setFilters({ agent: undefined })} />
      <ActiveFilter what="hook" value={filters.hook} onClear={() => setFilters({ hook: undefined })} />
      <ActiveFilter what="conversation" value={filters.session} onClear={() => setFilters({ session: undefined })} />
      {isFiltering(filters) ? (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={clearFilters}>
          Clear filters
        </Button>
      ) : null}
      <div className="filters-end">
        <TextInput
          ref={search}
          size="xs"
          className="search"
          placeholder="Search  /"
          aria-label="Search events"
          leftSection={<IconSearch size={14} />}
          value={filters.text}
          onChange={(event) => setFilters({ text: event.currentTarget.value })}
          onKeyDown={(event) => handleSearchKey(event, toRows)}
        />
        <KeepButton keep={keep} />
        <PauseButton paused={paused} />
      </div>
    </search>
  )
}

/** Esc clears the search, then leaves it. Enter and the down arrow move to the rows. */
function handleSearchKey(event: KeyboardEvent<HTMLInputElement>, toRows: () => void): void {
  if (!['Escape', 'Enter', 'ArrowDown'].includes(event.key)) return
  event.stopPropagation()
  if (event.key === 'Escape' && event.currentTarget.value !== '') {
    setFilters({ text: '' })
    return
  }
  event.preventDefault()
  event.currentTarget.blur()
  toRows()
}

interface KindChipProps {
  readonly kind: RowKind
  readonly count: number
  /** Older events are not counted yet. */
  readonly more: boolean
}
function KindChip({ kind, count, more }: KindChipProps) {
  const [label, explanation] = kindLabels[kind]
  const text = `${count.toLocaleString('en')}${more ? '+' : ''}`
  return (
    <Tooltip label={more ? `${explanation}. Older events are not counted yet.` : explanation} openDelay={500}>
      <Chip value={kind} size="xs" variant="outline">
        {label} <span className="chip-count">{text}</span>
      </Chip>
    </Tooltip>
  )
}

interface WorkspaceFilterProps {
  readonly root: string | undefined
  readonly chosen: string | undefined
}
/** The log covers all workspaces of this machine. A saved filter may name another workspace. */
function WorkspaceFilter({ root, chosen }: WorkspaceFilterProps) {
  if (chosen !== undefined && chosen !== root)
    return <ActiveFilter what="workspace" value={chosen} onClear={() => setFilters({ root: undefined })} />
  return (
    <Tooltip label="Hide events of other workspaces" openDelay={500}>
      <Chip
        size="xs"
        variant="outline"
        checked={chosen !== undefined}
        disabled={root === undefined}
        onChange={(only) => setFilters({ root: only ? root : undefined })}
      >
        This workspace only
      </Chip>
    </Tooltip>
  )
}

interface ActiveFilterProps {
  readonly what: string
  readonly value: string | undefined
  readonly onClear: () => void
}
function ActiveFilter({ what, value, onClear }: ActiveFilterProps) {
  if (value === undefined) return null
  return (
    <Button
      size="compact-xs"
      variant="light"
      rightSection={<IconX size={12} />}
      aria-label={`Remove filter: ${what} ${value}`}
      title={value}
      onClick={onClear}
    >
      {what}: {cutMiddle(value, 28)}
    </Button>
  )
}

const KeepButton = ({ keep }: { readonly keep: boolean }) => (
  <Tooltip
    multiline
    w={230}
    label={
      keep
        ? 'These filters are saved in this browser for your next visit. Click to stop saving them.'
        : 'Save these filters in this browser for your next visit.'
    }
  >
    <ActionIcon
      variant={keep ? 'light' : 'default'}
      size={30}
      aria-label="Save filters"
      aria-pressed={keep}
      onClick={() => setKeep(!keep)}
    >
      {keep ? <IconPinFilled size={15} /> : <IconPinned size={15} />}
    </ActionIcon>
  </Tooltip>
)

const PauseButton = ({ paused }: { readonly paused: boolean }) => (
  <Tooltip label={paused ? 'Show new events and resume (p)' : 'Pause the list (p)'}>
    <Button
      size="xs"
      w={92}
      px={0}
      variant={paused ? 'filled' : 'default'}
      leftSection={paused ? <IconPlayerPlayFilled size={13} /> : <IconPlayerPauseFilled size={13} />}
      onClick={() => setPaused(!paused)}
    >
      {paused ? 'Resume' : 'Pause'}
    </Button>
  </Tooltip>
)
