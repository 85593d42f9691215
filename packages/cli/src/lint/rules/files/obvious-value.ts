/** Adds a fix for a key in another case, or a value in quotation marks or of a near type, where only one thing can be meant. */
import type { Problem } from '@hookline/core/node'
import { isObject, type JsonSchema, type ProblemCode } from '@hookline/core/protocol'
import { type Edit, memberOf, membersOf, type Node } from '../../../json-document.ts'
import { askIfMeant, sameName } from '../../../same-name.ts'
import type { FileContext } from '../../context/context.ts'
import { keysOf, schemaOf } from '../../context/file-schema.ts'
import { editFix, type Finding, type Rule } from '../../rule.ts'

const codes: readonly ProblemCode[] = [
  'bad-version',
  'unknown-key',
  'unknown-type',
  'unknown-pack',
  'wrong-type',
  'bad-timeout',
  'bad-fail-closed',
  'bad-loop-limit',
  'bad-parameter',
  'bad-rule',
  'matcher-object',
]

export const obviousValues: readonly Rule[] = codes.map((code) => ({
  code,
  checks: 'problem',
  refine(problem, file) {
    const node = file.document.nodeAt(file.document.offset(problem))
    if (node === undefined) return undefined
    const key = misspelledKey(node, file)
    return key === undefined ? fixValue(node, file) : fixKey(key, problem, file)
  },
}))

/** The key that the problem is about: the node itself, or the key of a value whose key does not belong there. */
function misspelledKey(node: Node, file: FileContext): Node | undefined {
  if (node.parent?.type !== 'property') return undefined
  const [key, value] = node.parent.children ?? []
  if (node === key) return key
  const known = value === undefined || node.parent.parent === undefined ? undefined : keysOf(node.parent.parent, file)
  return known === undefined || known.includes(String(key?.value)) ? undefined : key
}

function fixKey(key: Node, { hint, severity }: Problem, file: FileContext): Partial<Finding> | undefined {
  const object = key.parent?.parent
  const known = object === undefined ? undefined : keysOf(object, file)
  if (object === undefined || known === undefined) return undefined
  const name = String(key.value)
  const meant = sameName(name, known)
  if (meant !== undefined && meant !== name && memberOf(object, meant) === undefined)
    return { fix: editFix(replaceNode(key, JSON.stringify(meant))) }
  const question = askIfMeant(name, known)
  if (question === undefined || /did you mean|here write/i.test(hint)) return undefined
  return { hint: question, ...(severity === 'note' ? { severity: 'warning' } : {}) }
}

function fixValue(node: Node, file: FileContext): Partial<Finding> | undefined {
  const schema = schemaOf(node, file)
  if (schema === undefined) return undefined
  const key = String(node.parent?.type === 'property' ? node.parent.children?.[0]?.value : '')
  const edits = convert(node, schema, key)
  if (edits !== undefined) return { fix: editFix(...edits) }
  const words = typeof node.value === 'string' ? wordsOf(schema) : undefined
  const question = words === undefined ? undefined : askIfMeant(node.value, words)
  return question === undefined ? undefined : { hint: question }
}

const replaceNode = (node: Node, text: string): Edit => ({ offset: node.offset, length: node.length, text })
const wrapNode = (node: Node, open: string, close: string): readonly Edit[] => [
  { offset: node.offset, length: 0, text: open },
  { offset: node.offset + node.length, length: 0, text: close },
]

const wordsOf = (schema: JsonSchema): readonly string[] | undefined =>
  Array.isArray(schema.enum) ? schema.enum.filter((word) => typeof word === 'string') : undefined

/** The edits that give a value the type that its schema asks for; undefined unless there is exactly one way. */
function convert(node: Node, schema: JsonSchema, key: string): readonly Edit[] | undefined {
  const choices = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isObject) : [schema]
  const ways = choices.flatMap((choice) => {
    const edits = convertTo(node, choice, key)
    return edits === undefined ? [] : [edits]
  })
  return ways.length === 1 ? ways[0] : undefined
}

function convertTo(node: Node, schema: JsonSchema, key: string): readonly Edit[] | undefined {
  const literal = literalFor(node, schema, key)
  if (literal !== undefined) return [replaceNode(node, literal)]
  if (schema.type !== 'array' || !isObject(schema.items)) return undefined
  return schema.items.type === node.type ? wrapNode(node, '[', ']') : undefined
}

function literalFor(node: Node, schema: JsonSchema, key: string): string | undefined {
  const words = wordsOf(schema)
  if (words !== undefined) {
    const meant = node.type === 'string' ? sameName(node.value, words) : undefined
    return meant === undefined ? undefined : JSON.stringify(meant)
  }
  if (schema.type === 'boolean') return booleanFor(node.value)
  if (schema.type === 'number' || schema.type === 'integer') return numberFor(node.value, schema, key)
  if (schema.type === 'null') return node.value === 'null' ? 'null' : undefined
  return schema.type === 'string' ? stringFor(node, key) : undefined
}

function booleanFor(value: unknown): string | undefined {
  if (value === 0 || value === 1) return String(value === 1)
  return typeof value === 'string' && /^(true|false)$/i.test(value.trim()) ? value.trim().toLowerCase() : undefined
}

/** Seconds in each unit that people write after a number. */
const units: Readonly<Record<string, number>> = {
  ...{ ms: 0.001, s: 1, sec: 1, secs: 1, second: 1, seconds: 1 },
  ...{ m: 60, min: 60, mins: 60, minute: 60, minutes: 60 },
}

function numberFor(value: unknown, schema: JsonSchema, key: string): string | undefined {
  const found = typeof value === 'string' ? /^\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*$/i.exec(value) : null
  if (found === null) return undefined
  const [, digits, unit = ''] = found
  const factor = unit === '' ? 1 : key === 'timeout' ? units[unit.toLowerCase()] : undefined
  const number = factor === undefined ? Number.NaN : Number((Number(digits) * factor).toFixed(6))
  const isAllowed =
    Number.isFinite(number) &&
    (schema.type !== 'integer' || Number.isInteger(number)) &&
    number >= (typeof schema.minimum === 'number' ? schema.minimum : -Infinity) &&
    number > (typeof schema.exclusiveMinimum === 'number' ? schema.exclusiveMinimum : -Infinity)
  return isAllowed ? String(number) : undefined
}

/** A word that the shell reads as itself. */
const isPlainWord = (word: unknown): word is string => typeof word === 'string' && /^[\w@%+=:,./-]+$/.test(word)

function stringFor(node: Node, key: string): string | undefined {
  if (node.type === 'number' || node.type === 'boolean')
    return key === 'command' ? undefined : JSON.stringify(String(node.value))
  const given = node.type === 'object' ? membersOf(node) : []
  const list = node.type === 'array' ? node : given.length === 1 ? given[0]?.value : undefined
  const words = list?.type === 'array' ? (list.children ?? []).map(({ value }) => value) : [list?.value]
  const [first] = words
  if (list === undefined || first === undefined || !words.every(isPlainWord)) return undefined
  if (key === 'matcher') return JSON.stringify(words.join('|'))
  if (node.type === 'object') return undefined
  return key === 'command' ? JSON.stringify(words.join(' ')) : words.length === 1 ? JSON.stringify(first) : undefined
}
