/** The fields of a form that a JSON Schema describes: the parameters of a pack, or the settings of a team. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Json } from '../../../wire/panel.ts'
import { type FormField, partOf, toList, withValue } from './schema-form.ts'

interface Props {
  readonly fields: readonly FormField[]
  readonly config: Json
  readonly readOnly: boolean
  readonly onChange: (config: Json) => void
}
export const SchemaFields = ({ fields, config, readOnly, onChange }: Props) =>
  fields.map((field) => (
    <Field
      key={field.name}
      field={field}
      value={config[field.name]}
      readOnly={readOnly}
      onChange={(value) => onChange(withValue(config, field.name, value))}
    />
  ))

interface FieldProps {
  readonly field: FormField
  readonly value: unknown
  readonly readOnly: boolean
  readonly onChange: (value: unknown) => void
}
function Field(props: FieldProps) {
  const { field, value, readOnly, onChange } = props
  const { name, doc } = field
  switch (field.kind) {
    case 'choice':
      return <Choice {...props} />
    case 'text':
    case 'number':
      return <Line {...props} />
    case 'list':
      return <Lines {...props} />
    case 'group':
      return (
        <details className="field-wide field-group" open={value !== undefined}>
          <summary>
            {name} <span className="team-small">{doc}</span>
          </summary>
          <fieldset className="fields" aria-label={name}>
            <SchemaFields
              fields={field.fields}
              // A value of another type is replaced by the first choice.
              config={partOf({ [name]: value }, name)}
              readOnly={readOnly}
              onChange={onChange}
            />
          </fieldset>
        </details>
      )
    case 'other':
      return (
        <p className="field-wide team-small">
          <strong>{name}</strong>: {doc} Edit it as JSON below.
        </p>
      )
  }
}

const placeholderOf = ({ standard }: FormField): string => (standard === '' ? 'not set' : `default: ${standard}`)

/** A list with one item for each line. The text keeps its empty lines while the user types. */
function Lines({ field, value, readOnly, onChange }: FieldProps) {
  const items = Array.isArray(value) ? value.map(String) : undefined
  const [text, setText] = useState(items?.join('\n') ?? '')
  const shown = JSON.stringify(toList(text)) === JSON.stringify(items) ? text : (items?.join('\n') ?? '')
  return (
    <Textarea
      label={field.name}
      description={`${field.doc} One for each line.`}
      readOnly={readOnly}
      className="field-wide field-mono"
      autosize
      maxRows={8}
      placeholder={placeholderOf(field)}
      value={shown}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        onChange(toList(currentTarget.value))
      }}
    />
  )
}

const Choice = ({ field, value, readOnly, onChange }: FieldProps) => (
  <NativeSelect
    label={field.name}
    description={field.doc}
    disabled={readOnly}
    data={[
      { value: '', label: placeholderOf(field) },
      ...field.options.map((option) => ({ value: option, label: option.replaceAll('"', '') })),
    ]}
    value={value === undefined ? '' : JSON.stringify(value)}
    onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : JSON.parse(currentTarget.value))}
  />
)

function Line({ field, value, readOnly, onChange }: FieldProps) {
  const { name, doc, kind } = field
  const parse = (text: string): unknown => {
    if (text.trim() === '') return undefined
    return kind === 'number' && Number.isFinite(Number(text)) ? Number(text) : text
  }
  return (
    <TextInput
      label={name}
      description={doc}
      readOnly={readOnly}
      placeholder={placeholderOf(field)}
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(parse(currentTarget.value))}
    />
  )
}
