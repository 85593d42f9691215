/** The type of an event's input as a person reads it in a template: its own fields, and the common ones by their names. */
import { commonFields, type EventRow, reducedFields } from '@hookline/core/protocol'
import type { Model } from './model.ts'

type Field = EventRow['input'][string]
type FieldType = Field['type']

export function inputType({ row, older }: Pick<Model, 'row' | 'older'>, lead: string): string {
  const own = Object.entries(row.input).map(([name, field]) => memberOf(name, field))
  const former = older === undefined ? [] : [`${older}?: string`]
  const common = Object.entries<Field>(row.common === 'all' ? commonFields : reducedFields)
    .filter(([name]) => !Object.hasOwn(row.input, name) && shown.has(name))
    .map(([name, field]) => memberOf(name, field))
  const lines = [...own, ...former, ...common].map((member) => `${lead}  ${member}\n`)
  return `{\n${lines.join('')}${lead}}`
}

/** Of the common fields those that hooks ask for; the schema names them all. */
const shown = new Set(['hook_event_name', 'conversation_id', 'workspace_roots'])

const memberOf = (name: string, { type, need }: Field): string =>
  `${name}${need === 'essential' ? '' : '?'}: ${typeOf(type)}${need === 'optional' ? ' | null' : ''}`

function typeOf(type: FieldType): string {
  switch (type.kind) {
    case 'any':
      return 'unknown'
    case 'object':
      return 'Record<string, unknown>'
    case 'oneOf':
      return type.words.map((word) => `'${word}'`).join(' | ')
    case 'nullable':
      return `${typeOf(type.of)} | null`
    case 'list':
      return `Array<${typeOf(type.of)}>`
    case 'shape':
      return `{ ${Object.entries(type.fields)
        .map(([name, field]) => memberOf(name, field))
        .join('; ')} }`
    default:
      return type.kind
  }
}
