/** Checks a value against the small part of JSON Schema that the settings use, and reports each mistake with its line. */
import { describeSuggestion, suggest } from '../agents/suggest.ts'
import { isObject, type JsonSchema } from '../schema.ts'
import type { Member, Node, ObjectNode } from './jsonc.ts'
import { describeNode } from './read-values.ts'
import { type Reader, severityOfUnknown } from './reader.ts'

/** Whether the value itself has the right type. Mistakes in its parts are only reported. */
export function checkValue(node: Node, schema: JsonSchema, path: string, reader: Reader): boolean {
  const want = describeSchema(schema)
  if (!matchesSchema(node, schema)) {
    reader.report(
      'wrong-type',
      node.at,
      `\`${path}\` is ${describeNode(node)}; it must be ${want}`,
      docOf(schema, want),
    )
    return false
  }
  if (node.kind === 'object') checkMembers(node, schema, path, reader)
  if (node.kind === 'list' && isObject(schema.items))
    for (const [at, item] of node.items.entries()) checkValue(item, schema.items, `${path}[${at}]`, reader)
  return true
}

function checkMembers(node: ObjectNode, schema: JsonSchema, path: string, reader: Reader): void {
  // By the definition of JSON Schema, every value in `properties` is a schema.
  const rows = isObject(schema.properties) ? (schema.properties as Readonly<Record<string, JsonSchema>>) : {}
  const each = isObject(schema.additionalProperties) ? schema.additionalProperties : undefined
  for (const member of node.members) {
    const row = Object.hasOwn(rows, member.key) ? rows[member.key] : each
    if (row === undefined) reportUnknown(member, Object.keys(rows), path, reader)
    else checkValue(member.value, row, `${path}.${member.key}`, reader)
  }
  // `required` in JSON Schema is a list of names.
  for (const name of Array.isArray(schema.required) ? (schema.required as readonly string[]) : []) {
    if (node.members.some(({ key }) => key === name)) continue
    reader.report(
      'wrong-type',
      node.at,
      `\`${path}\` has no \`${name}\`, so it is ignored`,
      docOf(rows[name] ?? {}, 'Add it.'),
    )
  }
}

function reportUnknown({ key, keyAt }: Member, knownKeys: readonly string[], path: string, reader: Reader): void {
  const suggestion = describeSuggestion(key, suggest(key, new Map(), knownKeys))
  reader.report(
    'unknown-key',
    keyAt,
    `\`${path}\` has no key \`${key}\`, so it has no effect`,
    suggestion || 'Remove it.',
    severityOfUnknown(suggestion),
  )
}

const describeSchema = (schema: JsonSchema): string =>
  Array.isArray(schema.enum)
    ? schema.enum.map((word) => JSON.stringify(word)).join(' or ')
    : `${names[String(schema.type)] ?? `a ${schema.type}`}${schema.minimum === 0 ? ' of at least 0' : ''}${schema.exclusiveMinimum === 0 ? ' above 0' : ''}`

const names: Readonly<Record<string, string>> = {
  object: 'an object',
  integer: 'a whole number',
  array: 'a list',
  boolean: 'true or false',
}

const docOf = (schema: JsonSchema, usual: string): string =>
  typeof schema.description === 'string' ? schema.description : usual

function matchesSchema(node: Node, schema: JsonSchema): boolean {
  if (node.kind !== 'value') return (node.kind === 'list' ? 'array' : node.kind) === schema.type
  const { value } = node
  if (Array.isArray(schema.enum)) return schema.enum.includes(value)
  if (typeof value === 'number') return matchesNumber(value, schema)
  return schema.type === typeof value && (value !== '' || schema.minLength === undefined)
}

function matchesNumber(value: number, { type, minimum, exclusiveMinimum }: JsonSchema): boolean {
  return (
    (type === 'number' || (type === 'integer' && Number.isInteger(value))) &&
    value >= (typeof minimum === 'number' ? minimum : -Infinity) &&
    value > (typeof exclusiveMinimum === 'number' ? exclusiveMinimum : -Infinity)
  )
}
