/** Braces as bash spreads them: `a{b,c{d,e}}` is `ab acd ace`, with quotes and expansions inside left whole. */
import type { WordPart } from 'unbash'
import { TooMuch } from '../budget.ts'

type Way = readonly WordPart[]
type Brace = Extract<WordPart, { readonly type: 'BraceExpansion' }>
/** A character that may be syntax, or a part that is none. */
type Item = string | WordPart

const MOST_WAYS = 256

/** Each way of choosing one alternative of every brace. */
export function spread(parts: readonly WordPart[]): readonly Way[] {
  let ways: WordPart[][] = [[]]
  for (const part of parts) {
    const choices = part.type === 'BraceExpansion' ? choicesOf(part) : undefined
    if (choices === undefined) for (const way of ways) way.push(part)
    else ways = product(ways, choices)
  }
  return ways
}

function product(ways: readonly Way[], choices: readonly Way[]): WordPart[][] {
  if (ways.length * choices.length > MOST_WAYS) throw new TooMuch('braces with more members than are read')
  return ways.flatMap((way) => choices.map((choice) => [...way, ...choice]))
}

const choicesOf = (part: Brace): readonly Way[] | undefined => group(itemsOf(part), part)

/** What stands between the braces; a character after a backslash is no syntax. */
function itemsOf(brace: Brace): readonly Item[] {
  if (brace.parts === undefined) return characters(brace.text.slice(1, -1), brace)
  return brace.parts.flatMap((part) => (part.type === 'Literal' ? characters(part.text, brace) : [part]))
}

const characters = (text: string, at: WordPart): readonly Item[] =>
  (text.match(/\\[\s\S]|[\s\S]/g) ?? []).map((one) => (one.length === 2 ? literal(one.slice(1), at) : one))

const literal = (text: string, { pos, end }: WordPart): WordPart => ({ type: 'Literal', pos, end, value: text, text })

/** The members of one pair of braces; undefined where it is none, or a range too long to matter. */
function group(items: readonly Item[], at: WordPart): readonly Way[] | undefined {
  const members = membersOf(items)
  return members.length === 1 ? range(items, at) : members.flatMap((member) => waysOf(member, at))
}

function membersOf(items: readonly Item[]): readonly (readonly Item[])[] {
  const members: Item[][] = [[]]
  let depth = 0
  for (const item of items) {
    if (item === '{') depth++
    if (item === '}') depth--
    if (item === ',' && depth === 0) members.push([])
    else members.at(-1)?.push(item)
  }
  if (members.length > MOST_WAYS) throw new TooMuch('braces with more members than are read')
  return members
}

/** One member, which may hold braces of its own. */
function waysOf(items: readonly Item[], at: WordPart): readonly Way[] {
  let ways: WordPart[][] = [[]]
  for (let here = 0; here < items.length; here++) {
    const item = items[here] as Item
    const end = item === '{' ? closing(items, here) : -1
    const inner = end === -1 ? undefined : group(items.slice(here + 1, end), at)
    if (inner !== undefined) {
      ways = product(ways, inner)
      here = end
    } else if (typeof item === 'string') for (const way of ways) way.push(literal(item, at))
    else ways = product(ways, spread([item]))
  }
  // An empty member is a word too where something stands beside the braces.
  return ways
}

function closing(items: readonly Item[], from: number): number {
  let depth = 0
  for (let at = from; at < items.length; at++) {
    if (items[at] === '{') depth++
    if (items[at] === '}' && --depth === 0) return at
  }
  return -1
}

/** `{1..3}` and `{a..c}`. */
function range(items: readonly Item[], at: WordPart): readonly Way[] | undefined {
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
