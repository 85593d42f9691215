/** Does a rule's condition hold for an input? Pure: expressions and the shell reader are handed in. */
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import type { ShellReading } from '../shell/types.ts'
import { type Condition, type FieldCondition, patternOf, type ShellCondition } from './rule.ts'
import {
  createLiterals,
  createSubject,
  isAscii,
  isSearchedOften,
  type Literals,
  lowerOf,
  mayContain,
  type ShellSummary,
  type Subject,
} from './subject.ts'

/** An expression, ready to be searched for. */
interface RuleSearch {
  /** Every match contains one of these, ignoring the case of ASCII letters. */
  readonly literals?: readonly string[]
  /** The work is at most this for each character of the subject. */
  readonly size: number
  /** In subjects up to this length the search always has an answer. */
  readonly maxLength: number
  /** The expression occurs in the subject. `onLimit`: the work ended before that was known. */
  test(subject: string, onLimit: () => void): boolean
}

export interface RuleRim {
  readonly search: (pattern: string, ignoreCase: boolean) => RuleSearch
  /** The same without regard to case, in JavaScript's language of whole characters. */
  readonly matchesUnicode: (pattern: string, subject: string, onLimit: () => void) => boolean
  readonly readShell: (text: string) => ShellReading
}

/** A condition with everything that does not depend on the event computed. */
export type ReadyCondition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly ReadyCondition[] }
  | { readonly kind: 'not'; readonly of: ReadyCondition }
  | ReadyField
  | (ShellCondition & { readonly selector: Selector })

export interface ReadyField {
  readonly kind: 'field'
  readonly selector: Selector
  readonly condition: FieldCondition
  /** In lower case if the condition ignores case. */
  readonly value: string
  /** Of the operators that search for an expression. */
  readonly search?: ReadySearch
  /** Of the operators that compare texts. */
  readonly literals?: Literals
}

interface ReadySearch extends RuleSearch {
  readonly needs?: Literals
  /** What a note about its limit names. */
  readonly pattern: string
}

/** The values that conditions test. */
export interface Selector {
  readonly paths: readonly (readonly string[])[]
  readonly join?: string
  /** What it found last. */
  last?: { readonly facts: Facts; readonly subjects: readonly Subject[] }
}
/** One selector for each different list of fields, so that conditions on the same fields share what they find. */
export type Selectors = Map<string, Selector>

export function prepareCondition(condition: Condition, rim: RuleRim, selectors: Selectors): ReadyCondition {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return { kind: condition.kind, of: condition.of.map((one) => prepareCondition(one, rim, selectors)) }
    case 'not':
      return { kind: 'not', of: prepareCondition(condition.of, rim, selectors) }
    case 'field':
      return prepareField(condition, rim, selectors)
    case 'shell':
      return { ...condition, selector: selectorOf(condition.fields, undefined, selectors) }
  }
}

function selectorOf(fields: readonly string[], join: string | undefined, selectors: Selectors): Selector {
  const key = fields.length === 1 && join === undefined ? `.${fields[0]}` : JSON.stringify([fields, join])
  const made = selectors.get(key) ?? {
    paths: fields.map((field) => field.split('.')),
    ...(join === undefined ? {} : { join }),
  }
  selectors.set(key, made)
  return made
}

function prepareField(condition: FieldCondition, rim: RuleRim, selectors: Selectors): ReadyField {
  const value = condition.ignoreCase ? condition.value.toLowerCase() : condition.value
  const search = prepareSearch(condition, rim)
  const literals = search === undefined ? createLiterals([value]) : undefined
  return {
    kind: 'field',
    selector: selectorOf(condition.fields, condition.join, selectors),
    condition,
    value,
    ...(search === undefined ? {} : { search }),
    ...(literals === undefined ? {} : { literals }),
  }
}

function prepareSearch(condition: FieldCondition, rim: RuleRim): ReadySearch | undefined {
  const { operator, python, ignoreCase } = condition
  const isPattern = operator === 'regex' || operator === 'glob'
  if (!isPattern && python === undefined) return undefined
  const pattern = python?.ascii ?? patternOf(condition)
  const search = rim.search(pattern, isPattern ? ignoreCase : true)
  const needs = search.literals === undefined ? undefined : createLiterals(search.literals)
  return { ...search, ...(needs === undefined ? {} : { needs }), pattern: isPattern ? pattern : condition.value }
}

/** The input of an event, and the texts that conditions have found in it so far. */
export interface Facts {
  readonly input: JsonObject
  readonly byText: Map<string, Subject>
  /** What is left of the work that is done without a clock. */
  unwatchedWork: number
}

/** Instructions times characters: far less than a second in every engine. */
const MAX_UNWATCHED_WORK = 1_000_000

export const createFacts = (input: JsonObject): Facts => ({
  input,
  byText: new Map(),
  unwatchedWork: MAX_UNWATCHED_WORK,
})

export function subjectsOf(facts: Facts, selector: Selector): readonly Subject[] {
  const { last } = selector
  if (last?.facts === facts) return last.subjects
  const { paths, join } = selector
  const found = paths.flatMap((path) => valuesAt(facts.input, path))
  const values = join === undefined || found.length === 0 ? found : [found.join(join)]
  const subjects = values.map((text) => subjectOf(facts, text))
  selector.last = { facts, subjects }
  return subjects
}

function subjectOf({ byText }: Facts, text: string): Subject {
  const known = byText.get(text)
  if (known !== undefined) return known
  const made = createSubject(text)
  byText.set(text, made)
  return made
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

/** What is known of a condition before shell text is read and expressions are searched for whose work may be much. */
export type Glance =
  | 'holds'
  | 'fails'
  /** It has to be evaluated, which needs no clock. */
  | 'short'
  /** It has to be evaluated. */
  | 'open'
  /** It has to be evaluated, and may then leave a note, so conditions after it cannot replace it. */
  | 'may-note'

/** Does only work that is known to be short, so no clock has to watch it. */
export function glance(condition: ReadyCondition, facts: Facts): Glance {
  switch (condition.kind) {
    case 'all':
      return glanceAtList(condition.of, facts, 'fails', 'holds')
    case 'any':
      return glanceAtList(condition.of, facts, 'holds', 'fails')
    case 'not': {
      const seen = glance(condition.of, facts)
      return seen === 'holds' ? 'fails' : seen === 'fails' ? 'holds' : seen
    }
    case 'field':
      return glanceAtField(condition, facts)
    case 'shell':
      return glanceAtShell(subjectsOf(facts, condition.selector))
  }
}

/** The reader's work grows with the text, so a clock around a short one would cost more than the work. */
const MAX_UNWATCHED_SHELL = 2_000

function glanceAtShell(subjects: readonly Subject[]): Glance {
  if (subjects.length === 0) return 'fails'
  const length = subjects.reduce((sum, { text }) => sum + text.length, 0)
  return length <= MAX_UNWATCHED_SHELL ? 'short' : 'open'
}

function glanceAtList(of: readonly ReadyCondition[], facts: Facts, ending: Glance, otherwise: Glance): Glance {
  let result = otherwise
  for (const one of of) {
    const seen = glance(one, facts)
    if (seen === ending || seen === 'may-note') return seen
    if (seen === 'open' || (seen === 'short' && result !== 'open')) result = seen
  }
  return result
}

function glanceAtField(field: ReadyField, facts: Facts): Glance {
  const { condition, search } = field
  const subjects = subjectsOf(facts, field.selector)
  if (subjects.length === 0) return 'fails'
  if (search === undefined) {
    // An expression that was never translated has the answer that `holds` gives, which depends on the `not` around it.
    if (condition.operator === 'regex_match') return 'open'
    return textHolds(field, subjects) ? 'holds' : 'fails'
  }
  let result: Glance = 'fails'
  for (const subject of subjects) {
    if (!isSure(search, condition, subject)) return 'may-note'
    if (!mayFind(search, condition, subject)) continue
    if (!isUnwatched(search, subject, facts)) result = 'open'
    else if (search.test(subject.text, noLimit)) return 'holds'
  }
  return result
}

/** `isSure` was asked before. */
const noLimit = () => {}

/** Whether the search is short enough for an evaluation without a clock, and takes its work from what is left. */
function isUnwatched({ size }: ReadySearch, { text }: Subject, facts: Facts): boolean {
  const work = size * (text.length + 1)
  if (work > facts.unwatchedWork) return false
  facts.unwatchedWork -= work
  return true
}

/** The search will have an answer. */
const isSure = ({ maxLength }: ReadySearch, { operator }: FieldCondition, subject: Subject): boolean =>
  subject.text.length <= maxLength && (operator !== 'regex_match' || isAscii(subject))

/** False only where the search is sure and finds nothing. What is the same letter beyond ASCII is left to the engines. */
const mayFind = ({ needs }: ReadySearch, { operator, ignoreCase }: FieldCondition, subject: Subject): boolean =>
  needs === undefined || ((ignoreCase || operator === 'regex_match') && !isAscii(subject)) || mayContain(subject, needs)

function textHolds(field: ReadyField, subjects: readonly Subject[]): boolean {
  const { operator } = field.condition
  if (operator === 'not_contains') return !subjects.some((subject) => containsText(field, subject))
  for (const subject of subjects) if (textMatches(field, operator, subject)) return true
  return false
}

function textMatches(field: ReadyField, operator: FieldCondition['operator'], subject: Subject): boolean {
  if (operator === 'contains') return containsText(field, subject)
  const { value, condition } = field
  const text = condition.ignoreCase ? lowerOf(subject) : subject.text
  if (operator === 'equals') return text === value
  return operator === 'starts_with' ? text.startsWith(value) : text.endsWith(value)
}

function containsText({ value, condition, literals }: ReadyField, subject: Subject): boolean {
  const isPrefiltered = literals !== undefined && (!condition.ignoreCase || isAscii(subject))
  if (isPrefiltered && isSearchedOften(subject) && !mayContain(subject, literals)) return false
  return (condition.ignoreCase ? lowerOf(subject) : subject.text).includes(value)
}

/** What an evaluation needs beside the condition. */
interface Evaluation {
  readonly facts: Facts
  readonly rim: RuleRim
  /** Learns of an expression whose work ended at its limit. */
  readonly onLimit: (pattern: string) => void
}

/** `unknown` is what an expression counts as whose answer is not known: a match, and none inside a `not`, so that the rule holds. */
export function holds(condition: ReadyCondition, evaluation: Evaluation, unknown = true): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.of.every((one) => holds(one, evaluation, unknown))
    case 'any':
      return condition.of.some((one) => holds(one, evaluation, unknown))
    case 'not':
      return !holds(condition.of, evaluation, !unknown)
    case 'field':
      return fieldHolds(condition, evaluation, unknown)
    case 'shell':
      return shellHolds(condition, evaluation)
  }
}

function fieldHolds(field: ReadyField, evaluation: Evaluation, unknown: boolean): boolean {
  const { condition, search } = field
  const subjects = subjectsOf(evaluation.facts, field.selector)
  if (subjects.length === 0) return false
  if (search !== undefined) return subjects.some((subject) => finds(search, condition, subject, evaluation, unknown))
  // An expression that was never translated must not look like "not found".
  return condition.operator === 'regex_match' ? unknown : textHolds(field, subjects)
}

function finds(
  search: ReadySearch,
  condition: FieldCondition,
  subject: Subject,
  { rim, onLimit }: Evaluation,
  unknown: boolean,
): boolean {
  if (isSure(search, condition, subject) && !mayFind(search, condition, subject)) return false
  let limited = false
  const end = () => {
    limited = true
    onLimit(search.pattern)
  }
  const { python } = condition
  const found =
    python === undefined || isAscii(subject)
      ? search.test(subject.text, end)
      : rim.matchesUnicode(python.unicode, subject.text, end)
  return limited ? unknown : found
}

function shellHolds(condition: Extract<ReadyCondition, { kind: 'shell' }>, { facts, rim }: Evaluation): boolean {
  return subjectsOf(facts, condition.selector).some((subject) => {
    const { isUnclear, commands } = shellOf(subject, rim)
    return isUnclear || commands.some((command) => isCommandOf(condition, command))
  })
}

/** How the reader writes arguments that only come when the command runs, as those of `xargs`. */
const UNKNOWN = '…'

function isCommandOf(
  { programs, words, anyWord, anyArg, noWord, ignoreCase }: ShellCondition,
  command: ShellSummary['commands'][number],
): boolean {
  const isNamed = (program: string) =>
    ignoreCase ? program.toLowerCase() === command.name.toLowerCase() : program === command.name
  if (programs.length > 0 && !programs.some(isNamed)) return false
  const has = (word: string) => command.words.has(word)
  return (
    words.every(has) &&
    (anyWord.length === 0 || anyWord.some(has)) &&
    (anyArg.length === 0 || has(UNKNOWN) || anyArg.some((arg) => has(arg) || command.letters.has(arg))) &&
    !noWord.some(has)
  )
}

function shellOf(subject: Subject, rim: RuleRim): ShellSummary {
  subject.shell ??= summarizeShell(rim.readShell(subject.text))
  return subject.shell
}

const summarizeShell = ({ commands, doubts }: ShellReading): ShellSummary => ({
  isUnclear: doubts.some((doubt) => doubt.kind === 'unparsable' || doubt.kind === 'too-much'),
  commands: commands.map(({ name, words }) => {
    const given = words.slice(1).map((word) => word.text)
    return { name, words: new Set(given), letters: new Set(given.flatMap(lettersIn)) }
  }),
})

/** The options of one letter that are written together: `-p` and `-A` of `-pA`. */
function lettersIn(word: string): readonly string[] {
  const letters = /^-(?!-)[^=]*/u.exec(word)?.[0] ?? ''
  return [...letters.slice(1)].map((letter) => `-${letter}`)
}
