/** Expands braces like bash: `a{b,c{d,e}}` becomes `ab acd ace`. Quotes and expansions inside stay intact. */
import type { WordPart } from 'unbash'
import { BudgetExceeded } from '../budget.ts'

type Alternative = readonly WordPart[]
type Brace = Extract<WordPart, { readonly type: 'BraceExpansion' }>
/** A character that may be brace syntax, or a part that is not. */
type Item = string | WordPart

const MAX_ALTERNATIVES = 256

/** All combinations of one alternative from every brace. */
export function expandBraces(parts: readonly WordPart[]): readonly Alternative[] {
  let alternatives: WordPart[][] = [[]]
  for (const part of parts) {
    const choices = part.type === 'BraceExpansion' ? readChoices(part) : undefined
    if (choices === undefined) for (const alternative of alternatives) alternative.push(part)
    else alternatives = product(alternatives, choices)
  }
  return alternatives
}

function product(alternatives: readonly Alternative[], choices: readonly Alternative[]): WordPart[][] {
  if (alternatives.length * choices.length > MAX_ALTERNATIVES)
    throw new BudgetExceeded('braces expand to too many words to read')
  return alternatives.flatMap((alternative) => choices.map((choice) => [...alternative, ...choice]))
}

const readChoices = (part: Brace): readonly Alternative[] | undefined => expandGroup(readItems(part), part)

/** The content of the braces; a character after a backslash is not syntax. */
function readItems(brace: Brace): readonly Item[] {
  if (brace.parts === undefined) return characters(brace.text.slice(1, -1), brace)
  return brace.parts.flatMap((part) => (part.type === 'Literal' ? characters(part.text, brace) : [part]))
}

const characters = (text: string, at: WordPart): readonly Item[] =>
  (text.match(/\\[\s\S]|[\s\S]/g) ?? []).map((one) => (one.length === 2 ? literal(one.slice(1), at) : one))

const literal = (text: string, { pos, end }: WordPart): WordPart => ({ type: 'Literal', pos, end, value: text, text })

/** Expands one pair of braces; undefined if it is not a brace expansion, or is a very long range. */
function expandGroup(items: readonly Item[], at: WordPart): readonly Alternative[] | undefined {
  const members = splitMembers(items)
  return members.length === 1 ? expandRange(items, at) : members.flatMap((member) => expandMember(member, at))
}

function splitMembers(items: readonly Item[]): readonly (readonly Item[])[] {
  const members: Item[][] = [[]]
  let depth = 0
  for (const item of items) {
    if (item === '{') depth++
    if (item === '}') depth--
    if (item === ',' && depth === 0) members.push([])
    else members.at(-1)?.push(item)
  }
  if (members.length > MAX_ALTERNATIVES) throw new BudgetExceeded('braces expand to too many words to read')
  return members
}

/** Expands one member, which may contain braces itself. */
function expandMember(items: readonly Item[], at: WordPart): readonly Alternative[] {
  let alternatives: WordPart[][] = [[]]
  for (let here = 0; here < items.length; here++) {
    // True: `here` is below the length.
    const item = items[here] as Item
    const end = item === '{' ? findClosing(items, here) : -1
    const inner = end === -1 ? undefined : expandGroup(items.slice(here + 1, end), at)
    if (inner !== undefined) {
      alternatives = product(alternatives, inner)
      here = end
    } else if (typeof item === 'string') for (const alternative of alternatives) alternative.push(literal(item, at))
    else alternatives = product(alternatives, expandBraces([item]))
  }
  // An empty member also counts if there is text next to the braces.
  return alternatives
}

function findClosing(items: readonly Item[], from: number): number {
  let depth = 0
  for (let at = from; at < items.length; at++) {
    if (items[at] === '{') depth++
    if (items[at] === '}' && --depth === 0) return at
  }
  return -1
}

/** `{1..3}` and `{a..c}`. */
function expandRange(items: readonly Item[], at: WordPart): readonly Alternative[] | undefined {
  const text = items.every((item) => typeof item === 'string') ? items.join('') : ''
  const [, from, to, step] = /^(-?\d{1,9}|[a-zA-Z])\.\.(-?\d{1,9}|[a-zA-Z])(?:\.\.-?(\d{1,9}))?$/.exec(text) ?? []
  if (from === undefined || to === undefined || /\d/.test(from) !== /\d/.test(to)) return undefined
  const number = /\d/.test(from)
  const [first, last] = number ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)]
  const by = Math.max(1, Number(step ?? 1)) * Math.sign(last - first || 1)
  const count = Math.floor((last - first) / by) + 1
  if (count > 64) return undefined
  return Array.from({ length: count }, (_, index) => first + index * by).map((value) => [
    literal(number ? String(value) : String.fromCharCode(value), at),
  ])
}
