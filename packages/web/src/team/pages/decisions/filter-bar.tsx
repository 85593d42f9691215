/** The filters of the page. Each is a part of the address. */
import type { DecisionValues } from '@hookline/team/wire'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { reveal } from '../../../kit/reveal.ts'
import { formatDate } from '../../../kit/text.ts'
import { admin } from '../../api.ts'
import { useTeam } from '../../me.ts'
import { type DecisionFilter, periods, toRequest } from './filter.ts'
import { decisionChoices, resultChoices } from './labels.ts'

interface FilterBarProps {
  readonly filter: DecisionFilter
  readonly onChange: (changes: DecisionFilter) => void
}

export function FilterBar({ filter, onChange }: FilterBarProps) {
  const values = useValues(filter)
  const devices = useDeviceOptions()
  const choose = (name: keyof DecisionFilter, label: string, options: readonly Option[]) => (
    <Choice label={label} options={options} value={filter[name]} onChange={(value) => onChange({ [name]: value })} />
  )
  return (
    <search className="decision-filters" aria-label="Filter decisions">
      <PeriodChoice filter={filter} onChange={onChange} />
      {choose('decision', 'Decision', decisionChoices)}
      {choose('device', 'Device', devices)}
      {choose('agent', 'Agent', toOptions(values?.agents))}
      {choose('event', 'Event', toOptions(values?.events))}
      {choose(
        'hook',
        'Hook',
        (values?.hooks ?? []).map(({ hookId, name }) => ({
          value: String(hookId),
          label: name === '' ? `hook ${hookId}` : reveal(name),
        })),
      )}
      {choose('rule', 'Rule of a pack', toOptions(values?.rules))}
      {choose('result', 'Result of a hook', resultChoices)}
    </search>
  )
}

interface Option {
  readonly value: string
  readonly label: string
}
const toOptions = (values: readonly string[] = []): readonly Option[] =>
  values.map((value) => ({ value, label: reveal(value) }))

interface ChoiceProps {
  readonly label: string
  readonly options: readonly Option[]
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}
/** The value of the address is offered even if the server does not list it. */
function Choice({ label, options, value, onChange }: ChoiceProps) {
  const isListed = value === undefined || options.some((option) => option.value === value)
  const data = isListed ? options : [...options, { value, label: reveal(value) }]
  return (
    <NativeSelect
      size="xs"
      label={label}
      data={[{ value: '', label: 'All' }, ...data]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** A link from a chart has a begin and an end, which are shown as one choice. */
function PeriodChoice({ filter, onChange }: FilterBarProps) {
  const { since, from, to } = filter
  const given = from === undefined && to === undefined ? undefined : `${from ?? ''}/${to ?? ''}`
  const options = given === undefined ? periods : [...periods, { value: given, label: describeTimes(from, to) }]
  return (
    <Choice
      label="Time"
      options={options.map(({ value, label }) => ({ value, label }))}
      value={given ?? since}
      onChange={(value) => (value === given ? undefined : onChange({ since: value, from: '', to: '' }))}
    />
  )
}

function describeTimes(from: string | undefined, to: string | undefined): string {
  const format = (text: string) => (Number.isNaN(Date.parse(text)) ? reveal(text) : formatDate(text))
  if (from === undefined) return `until ${format(to ?? '')}`
  return to === undefined ? `since ${format(from)}` : `${format(from)} – ${format(to)}`
}

function useValues({ since, from = '', to = '' }: DecisionFilter): DecisionValues | undefined {
  const { teamId } = useTeam()
  const { data } = useQuery<DecisionValues>({
    queryKey: [teamId, 'decision-values', since ?? '', from, to],
    queryFn: ({ signal }) => {
      const times = toRequest({ ...(since === undefined ? {} : { since }), from, to })
      return admin.listDecisionValues({ teamId, from: times.from, to: times.to }, { signal })
    },
    staleTime: 60_000,
  })
  return data
}

/** The newest devices. Links from the Devices page lead to the others. */
function useDeviceOptions(): readonly Option[] {
  const { teamId } = useTeam()
  const { data } = useQuery({
    queryKey: [teamId, 'device-names'],
    queryFn: async ({ signal }) => (await admin.listDevices({ teamId, limit: 500 }, { signal })).devices,
    staleTime: 60_000,
  })
  return (data ?? []).map(({ id, name }) => ({ value: id, label: reveal(name) }))
}
