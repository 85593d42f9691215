/** The JSON Schema of any key or value of a hook file, so that a fix knows which names and types belong there. */
import type { Agent } from '@hookline/core/agents'
import { hooklineFileSchema, hooksFileSchema, isObject, type JsonSchema, replyRows } from '@hookline/core/protocol'
import { packs } from '@hookline/packs'
import { keyOf, type Node } from '../../json-document.ts'
import type { FileContext } from './context.ts'

/** The schema of a value; undefined where the file may have anything. */
export function schemaOf(value: Node, file: FileContext): JsonSchema | undefined {
  const whole = schemaOfFile(file)
  let schema: JsonSchema | undefined = whole
  for (const step of pathTo(value)) schema = schema === undefined ? undefined : descend(resolve(schema, whole), step)
  return schema === undefined ? undefined : resolve(schema, whole)
}

/** The keys that an object may have; undefined if it may have any. */
export function keysOf(object: Node, file: FileContext): readonly string[] | undefined {
  const schema = schemaOf(object, file)
  return isObject(schema?.properties) ? Object.keys(schema.properties) : undefined
}

let ownFileSchema: JsonSchema | undefined

function schemaOfFile({ own, agent }: FileContext): JsonSchema {
  if (agent?.format !== undefined) return groupFileSchema(agent)
  if (!own) return hooksFileSchema()
  ownFileSchema ??= withRules(hooklineFileSchema(packs))
  return ownFileSchema
}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const seconds = { type: 'number', exclusiveMinimum: 0 } as const

/** A file whose events have groups of hooks (CONTRACT §10). */
const groupFileSchema = ({ events = {} }: Agent): JsonSchema => ({
  properties: {
    hooks: {
      type: 'object',
      properties: Object.fromEntries(Object.keys(events).map((event) => [event, { type: 'array', items: group }])),
    },
  },
})
const groupHook = {
  type: 'object',
  properties: {
    type: { enum: ['command', 'prompt'] },
    command: text,
    args: { type: 'array', items: text },
    shell: { enum: ['bash', 'powershell'] },
    prompt: text,
    model: text,
    timeout: seconds,
    if: text,
    async: flag,
    asyncRewake: flag,
    onFailure: { enum: ['block', 'continue'] },
    statusMessage: text,
    description: text,
  },
}
const group = {
  type: 'object',
  properties: { matcher: text, hooks: { type: 'array', items: groupHook }, description: text },
}

const condition = { $ref: '#/$defs/condition' }
const conditions = { type: 'array', items: condition }
const oneOrMore = { anyOf: [text, { type: 'array', items: text }] }
const stringKeys = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text]))

/** The published schema does not describe the inside of a rule. */
function withRules(schema: JsonSchema): JsonSchema {
  // `hooklineFileSchema` defines `$defs.entry` with properties.
  const { $defs } = schema as { readonly $defs: { readonly entry: { readonly properties: JsonSchema } } }
  const rule = {
    type: 'object',
    properties: {
      when: condition,
      verdict: { enum: ['allow', 'deny', 'ask'] },
      replace: { type: 'array', items: { type: 'object', properties: stringKeys('field', 'regex', 'with') } },
      ...stringKeys(...Object.keys(replyRows).filter((name) => name !== 'env' && name !== 'updated_input')),
      updated_input: { type: 'object' },
      env: { type: 'object' },
    },
  }
  const conditionSchema = {
    type: 'object',
    properties: {
      ...{ all: conditions, any: conditions, not: condition, field: oneOrMore, ignore_case: flag, join: text },
      ...stringKeys('equals', 'contains', 'not_contains', 'starts_with', 'ends_with', 'regex', 'glob', 'regex_match'),
      ...{ program: oneOrMore, words: oneOrMore, any_word: oneOrMore, any_arg: oneOrMore, no_word: oneOrMore },
    },
  }
  const entry = { ...$defs.entry, properties: { ...$defs.entry.properties, rule } }
  return { ...schema, $defs: { entry, condition: conditionSchema } }
}

function resolve(schema: JsonSchema, whole: JsonSchema): JsonSchema {
  const name = /^#\/\$defs\/(\w+)$/.exec(String(schema.$ref))?.[1]
  const found = name !== undefined && isObject(whole.$defs) ? whole.$defs[name] : undefined
  return isObject(found) ? found : schema
}

function descend(schema: JsonSchema, step: string | number): JsonSchema | undefined {
  const next =
    typeof step === 'number'
      ? schema.items
      : isObject(schema.properties) && Object.hasOwn(schema.properties, step)
        ? schema.properties[step]
        : schema.additionalProperties
  return isObject(next) ? next : undefined
}

/** The keys and indexes that lead from the file to a value. */
function pathTo(value: Node): readonly (string | number)[] {
  const { parent } = value
  if (parent === undefined) return []
  if (parent.type === 'property')
    return parent.parent === undefined ? [] : [...pathTo(parent.parent), keyOf(value) ?? '']
  return [...pathTo(parent), parent.children?.indexOf(value) ?? 0]
}
