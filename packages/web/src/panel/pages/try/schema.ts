/** What an event's JSON Schema says about a place in its payload. Pure; the part of the language our schemas use. */
import type { Json } from '../../../wire/panel.ts'

export type Path = readonly (string | number)[]
export interface Field {
  readonly name: string
  readonly doc: string
  readonly type: string
  readonly required: boolean
}

/** The schemas that may hold at a place: alternatives each count. */
export function schemasAt(schema: Json, path: Path): readonly Json[] {
  return path.reduce<readonly Json[]>((here, step) => here.flatMap((one) => below(one, step)), alternatives(schema))
}

const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : [])
const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})

const alternatives = (schema: Json): readonly Json[] => [
  schema,
  ...[...list(schema.anyOf), ...list(schema.oneOf), ...list(schema.allOf)].flatMap(alternatives),
]

function below(schema: Json, step: string | number): readonly Json[] {
  const found = typeof step === 'number' ? schema.items : object(schema.properties)[step]
  return typeof found === 'object' && found !== null ? alternatives(found as Json) : []
}

export function fieldsOf(schemas: readonly Json[]): readonly Field[] {
  return schemas.flatMap((schema) => {
    const required = list(schema.required) as readonly unknown[]
    return Object.entries(object(schema.properties)).map(([name, one]) => ({
      name,
      doc: String(object(one).description ?? ''),
      type: typesOf(object(one)),
      required: required.includes(name),
    }))
  })
}

const typesOf = (schema: Json): string =>
  [...new Set(alternatives(schema).flatMap(({ type }) => (type === undefined ? [] : [type].flat())))].join(' or ')

/** The values a place may have, where they can be listed, as JSON. */
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

/** Whether only the listed values are right: no alternative is free. */
export const isClosed = (schemas: readonly Json[]): boolean =>
  schemas.length > 0 &&
  schemas
    .filter((schema) => !('anyOf' in schema || 'oneOf' in schema || 'allOf' in schema))
    .every((schema) => 'enum' in schema || 'const' in schema || schema.type === 'null')

/** Whether a field that is not listed would be unknown there: a place without a list takes any. */
export const namesItsFields = (schemas: readonly Json[]): boolean =>
  schemas.some((schema) => 'properties' in schema) && !schemas.some((schema) => schema.additionalProperties === true)
