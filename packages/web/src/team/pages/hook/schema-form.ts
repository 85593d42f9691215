/** The fields of a form for an object that a JSON Schema describes, such as the parameters of a pack. Pure. */
import type { Json } from '../../../wire/panel.ts'

export interface FormField {
  readonly name: string
  readonly doc: string
  /** `other` has no field of its own and is edited as JSON. */
  readonly kind: 'choice' | 'text' | 'number' | 'list' | 'group' | 'other'
  /** The values of a choice as JSON. */
  readonly options: readonly string[]
  /** What counts without a value, for people. */
  readonly standard: string
  /** The fields of a group. */
  readonly fields: readonly FormField[]
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = (schema: Json): readonly FormField[] =>
  Object.entries(isJson(schema.properties) ? schema.properties : {}).flatMap(([name, field]) =>
    isJson(field) ? [toField(name, field)] : [],
  )

function toField(name: string, schema: Json): FormField {
  const options = Array.isArray(schema.enum) ? schema.enum : schema.type === 'boolean' ? [true, false] : []
  const fields = schema.type === 'object' ? fieldsOf(schema) : []
  const kind = options.length > 0 ? 'choice' : fields.length > 0 ? 'group' : kindOf(schema)
  return {
    ...{ name, kind, fields },
    doc: typeof schema.description === 'string' ? schema.description : '',
    options: options.map((value) => JSON.stringify(value)),
    standard: describeDefault(schema.default),
  }
}

function kindOf({ type, items }: Json): FormField['kind'] {
  if (type === 'string') return 'text'
  if (type === 'number' || type === 'integer') return 'number'
  const isTextList = type === 'array' && isJson(items) && (items.type === 'string' || Array.isArray(items.enum))
  return isTextList ? 'list' : 'other'
}

function describeDefault(value: unknown): string {
  if (value === undefined || value === '') return ''
  return Array.isArray(value) ? value.map(String).join(', ') : typeof value === 'object' ? '' : String(value)
}

/** The object with another value of a field. `undefined` removes the field, so that its default counts. */
export function withValue(config: Json, name: string, value: unknown): Json {
  const { [name]: _, ...rest } = config
  if (value === undefined || (isJson(value) && Object.keys(value).length === 0)) return rest
  return name in config
    ? Object.fromEntries(Object.entries(config).map(([key, old]) => [key, key === name ? value : old]))
    : { ...config, [name]: value }
}

/** One item for each line. Empty lines do not count, and no item at all means the default. */
export function toList(text: string): readonly string[] | undefined {
  const items = text.split('\n').map((line) => line.trim())
  const written = items.filter((item) => item !== '')
  return written.length === 0 ? undefined : written
}

/** The object of a JSON text; undefined if it is not one. An empty text is an empty object. */
export function parseConfig(text: string): Json | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const formatConfig = (config: Json): string =>
  Object.keys(config).length === 0 ? '' : JSON.stringify(config, null, 2)

export const partOf = (config: Json, name: string): Json => {
  const value = config[name]
  return isJson(value) ? value : {}
}
