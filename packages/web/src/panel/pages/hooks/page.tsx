/** The effective hooks by event, in the order in which they count. */
import './hooks.css'
import { Accordion, Button, Code, Group, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { OptionalSelect, Search } from '../../../kit/filters.tsx'
import { Empty, Failed, Loading } from '../../../kit/states.tsx'
import { formatCount } from '../../../kit/text.ts'
import type { HooksPage as Answer } from '../../../wire/panel.ts'
import { type ApiFailure, get } from '../../api.ts'
import { useHealth } from '../../health.ts'
import { useRows } from '../../rows.ts'
import { countOf, everything, shown, sourcesOf, type Wanted, wantedOf } from './filter.ts'
import { HookItem, HookRowHead } from './hook-row.tsx'
import { stateNames, stateSaid } from './said.ts'

/** What the address asks for to begin with (`?source=team`): again each time that somebody is led here. */
export function HooksPage() {
  const { state, search } = useRouterState({ select: ({ location }) => location })
  return <HookList key={state.__TSR_key ?? ''} first={wantedOf(search)} />
}

function HookList({ first }: { readonly first: Wanted }) {
  const { changes } = useRows()
  const [wanted, setWanted] = useState(first)
  const { data, error, refetch } = useQuery<Answer, ApiFailure>({
    queryKey: ['hooks', changes],
    queryFn: ({ signal }) => get<Answer>('/api/hooks', signal),
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  })
  if (data === undefined)
    return error === null ? (
      <Loading what="Reading the hook files" />
    ) : (
      <div className="sheet">
        <Title order={1}>Hooks</Title>
        <Failed message={error.message} next={error.next} onRetry={() => void refetch()} />
      </div>
    )
  if (countOf(data.events) === 0) return <NoHooks />
  const groups = shown(data.events, wanted)
  return (
    <div className="sheet hooks">
      <Head total={countOf(data.events)} shown={countOf(groups)} sample={data.sample} />
      <Filters wanted={wanted} sources={sourcesOf(data.events)} onChange={setWanted} />
      {groups.length === 0 ? <NoneOfThem onClear={() => setWanted(everything)} /> : <HookRowHead />}
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
      order in which they count.{' '}
      {sample === 0
        ? 'No event was recorded yet, so there are no figures.'
        : `Figures come from the last ${formatCount(sample, 'recorded event')}.`}
    </Text>
  </header>
)

interface FiltersProps {
  readonly wanted: Wanted
  readonly sources: readonly string[]
  readonly onChange: (wanted: Wanted) => void
}
const Filters = ({ wanted, sources, onChange }: FiltersProps) => (
  <Group gap="xs" my="sm" className="hook-filters">
    <Search
      label="Search the hooks"
      placeholder="Search: name, file, matcher …"
      value={wanted.text}
      onChange={(text) => onChange({ ...wanted, text })}
    />
    <OptionalSelect
      label="Source"
      noneLabel="Every source"
      options={sources}
      value={wanted.source}
      onChange={(source) => onChange({ ...wanted, source })}
    />
    <OptionalSelect
      label="State"
      noneLabel="Every state"
      options={stateNames.map((value) => ({ value, label: stateSaid(value).word }))}
      value={wanted.state}
      onChange={(state) => onChange({ ...wanted, state })}
    />
  </Group>
)

function EventGroup({ event, doc, hooks }: Answer['events'][number]) {
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
          <HookItem key={hook.id} hook={hook} place={at + 1} health={data} />
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
        A first one, with its wiring into your agents:
      </Text>
      <Code>hookline init</Code>
    </Empty>
  </div>
)

const NoneOfThem = ({ onClear }: { readonly onClear: () => void }) => (
  <Empty title="No hook is like that.">
    <Button size="xs" variant="default" onClick={onClear}>
      Show all
    </Button>
  </Empty>
)
