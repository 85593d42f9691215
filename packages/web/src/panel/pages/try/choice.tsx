/** Selects the event, and the columns of edition and agent to compare. */
import { ActionIcon, Button, Select, Text, Tooltip } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { TryForm } from '../../../wire/panel.ts'
import { type Column, MAX_COLUMNS, nextColumn, type Trial } from './trial.ts'

interface Props {
  readonly form: TryForm
  readonly trial: Trial
  readonly onEvent: (event: string) => void
  readonly onColumns: (columns: readonly Column[]) => void
}
export function Choice({ form, trial, onEvent, onColumns }: Props) {
  const { columns, event } = trial
  const next = columns.length < MAX_COLUMNS ? nextColumn(columns, form) : undefined
  return (
    <div className="choice">
      <div className="choice-event">
        <Select
          size="xs"
          label="Event"
          searchable
          allowDeselect={false}
          nothingFoundMessage="No matching event"
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
              position={at + 1}
              several={columns.length > 1}
              others={columns.filter((_, other) => other !== at)}
              onChange={(changed) => onColumns(columns.map((current, other) => (other === at ? changed : current)))}
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

/** Disables values that would repeat the pair of another column. */
const toOptions = (values: readonly string[], taken: (value: string) => boolean) =>
  values.map((value) => ({ value, label: value, disabled: taken(value) }))

interface ColumnProps {
  readonly form: TryForm
  readonly column: Column
  readonly position: number
  readonly several: boolean
  readonly others: readonly Column[]
  readonly onChange: (column: Column) => void
  readonly onRemove: () => void
}
function ColumnChoice({ form, column, position, several, others, onChange, onRemove }: ColumnProps) {
  const taken = (pair: Column) => others.some(({ edition, agent }) => edition === pair.edition && agent === pair.agent)
  const suffix = several ? ` of column ${position}` : ''
  return (
    <div className="column-choice">
      <Select
        size="xs"
        label={position === 1 ? 'Edition' : undefined}
        aria-label={`Edition${suffix}`}
        searchable
        allowDeselect={false}
        data={toOptions(form.editions, (edition) => taken({ ...column, edition }))}
        value={column.edition}
        onChange={(edition) => edition !== null && onChange({ ...column, edition })}
      />
      <Select
        size="xs"
        label={position === 1 ? 'Agent' : undefined}
        aria-label={`Agent${suffix}`}
        searchable
        allowDeselect={false}
        data={toOptions(form.agents, (agent) => taken({ ...column, agent }))}
        value={column.agent}
        onChange={(agent) => agent !== null && onChange({ ...column, agent })}
      />
      {several ? (
        <Tooltip label="Remove this column">
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove column ${position}`} onClick={onRemove}>
            <IconX size={15} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </div>
  )
}
