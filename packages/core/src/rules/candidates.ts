/** Finds which of many conditions may hold for an input, by the texts that occur in it. Each of the others costs a few reads of a table. */
import { type Facts, type ReadyCondition, type ReadyField, type Selector, subjectsOf } from './evaluate.ts'
import { gramsOf, isAscii, type Literals, type Subject } from './subject.ts'

/** Returns a 1 for each condition that has to be tested. The others fail, and would leave no note. */
export type FindCandidates = (facts: Facts) => Uint8Array

/** A text that occurs in one of the values. */
interface Need {
  readonly selector: Selector
  readonly hashes: Literals[number]
  /** Nothing is known about values that are longer. */
  readonly maxLength: number
  /** Nothing is known about other values. */
  readonly onlyAscii: boolean
}

/** An absent condition is always a candidate. */
export function createCandidates(conditions: readonly (ReadyCondition | undefined)[]): FindCandidates {
  const always = new Uint8Array(conditions.length)
  const bySelector = new Map<Selector, NeedOf[]>()
  for (const [at, condition] of conditions.entries()) {
    const needs = condition === undefined ? undefined : needsOf(condition)
    if (needs === undefined) always[at] = 1
    for (const need of needs ?? []) {
      const list = bySelector.get(need.selector) ?? []
      bySelector.set(need.selector, list)
      list.push({ need, at })
    }
  }
  const tables = [...bySelector].map(([selector, list]) => createTable(selector, list))
  return (facts) => {
    const found = always.slice()
    for (const table of tables)
      for (const subject of subjectsOf(facts, table.selector)) addCandidates(table, subject, found)
    return found
  }
}

/** A condition by its position, and one of its needs. */
interface NeedOf {
  readonly need: Need
  readonly at: number
}

/** All needs of one selector, in flat lists: to follow the objects of a thousand rules takes longer than to compare them. */
interface NeedTable {
  readonly selector: Selector
  readonly maxLength: number
  readonly onlyAscii: boolean
  /** The position of the condition of each need. */
  readonly conditions: Uint32Array
  /** Where the hashes of each need end. */
  readonly ends: Uint32Array
  readonly hashes: Int32Array
}

function createTable(selector: Selector, list: readonly NeedOf[]): NeedTable {
  let end = 0
  return {
    selector,
    maxLength: Math.min(...list.map(({ need }) => need.maxLength)),
    onlyAscii: list.some(({ need }) => need.onlyAscii),
    conditions: Uint32Array.from(list, ({ at }) => at),
    ends: Uint32Array.from(list, ({ need }) => {
      end += need.hashes.length
      return end
    }),
    hashes: Int32Array.from(list.flatMap(({ need }) => need.hashes)),
  }
}

function addCandidates(
  { maxLength, onlyAscii, conditions, ends, hashes }: NeedTable,
  subject: Subject,
  found: Uint8Array,
) {
  const isKnown = subject.text.length <= maxLength && (!onlyAscii || isAscii(subject))
  const { table, mask } = gramsOf(subject)
  let next = 0
  for (let at = 0; at < ends.length; at++) {
    // The lists have an item for each need.
    const end = ends[at] as number
    // `next` is below `end`, which is at most the length of the list.
    while (isKnown && next < end && table[(hashes[next] as number) & mask] !== 0) next++
    // `ends` and `conditions` are of one length.
    if (!isKnown || next === end) found[conditions[at] as number] = 1
    next = end
  }
}

/** The condition holds or leaves a note only where one of these occurs. Undefined: that is not known. */
function needsOf(condition: ReadyCondition): readonly Need[] | undefined {
  switch (condition.kind) {
    case 'all':
      return needsOfAll(condition.of)
    case 'any': {
      const needs = condition.of.map(needsOf)
      return needs.includes(undefined) ? undefined : needs.flatMap((one) => one ?? [])
    }
    case 'field':
      return needsOfField(condition)
    default:
      return undefined
  }
}

/** Those of the first part that has some, if no part before it may leave a note. */
function needsOfAll(parts: readonly ReadyCondition[]): readonly Need[] | undefined {
  for (const part of parts) {
    const needs = needsOf(part)
    if (needs !== undefined) return needs
    if (mayNote(part)) return undefined
  }
  return undefined
}

function mayNote(condition: ReadyCondition): boolean {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.some(mayNote)
    case 'not':
      return mayNote(condition.of)
    case 'field':
      return condition.search !== undefined
    case 'shell':
      return false
  }
}

function needsOfField({ selector, condition, search, literals }: ReadyField): readonly Need[] | undefined {
  const { operator, ignoreCase } = condition
  const isFound = operator !== 'not_contains' && operator !== 'regex_match'
  const needed = search === undefined ? (isFound ? literals : undefined) : search.needs
  const { maxLength } = search ?? { maxLength: Number.POSITIVE_INFINITY }
  // What is the same letter beyond ASCII is left to the engines.
  const onlyAscii = ignoreCase || operator === 'regex_match'
  return needed?.map((hashes) => ({ selector, hashes, maxLength, onlyAscii }))
}
