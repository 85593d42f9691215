/** Reads the `rule` of an entry. A mistake is reported with its line, and the entry is then unusable. */

import { describeSuggestion, suggest } from '../../agents/suggest.ts'
import { invalidPattern } from '../../matchers/matcher.ts'
import { toLinear } from '../../matchers/matcher-syntax.ts'
import { type EventName, eventRows } from '../../protocol/events/index.ts'
import { type PythonSearch, readPython } from '../../rules/python/index.ts'
import { type Condition, type Operator, operators, type Replacement, type Rule } from '../../rules/rule.ts'
import { type Member, type Node, type ObjectNode, plain } from '../jsonc.ts'
import { describeNode } from '../read-values.ts'
import type { Reader } from '../reader.ts'
import { checkFields } from './rule-fields.ts'

/** The fields of a reply that a rule can set directly. */
const replyKeys = [
  'user_message',
  'agent_message',
  'additional_context',
  'followup_message',
  'updated_content',
  'env',
] as const
const ruleKeys = ['when', 'verdict', 'replace', 'updated_input', ...replyKeys]
const verdicts = ['allow', 'deny', 'ask'] as const

class Fault extends Error {}

export function readRule(
  member: Member | undefined,
  event: EventName,
  reader: Reader,
  at: Member['keyAt'],
): { readonly rule?: Rule; readonly fault?: string } {
  const fail = (node: Node | undefined, message: string, hint: string): never => {
    reader.report('bad-rule', node?.at ?? at, message, hint)
    throw new Fault(message)
  }
  try {
    if (member === undefined)
      return fail(undefined, '`rule` is missing', 'Add "rule": { "when": { … }, "verdict": "deny" }.')
    const node = asObject(member.value, '`rule`', fail)
    const rule = readRuleBody(node, event, fail)
    const when = memberOf(node, 'when')
    if (when !== undefined) checkFields(when.value, event, reader)
    return { rule }
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message }
    throw error
  }
}

type Fail = (node: Node | undefined, message: string, hint: string) => never

function readRuleBody(node: ObjectNode, event: EventName, fail: Fail): Rule {
  checkKnownKeys(node, ruleKeys, 'rule', fail)
  const allowed: readonly string[] = eventRows[event].reply
  const reply: Record<string, unknown> = {}
  for (const { key, value } of node.members) {
    if (key === 'when' || key === 'verdict' || key === 'replace') continue
    if (!allowed.includes(key))
      fail(value, `the reply of ${event} has no \`${key}\``, `Its fields are: ${allowed.join(', ') || 'none'}.`)
    reply[key] = plain(value)
    const object = key === 'updated_input' || key === 'env'
    if (object ? value.kind !== 'object' : typeof reply[key] !== 'string')
      fail(value, `\`${key}\` is ${describeNode(value)}`, `It must be ${object ? 'an object' : 'a string'}.`)
  }
  const when = memberOf(node, 'when')
  if (when === undefined)
    return fail(node, 'the rule has no `when`', 'Add "when": { "field": "command", "contains": "…" }.')
  const verdict = readRuleVerdict(node, fail)
  const replace = readReplacements(memberOf(node, 'replace')?.value, event, fail)
  if (verdict === undefined && Object.keys(reply).length === 0 && replace.length === 0)
    fail(node, 'the rule has no effect', 'Add a `verdict`, a message or a rewrite.')
  return { when: readCondition(when.value, fail), ...(verdict === undefined ? {} : { verdict }), says: reply, replace }
}

function readRuleVerdict(node: ObjectNode, fail: Fail): Rule['verdict'] {
  const member = memberOf(node, 'verdict')
  if (member === undefined) return undefined
  const value = plain(member.value)
  return (
    verdicts.find((word) => word === value) ??
    fail(member.value, `\`verdict\` is ${describeNode(member.value)}`, 'Write "deny", "ask" or "allow".')
  )
}

function readCondition(value: Node, fail: Fail): Condition {
  const node = asObject(value, 'a condition', fail)
  for (const kind of ['all', 'any'] as const) {
    const list = memberOf(node, kind)
    if (list === undefined) continue
    checkKnownKeys(node, [kind], 'condition', fail)
    if (list.value.kind !== 'list' || list.value.items.length === 0)
      return fail(list.value, `\`${kind}\` is ${describeNode(list.value)}`, 'Write a list of conditions.')
    return { kind, of: list.value.items.map((item) => readCondition(item, fail)) }
  }
  const not = memberOf(node, 'not')
  if (not !== undefined) {
    checkKnownKeys(node, ['not'], 'condition', fail)
    return { kind: 'not', of: readCondition(not.value, fail) }
  }
  return shellKeys.every((key) => memberOf(node, key) === undefined)
    ? fieldCondition(node, fail)
    : shellCondition(node, fail)
}

/** Each of them makes a condition one about shell text. */
const shellKeys = ['program', 'words', 'any_word', 'any_arg', 'no_word']

function fieldCondition(node: ObjectNode, fail: Fail): Condition {
  checkKnownKeys(node, ['field', 'ignore_case', 'join', ...operators], 'condition', fail)
  const given = operators.filter((name) => memberOf(node, name) !== undefined)
  const operator = given[0]
  if (operator === undefined || given.length > 1)
    return fail(
      node,
      operator === undefined ? 'the condition has no operator' : `the condition has ${given.length} operators`,
      `Write one of: ${operators.join(', ')}.`,
    )
  const member = memberOf(node, operator)
  const value = member === undefined ? undefined : plain(member.value)
  if (member === undefined || typeof value !== 'string')
    return fail(
      member?.value,
      `\`${operator}\` is ${member === undefined ? 'missing' : describeNode(member.value)}`,
      'Write a string.',
    )
  if (operator === 'regex') checkPattern(member, value, fail)
  const join = memberOf(node, 'join')
  return {
    kind: 'field',
    fields: readStrings(memberOf(node, 'field'), node, 'field', fail),
    operator: operator satisfies Operator,
    value,
    ignoreCase: readFlag(memberOf(node, 'ignore_case'), fail),
    ...(join === undefined ? {} : { join: readStrings(join, node, 'join', fail).join('') }),
    ...(operator === 'regex_match' ? { python: readPythonExpression(member, value, fail) } : {}),
  }
}

function readPythonExpression(member: Member, pattern: string, fail: Fail): PythonSearch {
  const read = readPython(pattern)
  if (read.kind === 'search') return { ascii: read.ascii, unicode: read.unicode }
  return read.kind === 'invalid'
    ? fail(
        member.value,
        `\`regex_match\` is not a valid regular expression in Python: ${read.why}`,
        'Fix the expression.',
      )
    : fail(
        member.value,
        `\`regex_match\` contains ${read.why}`,
        'Hookline has no equivalent: write the expression without it.',
      )
}

function shellCondition(node: ObjectNode, fail: Fail): Condition {
  checkKnownKeys(node, ['field', 'ignore_case', ...shellKeys], 'condition', fail)
  const list = (key: string) =>
    memberOf(node, key) === undefined ? [] : readStrings(memberOf(node, key), node, key, fail)
  return {
    kind: 'shell',
    fields: memberOf(node, 'field') === undefined ? ['command', 'tool_input.command'] : list('field'),
    programs: list('program'),
    words: list('words'),
    anyWord: list('any_word'),
    anyArg: list('any_arg'),
    noWord: list('no_word'),
    ignoreCase: readFlag(memberOf(node, 'ignore_case'), fail),
  }
}

function readReplacements(node: Node | undefined, event: EventName, fail: Fail): readonly Replacement[] {
  if (node === undefined) return []
  const reply: readonly string[] = eventRows[event].reply
  if (!reply.includes('updated_input') && !reply.includes('updated_content'))
    fail(node, `${event} cannot be rewritten`, 'Use preToolUse for inputs, beforeReadFile for contents.')
  if (node.kind !== 'list')
    return fail(node, `\`replace\` is ${describeNode(node)}`, 'Write a list of { "field", "regex", "with" }.')
  return node.items.map((item) => {
    const one = asObject(item, 'a replacement', fail)
    checkKnownKeys(one, ['field', 'regex', 'with'], 'replacement', fail)
    const text = (key: string): string => readStrings(memberOf(one, key), one, key, fail)[0] ?? ''
    const field = text('field')
    const home = reply.includes('updated_content') ? 'content' : 'tool_input.'
    if (!field.startsWith(home))
      fail(
        memberOf(one, 'field')?.value,
        `\`${field}\` is not a field that ${event} can rewrite`,
        `Write a field that begins with \`${home}\`.`,
      )
    const regex = text('regex')
    checkPattern(memberOf(one, 'regex'), regex, fail)
    if (toLinear(regex) === undefined)
      fail(
        memberOf(one, 'regex')?.value,
        'the expression of a rewrite cannot contain look-around or back-references',
        'Write it without them.',
      )
    return { field, regex, with: text('with') }
  })
}

function checkPattern(member: Member | undefined, pattern: string, fail: Fail): void {
  const why = invalidPattern(pattern)
  if (why !== undefined)
    fail(member?.value, `\`${member?.key}\` is not a valid regular expression: ${why}`, 'Fix the expression.')
}

function readFlag(member: Member | undefined, fail: Fail): boolean {
  const value = member === undefined ? false : plain(member.value)
  return typeof value === 'boolean'
    ? value
    : fail(member?.value, `\`${member?.key}\` is not true or false`, 'Write true or false.')
}

/** Reads a string, or a list of strings. */
function readStrings(member: Member | undefined, node: Node, key: string, fail: Fail): readonly string[] {
  const value = member === undefined ? undefined : plain(member.value)
  const list = Array.isArray(value) ? value : [value]
  if (list.length > 0 && list.every((one): one is string => typeof one === 'string')) return list
  return fail(
    member?.value ?? node,
    member === undefined ? `\`${key}\` is missing` : `\`${key}\` is ${describeNode(member.value)}`,
    `Write "${key}": "…", or a list of strings.`,
  )
}

function checkKnownKeys(node: ObjectNode, keys: readonly string[], what: string, fail: Fail): void {
  for (const { key, value } of node.members)
    if (!keys.includes(key))
      fail(
        value,
        `\`${key}\` is not a key of a ${what}`,
        describeSuggestion(key, suggest(key, new Map(), keys)) || `Its keys are ${keys.join(', ')}.`,
      )
}

const asObject = (node: Node, what: string, fail: Fail): ObjectNode =>
  node.kind === 'object' ? node : fail(node, `${what} is ${describeNode(node)}`, 'Write an object.')
const memberOf = (node: ObjectNode, key: string): Member | undefined =>
  node.members.find((member) => member.key === key)
