/** The configuration of a hook: a form for packs and settings, and the JSON with completion for every kind. */
import type { ListPacksResponse } from '@hookline/team/wire'
import { Text } from '@mantine/core'
import { CodeEdit } from '../../../kit/code-edit.tsx'
import type { Json } from '../../../wire/panel.ts'
import { usePacks } from '../../hooks.ts'
import { useTeam } from '../../me.ts'
import { hasEvent, hasFile, kindLabels } from '../hooks/kinds.ts'
import type { Form } from './draft.ts'
import { SchemaFields } from './schema-fields.tsx'
import { fieldsOf, formatConfig, parseConfig, partOf } from './schema-form.ts'

interface Props {
  readonly form: Form
  readonly error: string | undefined
  readonly readOnly: boolean
  readonly onChange: (form: Form) => void
}
export function Config({ form, error, readOnly, onChange }: Props) {
  const { teamId } = useTeam()
  const { data } = usePacks(teamId)
  const schema = data === undefined ? {} : schemaFor(form, data)
  const config = parseConfig(form.config)
  const fields = hasEvent(form.kind) ? [] : fieldsOf(schema)
  const label = kindLabels[form.kind].config
  return (
    <section aria-label="Configuration" className="config">
      {fields.length > 0 && config !== undefined ? (
        <fieldset className="fields" aria-label="Parameters">
          <SchemaFields
            key={form.scriptName}
            fields={fields}
            config={config}
            readOnly={readOnly}
            onChange={(next) => onChange({ ...form, config: formatConfig(next) })}
          />
        </fieldset>
      ) : null}
      {hasFile(form.kind) ? <Text size="sm">{label}</Text> : null}
      <CodeEdit
        text={form.config}
        label={label}
        language="json"
        readOnly={readOnly}
        schema={schema}
        onChange={(text) => onChange({ ...form, config: text })}
      />
      {error === undefined ? null : (
        <Text size="xs" role="alert" className="tone-fail">
          {error}
        </Text>
      )}
    </section>
  )
}

/** Keys that have a field of their own on this page. */
const fieldKeys = [
  'type',
  'command',
  'module',
  'matcher',
  'timeout',
  'failClosed',
  'approvals',
  'packs',
  'hooks',
  'version',
  '$schema',
]

/** The schema of the hook's configuration, from what the server knows. */
function schemaFor({ kind, scriptName }: Form, { packs, fileSchema }: ListPacksResponse): Json {
  if (kind === 'pack') return parseConfig(packs.find(({ name }) => name === scriptName)?.schema ?? '') ?? {}
  const file = parseConfig(fileSchema) ?? {}
  const schema = kind === 'settings' ? file : partOf(partOf(file, '$defs'), 'entry')
  const properties = Object.entries(partOf(schema, 'properties')).filter(([key]) => !fieldKeys.includes(key))
  return { type: 'object', properties: Object.fromEntries(properties) }
}
