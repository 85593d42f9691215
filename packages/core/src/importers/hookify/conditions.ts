/** Converts the conditions of a hookify rule to the `when` of a rule hook, for one event. */
import { readPython } from '../../rules/python/index.ts'
import type { Field, Target, Written } from './targets.ts'
import type { HookifyCondition, HookifyRule } from './types.ts'

/** Returns undefined if the conditions can never hold at this event. */
export function whenOf(rule: HookifyRule, target: Target): Written | undefined {
  const tools = toolsOf(rule, target)
  if (tools === false || rule.conditions.length === 0) return undefined
  const all = rule.conditions.map((condition) => conditionOf(condition, target.fields))
  if (all.includes(false)) return undefined
  const parts = [tools, ...all].filter((one): one is Written => typeof one === 'object')
  const [first, second] = parts
  if (first === undefined) return { field: target.always, starts_with: '' }
  return second === undefined ? first : { all: parts }
}

/** Returns true if the rule applies to every tool of the event, and false if it applies to none. */
function toolsOf({ toolMatcher }: HookifyRule, { tools }: Target): Written | boolean {
  const names = toolMatcher?.split('|')
  if (names === undefined || toolMatcher === '*') return true
  const meant = Object.entries(tools).filter(([name]) => names.includes(name))
  if (meant.length === 0) return false
  if (meant.length === Object.keys(tools).length) return true
  const parts = meant.flatMap(([, condition]) => (condition === undefined ? [] : [condition]))
  // A list of length 1 has a first item.
  return parts.length === 1 ? (parts[0] as Written) : parts.length === 0 ? true : { any: parts }
}

function conditionOf(condition: HookifyCondition, fields: Readonly<Record<string, Field>>): Written | boolean {
  const field = Object.hasOwn(fields, condition.field) ? fields[condition.field] : undefined
  const onEmpty = holdsOnEmpty(condition)
  if (field === undefined || onEmpty === undefined) return false
  if (field.kind === 'empty') return onEmpty
  const { operator, pattern } = condition
  const paths = field.paths.length === 1 ? field.paths[0] : field.paths
  const many = field.join === undefined ? {} : { join: field.join }
  const base = { field: paths, ...many, [operator]: pattern }
  return onEmpty && field.missing !== undefined ? { any: [base, field.missing] } : base
}

const operators: Readonly<Record<string, (pattern: string) => boolean | undefined>> = {
  regex_match: (pattern) => {
    const read = readPython(pattern)
    return read.kind === 'search' ? new RegExp(read.ascii, 'i').test('') : undefined
  },
  contains: (pattern) => pattern === '',
  not_contains: (pattern) => pattern !== '',
  equals: (pattern) => pattern === '',
  starts_with: (pattern) => pattern === '',
  ends_with: (pattern) => pattern === '',
}
export const isOperator = (name: string): boolean => Object.hasOwn(operators, name)
export const operatorNames = Object.keys(operators)

/** Returns undefined if the operator does not exist or its expression is not valid. */
const holdsOnEmpty = ({ operator, pattern }: HookifyCondition): boolean | undefined =>
  isOperator(operator) ? operators[operator]?.(pattern) : undefined
