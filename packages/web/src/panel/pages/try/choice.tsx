/** Which event, and in whose eyes: columns of edition and agent. */
import { ActionIcon, Button, Select, Text, Tooltip } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { TryForm } from '../../../wire/panel.ts'
import { type Column, MOST_COLUMNS, nextColumn, type Trial } from './trial.ts'

interface Props {
  readonly form: TryForm
  readonly trial: Trial
  readonly onEvent: (event: string) => void
  readonly onColumns: (columns: readonly Column[]) => void
}
export function Choice({ form, trial, onEvent, onColumns }: Props) {
  const { columns, event } = trial
  const next = columns.length < MOST_COLUMNS ? nextColumn(columns, form) : undefined
  return (
    <div className="choice">
      <div className="choice-event">
        <Select
          size="xs"
          label="Event"
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such event"
          data={form.events.map(({ name }) => name)}
          value={event}
          onChange={(value) => value !== null && onEvent(value)}
        />
        <Text size="xs" c="dimmed" mt={4}>
          {form.events.find(({ name }) => name === event)?.doc}
        </Text>
      </div>
      <ul className="choice-columns">
        {columns.map((column, at) => (
          <li key={`${column.edition}:${column.agent}`}>
            <ColumnChoice
              form={form}
              column={column}
              place={at + 1}
              several={columns.length > 1}
              others={columns.filter((_, other) => other !== at)}
              onChange={(changed) => onColumns(columns.map((one, other) => (other === at ? changed : one)))}
              onRemove={() => onColumns(columns.filter((_, other) => other !== at))}
            />
          </li>
        ))}
        {next === undefined ? null : (
          <li>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={13} aria-hidden="true" />}
              onClick={() => onColumns([...columns, next])}
            >
              Compare with another
            </Button>
          </li>
        )}
      </ul>
    </div>
  )
}

/** A pair that another column has cannot be chosen again. */
const notTaken = (values: readonly string[], taken: (value: string) => boolean) =>
  values.map((value) => ({ value, label: value, disabled: taken(value) }))

interface ColumnProps {
  readonly form: TryForm
  readonly column: Column
  readonly place: number
  readonly several: boolean
  readonly others: readonly Column[]
  readonly onChange: (column: Column) => void
  readonly onRemove: () => void
}
function ColumnChoice({ form, column, place, several, others, onChange, onRemove }: ColumnProps) {
  const taken = (pair: Column) => others.some(({ edition, agent }) => edition === pair.edition && agent === pair.agent)
  const of = several ? ` of column ${place}` : ''
  return (
    <div className="column-choice">
      <Select
        size="xs"
        label={place === 1 ? 'Edition' : undefined}
        aria-label={`Edition${of}`}
        searchable
        allowDeselect={false}
        data={notTaken(form.editions, (edition) => taken({ ...column, edition }))}
        value={column.edition}
        onChange={(edition) => edition !== null && onChange({ ...column, edition })}
      />
      <Select
        size="xs"
        label={place === 1 ? 'Agent' : undefined}
        aria-label={`Agent${of}`}
        searchable
        allowDeselect={false}
        data={notTaken(form.agents, (agent) => taken({ ...column, agent }))}
        value={column.agent}
        onChange={(agent) => agent !== null && onChange({ ...column, agent })}
      />
      {several ? (
        <Tooltip label="Take this column away">
          <ActionIcon variant="subtle" color="gray" aria-label={`Take column ${place} away`} onClick={onRemove}>
            <IconX size={15} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </div>
  )
}
