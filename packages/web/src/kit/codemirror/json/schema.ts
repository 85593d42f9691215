/** Reads a JSON Schema at a path of a value, such as the payload of an event or a hook file. Supports only the keywords our schemas use. Pure. */
import type { Json } from '../../../wire/panel.ts'

export type Path = readonly (string | number)[]
export interface Field {
  readonly name: string
  readonly doc: string
  readonly type: string
  readonly required: boolean
}

/** The schemas at a path, with all their alternatives. */
export function schemasAt(schema: Json, path: Path): readonly Json[] {
  return path.reduce<readonly Json[]>(
    (schemas, step) => schemas.flatMap((current) => schemasBelow(current, step)),
    alternatives(schema),
  )
}

const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : [])
// The condition checks that it is an object.
const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})

const alternatives = (schema: Json): readonly Json[] => [
  schema,
  ...[...list(schema.anyOf), ...list(schema.oneOf), ...list(schema.allOf)].flatMap(alternatives),
]

function schemasBelow(schema: Json, step: string | number): readonly Json[] {
  const child = typeof step === 'number' ? schema.items : object(schema.properties)[step]
  // The condition checks that it is an object.
  return typeof child === 'object' && child !== null ? alternatives(child as Json) : []
}

export function fieldsOf(schemas: readonly Json[]): readonly Field[] {
  return schemas.flatMap((schema) => {
    const required: readonly unknown[] = list(schema.required)
    return Object.entries(object(schema.properties)).map(([name, field]) => ({
      name,
      doc: String(object(field).description ?? ''),
      type: typesOf(object(field)),
      required: required.includes(name),
    }))
  })
}

const typesOf = (schema: Json): string =>
  [...new Set(alternatives(schema).flatMap(({ type }) => (type === undefined ? [] : [type].flat())))].join(' or ')

/** The allowed values at a path as JSON, if the schema lists them. */
export function valuesOf(schemas: readonly Json[]): readonly string[] {
  const values = schemas.flatMap((schema) => {
    const types = [schema.type].flat()
    return [
      ...list(schema.enum),
      ...('const' in schema ? [schema.const] : []),
      ...(types.includes('boolean') ? [true, false] : []),
      ...(types.includes('null') ? [null] : []),
    ]
  })
  return [...new Set(values.map((value) => JSON.stringify(value)))]
}

/** Whether only the listed values are allowed, because every alternative is listed. */
export const isClosed = (schemas: readonly Json[]): boolean =>
  schemas.length > 0 &&
  schemas
    .filter((schema) => !('anyOf' in schema || 'oneOf' in schema || 'allOf' in schema))
    .every((schema) => 'enum' in schema || 'const' in schema || schema.type === 'null')

/** Whether the schema lists the fields of the object. Without a list any field is allowed. */
export const hasFieldList = (schemas: readonly Json[]): boolean =>
  schemas.some((schema) => 'properties' in schema) && !schemas.some((schema) => schema.additionalProperties === true)
