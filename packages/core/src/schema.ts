/**
 * Describes the shape of objects: types, run-time checks and JSON Schemas derive from one small descriptor.
 * A schema library would take 25 ms at every start of `hookline run`, and the rows need only these nine kinds.
 */
export type FieldType =
  | { readonly kind: 'string' }
  | { readonly kind: 'number' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'any' }
  /** `orText`: some hosts send text instead. */
  | { readonly kind: 'object'; readonly orText?: boolean }
  /** `open`: a newer host may send a value that is not listed. */
  | { readonly kind: 'oneOf'; readonly words: readonly string[]; readonly open?: boolean }
  | { readonly kind: 'list'; readonly of: FieldType }
  | { readonly kind: 'shape'; readonly fields: Shape }
  | { readonly kind: 'nullable'; readonly of: FieldType }

/**
 * `essential`: hooks cannot decide without it, so omitting it is misuse.
 * `expected`: required by the type, but older hosts do not send it, so it may be missing at run time.
 */
export type Need = 'essential' | 'expected' | 'optional'

export interface Field<T = unknown, N extends Need = Need> {
  readonly type: FieldType
  readonly need: N
  readonly doc: string
  /** Not written to the log unless the settings ask for it (CONTRACT §7). */
  readonly private: boolean
  /** Never set; only carries the type. */
  readonly T?: T
}
export type Shape = Readonly<Record<string, Field>>

type OptionalKeys<S extends Shape> = { [K in keyof S]: S[K] extends Field<unknown, 'optional'> ? K : never }[keyof S]
type TypeOf<F> = F extends Field<infer T> ? T : never
/** The TypeScript type of a shape. An optional field is absent or null (CONTRACT §2). */
export type Infer<S extends Shape> = { [K in Exclude<keyof S, OptionalKeys<S>>]: TypeOf<S[K]> } & {
  [K in OptionalKeys<S>]?: TypeOf<S[K]> | null | undefined
}

const field = <T>(type: FieldType, doc: string): Field<T, 'expected'> => ({
  type,
  need: 'expected',
  doc,
  private: false,
})
export const string = (doc = '') => field<string>({ kind: 'string' }, doc)
export const number = (doc = '') => field<number>({ kind: 'number' }, doc)
export const boolean = (doc = '') => field<boolean>({ kind: 'boolean' }, doc)
export const any = (doc = '') => field<unknown>({ kind: 'any' }, doc)
export const objectOrText = (doc = '') =>
  field<Readonly<Record<string, unknown>> | string>({ kind: 'object', orText: true }, doc)
/** The values known today. Hooks also get other values that a host sends. */
export const oneOfKnown = <const W extends readonly string[]>(words: W, doc = '') =>
  field<W[number]>({ kind: 'oneOf', words, open: true }, doc)
export const list = <T>(of: Field<T>, doc = '') => field<readonly T[]>({ kind: 'list', of: of.type }, doc)
export const shape = <S extends Shape>(fields: S, doc = '') => field<Infer<S>>({ kind: 'shape', fields }, doc)
export const nullable = <T>(of: Field<T>) => field<T | null>({ kind: 'nullable', of: of.type }, of.doc)

export const essential = <T>(of: Field<T>): Field<T, 'essential'> => ({ ...of, need: 'essential' })
export const optional = <T>(of: Field<T>): Field<T, 'optional'> => ({ ...of, need: 'optional' })
export const hidden = <T, N extends Need>(of: Field<T, N>): Field<T, N> => ({ ...of, private: true })

export interface Mismatch {
  /** The path of the field, such as `edits[0].old_string`. */
  readonly path: string
  readonly want: string
  readonly got: string
}

/** The first mismatch in `value`, or undefined. Unknown fields are allowed. */
export function mismatch(fields: Shape, value: Readonly<Record<string, unknown>>, prefix = ''): Mismatch | undefined {
  for (const name in fields) {
    const field = fields[name]
    if (field === undefined) continue
    const found = value[name]
    if (found === undefined || found === null) {
      if (field.need !== 'essential' || (found === null && field.type.kind === 'nullable')) continue
      return { path: prefix + name, want: describe(field.type), got: found === null ? 'null' : 'nothing' }
    }
    const wrong = typeMismatch(field.type, found, prefix + name)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** The first mismatch in one value, or undefined. */
export function typeMismatch(type: FieldType, value: unknown, path: string): Mismatch | undefined {
  const wrong = (): Mismatch => ({ path, want: describe(type), got: kindOf(value) })
  switch (type.kind) {
    case 'any':
      return undefined
    case 'string':
    case 'boolean':
      return typeof value === type.kind ? undefined : wrong()
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? undefined : wrong()
    case 'oneOf':
      return typeof value === 'string' && (type.open === true || type.words.includes(value)) ? undefined : wrong()
    case 'nullable':
      return value === null ? undefined : typeMismatch(type.of, value, path)
    case 'object':
      return isObject(value) || (type.orText === true && typeof value === 'string') ? undefined : wrong()
    case 'shape':
      return isObject(value) ? mismatch(type.fields, value, `${path}.`) : wrong()
    case 'list':
      return Array.isArray(value)
        ? firstOf(value, (item, at) => typeMismatch(type.of, item, `${path}[${at}]`))
        : wrong()
  }
}

function firstOf<T>(items: readonly unknown[], test: (item: unknown, at: number) => T | undefined): T | undefined {
  for (let at = 0; at < items.length; at++) {
    const found = test(items[at], at)
    if (found !== undefined) return found
  }
  return undefined
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `${typeof value} ${JSON.stringify(value)?.slice(0, 40) ?? ''}`.trim()

/** A description of the type, for messages and the generated pages. */
function describe(type: FieldType): string {
  switch (type.kind) {
    case 'oneOf':
      return type.words.map((word) => `"${word}"`).join(' | ')
    case 'list':
      return `list of ${describe(type.of)}`
    case 'shape':
      return `{ ${Object.entries(type.fields)
        .map(([name, field]) => (field.need === 'optional' ? `${name}?` : name))
        .join(', ')} }`
    case 'nullable':
      return `${describe(type.of)} | null`
    case 'object':
      return type.orText === true ? 'object | string' : 'object'
    default:
      return type.kind
  }
}

/** A JSON object with unknown fields: sent by a host, printed by a hook, or read from a file. */
export type JsonObject = Readonly<Record<string, unknown>>

export type JsonSchema = { readonly [key: string]: unknown }

/** The JSON Schema (2020-12) of a shape. */
export function toJsonSchema(fields: Shape): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const [name, field] of Object.entries(fields)) {
    const base = typeToJsonSchema(field.need === 'optional' ? { kind: 'nullable', of: field.type } : field.type)
    properties[name] = field.doc === '' ? base : { description: field.doc, ...base }
    if (field.need !== 'optional') required.push(name)
  }
  return required.length === 0 ? { type: 'object', properties } : { type: 'object', properties, required }
}

function typeToJsonSchema(type: FieldType): JsonSchema {
  switch (type.kind) {
    case 'any':
      return {}
    case 'oneOf':
      return { type: 'string', enum: [...type.words] }
    case 'list':
      return { type: 'array', items: typeToJsonSchema(type.of) }
    case 'shape':
      return toJsonSchema(type.fields)
    case 'nullable':
      return { anyOf: [typeToJsonSchema(type.of), { type: 'null' }] }
    case 'object':
      return { type: type.orText === true ? ['object', 'string'] : 'object' }
    default:
      return { type: type.kind }
  }
}
