/** What each agent enforces of the configured hooks, in each place where it works. */
import { NativeSelect, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAddressValues } from '../../../kit/address.ts'
import { Failed, Loading } from '../../../kit/states.tsx'
import { StatusLabel } from '../../../kit/status-label.tsx'
import type { CoveragePage as Coverage, CoverageCell } from '../../../wire/panel.ts'
import { type ApiFailure, get } from '../../api.ts'
import './coverage.css'
import { type Column, choicesOf, columnsOf, findChoice, levels, reasonsOf, shownAgents } from './labels.ts'

export function CoveragePage() {
  const [{ agents }, change] = useAddressValues(['agents'])
  const { data, error, refetch } = useQuery<Coverage, ApiFailure>({
    queryKey: ['coverage'],
    queryFn: ({ signal }) => get<Coverage>('/api/coverage', signal),
  })
  return (
    <div className="sheet">
      <Title order={1}>Coverage</Title>
      {data === undefined ? (
        error === null ? (
          <Loading what="Loading coverage" />
        ) : (
          <Failed message={error.message} next={error.next} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Text size="sm" c="dimmed" mt={4} mb="sm">
            What agents do with the decisions of your hooks. It says nothing about whether an agent is connected.
          </Text>
          <NativeSelect
            size="xs"
            label="Agents"
            className="coverage-choice"
            value={findChoice(data, agents)}
            onChange={(event) => change({ agents: event.currentTarget.value })}
            data={choicesOf(data)}
          />
          <CoverageTable page={data} chosen={findChoice(data, agents)} />
          <Reasons page={data} chosen={findChoice(data, agents)} />
        </>
      )}
    </div>
  )
}

interface ChosenProps {
  readonly page: Coverage
  readonly chosen: string
}

function CoverageTable({ page, chosen }: ChosenProps) {
  const columns = columnsOf(page, chosen)
  const isEmpty = page.policies.every(({ id }) => id === undefined)
  return (
    <section aria-labelledby="coverage-table" className="part">
      <Title order={2} id="coverage-table">
        {isEmpty ? 'Events at which a hook can refuse' : 'Hooks'}
      </Title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <section className="coverage-scroll" tabIndex={0} aria-label="Coverage by agent">
        <Table verticalSpacing={5} className="coverage">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{isEmpty ? 'Event' : 'Hook'}</Table.Th>
              {columns.map(({ key, title }) => (
                <Table.Th key={key} scope="col">
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {page.policies.map((policy) => (
              <Table.Tr key={`${policy.label} ${policy.event}`}>
                <Table.Th scope="row" className="coverage-hook">
                  {policy.label}
                  {policy.label === policy.event ? null : <span className="coverage-event">{policy.event}</span>}
                </Table.Th>
                {columns.map((column) => (
                  <Cell key={column.key} column={column} cell={column.cellOf(policy)} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </section>
  )
}

function Cell({ column, cell }: { readonly column: Column; readonly cell: CoverageCell | undefined }) {
  if (cell === undefined)
    return (
      <Table.Td data-label={column.title} className="coverage-cell">
        <span className="coverage-never">does not happen</span>
      </Table.Td>
    )
  const { tone, sign } = levels[cell.level]
  const title = [cell.why, cell.note].filter((text) => text !== undefined).join('. ')
  return (
    <Table.Td data-label={column.title} className="coverage-cell" title={title === '' ? undefined : title}>
      <StatusLabel tone={tone} sign={sign}>
        {cell.level}
      </StatusLabel>
    </Table.Td>
  )
}

/** The reasons as text, because a title is not readable for everyone. */
function Reasons({ page, chosen }: ChosenProps) {
  const reasons = reasonsOf(page, columnsOf(page, chosen))
  const unproved = shownAgents(page, chosen).filter(({ proved }) => !proved)
  return (
    <>
      <section aria-labelledby="coverage-legend" className="part">
        <Title order={2} id="coverage-legend">
          What the words mean
        </Title>
        <dl className="coverage-legend">
          {Object.entries(levels).map(([level, { tone, sign, means }]) => (
            <div key={level}>
              <dt>
                <StatusLabel tone={tone} sign={sign}>
                  {level}
                </StatusLabel>
              </dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
      </section>
      {reasons.length === 0 && unproved.length === 0 ? null : (
        <section aria-labelledby="coverage-reasons" className="part">
          <Title order={2} id="coverage-reasons">
            Reasons and limits
          </Title>
          <ul className="coverage-reasons">
            {reasons.map(({ level, text }) => (
              <li key={text}>
                <StatusLabel tone={levels[level].tone} sign={levels[level].sign}>
                  {level}
                </StatusLabel>
                <span>{text}</span>
              </li>
            ))}
            {unproved.map(({ name, title }) => (
              <li key={name}>
                <StatusLabel tone="plain">not proved</StatusLabel>
                <span>{title}: known from its documents, not proved on the real program</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
