/** What is shown of the rows: kinds, one agent, one hook, one conversation, words; and whether they move. */
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
import { setPaused } from '../../rows.ts'
import { clearFilters, setFilters, setKeep, useFilters } from './filters.ts'
import { isFiltering, kindNames, SLOW_MS } from './sift.ts'

const kindTexts: Readonly<Record<RowKind, readonly [string, string]>> = {
  denied: ['Denied', 'Events that a hook refused'],
  asked: ['Asked', 'Events that were put to the person'],
  failed: ['Failed', 'Events with a hook that crashed, timed out or answered nonsense'],
  slow: ['Slow', `Events that took over ${SLOW_MS} ms, or over half of the time their hooks have`],
}

interface FilterBarProps {
  /** The workspace of the panel. */
  readonly root: string | undefined
  readonly counts: Readonly<Record<RowKind, number>>
  readonly paused: boolean
  readonly search: RefObject<HTMLInputElement | null>
  /** The log goes further back than what the counts are of. */
  readonly more: boolean
  readonly toRows: () => void
}

export function FilterBar({ root, counts, more, paused, search, toRows }: FilterBarProps) {
  const { filters, keep } = useFilters()
  return (
    <search className="filters" aria-label="Filter the events">
      <Chip.Group multiple value={[...filters.kinds]} onChange={(chosen) => setFilters({ kinds: chosen as RowKind[] })}>
        <Group gap={6} wrap="nowrap" className="kinds">
          {kindNames.map((kind) => (
            <KindChip key={kind} kind={kind} count={counts[kind]} more={more} />
          ))}
        </Group>
      </Chip.Group>
      <HereOnly root={root} chosen={filters.root} />
      <Only what="agent" value={filters.agent} onClear={() => setFilters({ agent: undefined })} />
      <Only what="hook" value={filters.hook} onClear={() => setFilters({ hook: undefined })} />
      <Only what="conversation" value={filters.session} onClear={() => setFilters({ session: undefined })} />
      {isFiltering(filters) ? (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={clearFilters}>
          Show all
        </Button>
      ) : null}
      <div className="filters-end">
        <TextInput
          ref={search}
          size="xs"
          className="search"
          placeholder="Search  /"
          aria-label="Search the events"
          leftSection={<IconSearch size={14} />}
          value={filters.text}
          onChange={(event) => setFilters({ text: event.currentTarget.value })}
          onKeyDown={(event) => leave(event, toRows)}
        />
        <KeepButton keep={keep} />
        <PauseButton paused={paused} />
      </div>
    </search>
  )
}

/** Esc empties the search, then leaves it; Enter and the down arrow go to the rows. */
function leave(event: KeyboardEvent<HTMLInputElement>, toRows: () => void): void {
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
  /** Older events were not read yet, so there may be more of them. */
  readonly more: boolean
}
function KindChip({ kind, count, more }: KindChipProps) {
  const [label, means] = kindTexts[kind]
  const text = `${count.toLocaleString('en')}${more ? '+' : ''}`
  return (
    <Tooltip label={more ? `${means}. Older events are not counted yet.` : means} openDelay={500}>
      <Chip value={kind} size="xs" variant="outline">
        {label} <span className="chip-count">{text}</span>
      </Chip>
    </Tooltip>
  )
}

interface HereOnlyProps {
  readonly root: string | undefined
  readonly chosen: string | undefined
}
/** The log is of all workspaces of this machine. A filter that was kept may be for another one. */
function HereOnly({ root, chosen }: HereOnlyProps) {
  if (chosen !== undefined && chosen !== root)
    return <Only what="workspace" value={chosen} onClear={() => setFilters({ root: undefined })} />
  return (
    <Tooltip label="Hide the events of other workspaces" openDelay={500}>
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

interface OnlyProps {
  readonly what: string
  readonly value: string | undefined
  readonly onClear: () => void
}
function Only({ what, value, onClear }: OnlyProps) {
  if (value === undefined) return null
  return (
    <Button
      size="compact-xs"
      variant="light"
      rightSection={<IconX size={12} />}
      aria-label={`Only ${what} ${value}: show all again`}
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
        ? 'These filters are kept in this browser for your next visit. Press to keep them no longer.'
        : 'Keep these filters for your next visit, in this browser alone.'
    }
  >
    <ActionIcon
      variant={keep ? 'light' : 'default'}
      size={30}
      aria-label="Keep the filters"
      aria-pressed={keep}
      onClick={() => setKeep(!keep)}
    >
      {keep ? <IconPinFilled size={15} /> : <IconPinned size={15} />}
    </ActionIcon>
  </Tooltip>
)

const PauseButton = ({ paused }: { readonly paused: boolean }) => (
  <Tooltip label={paused ? 'Show what came meanwhile and go on (p)' : 'Hold the rows still (p)'}>
    <Button
      size="xs"
      w={92}
      px={0}
      variant={paused ? 'filled' : 'default'}
      leftSection={paused ? <IconPlayerPlayFilled size={13} /> : <IconPlayerPauseFilled size={13} />}
      onClick={() => setPaused(!paused)}
    >
      {paused ? 'Go on' : 'Pause'}
    </Button>
  </Tooltip>
)
