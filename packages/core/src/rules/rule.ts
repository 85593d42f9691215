/** A declarative hook: conditions on the input's fields, and what to answer when they hold. No process, no code. */

import type { Verdict } from '../protocol/reply.ts'
import type { JsonObject } from '../schema.ts'
import type { PythonSearch } from './python/index.ts'

/**
 * What is compared with, by operator. `regex` is in linear time; `glob` matches whole paths;
 * `regex_match` is an expression in Python's language, searched without regard to case.
 */
export const operators = [
  'equals',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'regex',
  'glob',
  'regex_match',
] as const
export type Operator = (typeof operators)[number]

export type Condition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | FieldCondition
  | ShellCondition

/** One of the values found under the fields satisfies the operator. A field that is not there satisfies none, `not_contains` neither. */
export interface FieldCondition {
  readonly kind: 'field'
  /** Paths into the input: `tool_input.file_path`, `edits.*.new_string`. */
  readonly fields: readonly string[]
  readonly operator: Operator
  readonly value: string
  readonly ignoreCase: boolean
  /** The values are put together with this between them, and tested as one. */
  readonly join?: string
  /** Of `regex_match`, in JavaScript's words. */
  readonly python?: PythonSearch
}

/** Not in the input: the text of the file that `transcript_path` names. */
export const TRANSCRIPT = 'transcript'

/** A program that the shell text would start, however it is wrapped. What cannot be read counts as if it were there. */
export interface ShellCondition {
  readonly kind: 'shell'
  readonly fields: readonly string[]
  readonly programs: readonly string[]
  /** All of them stand among its words. */
  readonly words: readonly string[]
  /** One of them does, where there are any. */
  readonly anyWord: readonly string[]
  /** As `anyWord`, and an option of one letter is also found among others: `-A` in `-pA`. Arguments that `xargs` adds count as one of them. */
  readonly anyArg: readonly string[]
  /** None of them does. */
  readonly noWord: readonly string[]
  /** Of the program's name. */
  readonly ignoreCase: boolean
}

/** Text in one field of the input, replaced. */
export interface Replacement {
  readonly field: string
  readonly regex: string
  readonly with: string
}

export interface Rule {
  readonly when: Condition
  readonly verdict?: Verdict
  /** The other words of the reply, as they are written. */
  readonly says: JsonObject
  readonly replace: readonly Replacement[]
}

/** Every expression in it, so that the linear engine is ready before the first event. */
export function patternsOf(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(patternsOf)
    case 'not':
      return patternsOf(condition.of)
    case 'field':
      if (condition.python !== undefined) return [condition.python.ascii]
      return condition.operator === 'regex' || condition.operator === 'glob' ? [patternOf(condition)] : []
    case 'shell':
      return []
  }
}

export const patternOf = (condition: FieldCondition): string =>
  condition.operator === 'glob' ? globPattern(condition.value) : condition.value

/** Whether a test holds for one of the conditions on the input, however deep it stands. */
const someLeaf = (condition: Condition, test: (leaf: FieldCondition | ShellCondition) => boolean): boolean => {
  switch (condition.kind) {
    case 'not':
      return someLeaf(condition.of, test)
    case 'all':
    case 'any':
      return condition.of.some((one) => someLeaf(one, test))
    default:
      return test(condition)
  }
}

export const readsShell = (condition: Condition): boolean => someLeaf(condition, ({ kind }) => kind === 'shell')

export const readsTranscript = (condition: Condition): boolean =>
  someLeaf(condition, ({ kind, fields }) => kind === 'field' && fields.includes(TRANSCRIPT))

/** It tests the path of an edit. */
export const readsEditedPath = (condition: Condition): boolean =>
  someLeaf(
    condition,
    ({ kind, fields }) =>
      kind === 'field' && fields.some((field) => /^tool_input\..*(path|file|notebook)$/.test(field)),
  )

/** `**` any directories, `*` and `?` inside a name, `{a,b}`, `[abc]`; a pattern without a slash matches the last name. */
export function globPattern(glob: string): string {
  // It may begin behind any slash, so a leading `**/` adds nothing but work that grows with the square of the path.
  const body = glob.replace(/^\.?\//, '').replace(/^(?:\*\*\/)+/, '')
  let out = ''
  let braces = 0
  for (let at = 0; at < body.length; at++) {
    // The loop ends at the last character.
    const char = body[at] as string
    if (body.startsWith('**/', at)) {
      out += '(?:[^/]*/)*'
      at += 2
    } else if (body.startsWith('**', at)) {
      out += '.*'
      at++
    } else if (char === '*') out += '[^/]*'
    else if (char === '?') out += '[^/]'
    else if (char === '{') {
      braces++
      out += '(?:'
    } else if (char === '}' && braces > 0) {
      braces--
      out += ')'
    } else if (char === ',' && braces > 0) out += '|'
    else if (char === '[' && body.indexOf(']', at) > at + 1) {
      const end = body.indexOf(']', at + 2) === -1 ? body.indexOf(']', at) : body.indexOf(']', at + 2)
      out += `[${body
        .slice(at + 1, end)
        .replace(/^!/, '^')
        .replace(/[\\[]/g, '\\$&')}]`
      at = end
    } else out += char.replace(/[.+^${}()|[\]\\]/g, '\\$&')
  }
  return `(?:^|/)${out}${')'.repeat(braces)}$`
}
