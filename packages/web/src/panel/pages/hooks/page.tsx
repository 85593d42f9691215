/** The effective hooks by event, in the order in which they run. */
import './hooks.css'
import { Accordion, Button, Code, Group, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAddressValues } from '../../../kit/address.ts'
import { OptionalSelect, Search } from '../../../kit/filters.tsx'
import { Empty, Failed, Loading } from '../../../kit/states.tsx'
import { formatCount } from '../../../kit/text.ts'
import type { HooksPage as HooksResponse } from '../../../wire/panel.ts'
import { type ApiFailure, get } from '../../api.ts'
import { typed } from '../../command.ts'
import { useHealth } from '../../health.ts'
import { useRows } from '../../rows.ts'
import { countOf, filterGroups, type HookFilter, isFiltered, noFilter, sourcesOf, withoutCalls } from './filter.ts'
import { HookRoots } from './hook-roots.tsx'
import { HookItem, HookRowHead } from './hook-row.tsx'
import { describeState, stateNames } from './labels.ts'

/** The filter is in the address (`?source=team`). */
export function HooksPage() {
  const { changes } = useRows()
  const [filter, setFilter] = useAddressValues(['text', 'source', 'state'])
  const { data, error, refetch } = useQuery<HooksResponse, ApiFailure>({
    queryKey: ['hooks', changes],
    queryFn: ({ signal }) => get<HooksResponse>('/api/hooks', signal),
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  })
  if (data === undefined)
    return error === null ? (
      <Loading what="Loading hooks" />
    ) : (
      <div className="sheet">
        <Title order={1}>Hooks</Title>
        <Failed message={error.message} next={error.next} onRetry={() => void refetch()} />
      </div>
    )
  const hooks = withoutCalls(data.events)
  if (hooks.length === 0) return <NoHooks />
  // A filter also finds the calls.
  const all = isFiltered(filter) ? data.events : hooks
  const groups = filterGroups(all, filter)
  return (
    <div className="sheet hooks">
      <Head total={countOf(all)} shown={countOf(groups)} sample={data.sample} />
      <HookRoots roots={data.roots} />
      <Filters filter={filter} sources={sourcesOf(data.events)} onChange={setFilter} />
      {groups.length === 0 ? <NoMatches onClear={() => setFilter(noFilter)} /> : <HookRowHead />}
      {groups.map((group) => (
        <EventGroup key={group.event} {...group} />
      ))}
    </div>
  )
}

interface HeadProps {
  readonly total: number
  readonly shown: number
  readonly sample: number
}
const Head = ({ total, shown, sample }: HeadProps) => (
  <header>
    <Title order={1}>Hooks</Title>
    <Text size="sm" c="dimmed" role="status">
      {shown === total ? formatCount(total, 'hook') : `${shown} of ${formatCount(total, 'hook')}`}, by event, in the
      order in which they run.{' '}
      {sample === 0
        ? 'No events are recorded yet, so there are no figures.'
        : `Figures come from the last ${formatCount(sample, 'recorded event')}.`}
    </Text>
  </header>
)

interface FiltersProps {
  readonly filter: HookFilter
  readonly sources: readonly string[]
  readonly onChange: (change: Partial<HookFilter>) => void
}
const Filters = ({ filter, sources, onChange }: FiltersProps) => (
  <Group gap="xs" my="sm" className="hook-filters">
    <Search
      label="Search hooks"
      placeholder="Name, file or matcher"
      value={filter.text}
      onChange={(text) => onChange({ text })}
    />
    <OptionalSelect
      label="Source"
      noneLabel="All sources"
      options={sources}
      value={filter.source || null}
      onChange={(source) => onChange({ source: source ?? '' })}
    />
    <OptionalSelect
      label="State"
      noneLabel="All states"
      options={stateNames.map((value) => ({ value, label: describeState(value).label }))}
      value={stateNames.find((state) => state === filter.state) ?? null}
      onChange={(state) => onChange({ state: state ?? '' })}
    />
  </Group>
)

function EventGroup({ event, doc, hooks }: HooksResponse['events'][number]) {
  const { data } = useHealth()
  return (
    <section aria-label={event} className="hook-group">
      <Group gap={10} align="baseline" wrap="nowrap" className="hook-event">
        <Title order={2}>{event}</Title>
        <Text size="xs" c="dimmed">
          {doc}
        </Text>
      </Group>
      <Accordion multiple order={3} chevronPosition="left" chevronSize={14} variant="unstyled" keepMounted={false}>
        {hooks.map((hook, at) => (
          <HookItem key={hook.id} hook={hook} position={at + 1} health={data} />
        ))}
      </Accordion>
    </section>
  )
}

const NoHooks = () => (
  <div className="sheet">
    <Title order={1}>Hooks</Title>
    <Empty title="No hooks are configured here.">
      <Text size="sm" c="dimmed">
        To add the first hooks and connect your agents, run:
      </Text>
      <Code>{typed('init')}</Code>
    </Empty>
  </div>
)

const NoMatches = ({ onClear }: { readonly onClear: () => void }) => (
  <Empty title="No hooks match these filters.">
    <Button size="xs" variant="default" onClick={onClear}>
      Clear filters
    </Button>
  </Empty>
)
