/** Does a rule's condition hold for an input? Pure: expressions and the shell reader are handed in. */
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import type { ShellReading } from '../shell/types.ts'
import { isAscii } from './python/index.ts'
import { type Condition, type FieldCondition, patternOf, type ShellCondition } from './rule.ts'

export interface RuleRim {
  /** The expression occurs in the subject. `onLimit`: the work ended before that was known. */
  readonly matches: (pattern: string, subject: string, ignoreCase: boolean, onLimit: () => void) => boolean
  /** The same without regard to case, in JavaScript's language of whole characters. */
  readonly matchesUnicode: (pattern: string, subject: string, onLimit: () => void) => boolean
  /** Learns of an expression whose work ended at its limit. */
  readonly onLimit?: (pattern: string) => void
  readonly readShell: (text: string) => ShellReading
}
/** `unknown` is what an expression counts as whose answer is not known: a match, and none inside a `not`, so that the rule holds. */
export function holds(condition: Condition, input: JsonObject, rim: RuleRim, unknown = true): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((one) => holds(one, input, rim, unknown))
    case 'any':
      return condition.of.some((one) => holds(one, input, rim, unknown))
    case 'not':
      return !holds(condition.of, input, rim, !unknown)
    case 'field':
      return fieldHolds(condition, input, rim, unknown)
    case 'shell':
      return shellHolds(condition, input, rim)
  }
}

function fieldHolds(condition: FieldCondition, input: JsonObject, rim: RuleRim, unknown: boolean): boolean {
  const found = condition.fields.flatMap((field) => valuesAt(input, field.split('.')))
  if (found.length === 0) return false
  const values = condition.join === undefined ? found : [found.join(condition.join)]
  const value = condition.ignoreCase ? condition.value.toLowerCase() : condition.value
  const test = (text: string): boolean => {
    const subject = condition.ignoreCase ? text.toLowerCase() : text
    switch (condition.operator) {
      case 'equals':
        return subject === value
      case 'contains':
      case 'not_contains':
        return subject.includes(value)
      case 'starts_with':
        return subject.startsWith(value)
      case 'ends_with':
        return subject.endsWith(value)
      case 'regex_match':
        return pythonFinds(condition, text, rim, unknown)
      default:
        return searches(patternOf(condition), rim, unknown, (onLimit) =>
          rim.matches(patternOf(condition), text, condition.ignoreCase, onLimit),
        )
    }
  }
  return condition.operator === 'not_contains' ? !values.some(test) : values.some(test)
}

/** An expression that was never translated must not look like "not found". */
function pythonFinds({ python, value }: FieldCondition, text: string, rim: RuleRim, unknown: boolean): boolean {
  if (python === undefined) return unknown
  return searches(value, rim, unknown, (onLimit) =>
    isAscii(text) ? rim.matches(python.ascii, text, true, onLimit) : rim.matchesUnicode(python.unicode, text, onLimit),
  )
}

function searches(pattern: string, rim: RuleRim, unknown: boolean, search: (onLimit: () => void) => boolean): boolean {
  let limited = false
  const found = search(() => {
    limited = true
    rim.onLimit?.(pattern)
  })
  return limited ? unknown : found
}

/** The texts under a path; `*` is every member of a list or an object. What is no text is its JSON. */
function valuesAt(value: unknown, path: readonly string[]): readonly string[] {
  const [first, ...rest] = path
  if (first === undefined) {
    if (value === undefined || value === null) return []
    return [typeof value === 'string' ? value : (JSON.stringify(value) ?? '')]
  }
  if (first === '*') {
    const members = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
    return members.flatMap((member) => valuesAt(member, rest))
  }
  if (!isObject(value) || !Object.hasOwn(value, first)) return []
  return valuesAt(value[first], rest)
}

function shellHolds(condition: ShellCondition, input: JsonObject, rim: RuleRim): boolean {
  return condition.fields
    .flatMap((field) => valuesAt(input, field.split('.')))
    .some((text) => {
      const { commands, doubts } = rim.readShell(text)
      if (doubts.some((doubt) => doubt.kind === 'unparsable' || doubt.kind === 'too-much')) return true
      return commands.some((command) => {
        if (condition.programs.length > 0 && !condition.programs.includes(command.name)) return false
        const words = new Set(command.words.slice(1).map((word) => word.text))
        const one = condition.anyWord.length === 0 || condition.anyWord.some((word) => words.has(word))
        return one && condition.words.every((word) => words.has(word))
      })
    })
}
