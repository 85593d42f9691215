/** Finds literals that every match of an expression contains, so that most texts need not be searched at all. */
import { MAX_CODE, MAX_LOOKAROUNDS } from './compile.ts'
import { hasReference, type RegexNode } from './nodes.ts'
import { parseRegex } from './parse.ts'
import { MAX_WORK } from './simulate.ts'

export interface RequiredLiterals {
  /** Every match contains one of these, ignoring the case of ASCII letters. Undefined: no such list is known. */
  readonly literals?: readonly string[]
  /** The work of a search is at most this for each character of the text. */
  readonly size: number
  /** In texts up to this length no engine reaches its limit of work, so "not found" is the whole answer. */
  readonly maxLength: number
}

/** More alternatives than this take longer to check than the search itself. */
const MAX_LITERALS = 16
const MIN_LENGTH = 2
/** Longer expressions are rare, and may be nested deeper than the stack allows. */
const MAX_PATTERN = 1024

/** Undefined if the search may end at a limit of steps, or if V8 refuses the expression. */
export function findRequiredLiterals(pattern: string, flags: '' | 'i'): RequiredLiterals | undefined {
  if (pattern.length > MAX_PATTERN || !isValid(pattern, flags)) return undefined
  const { node } = parseRegex(pattern, flags)
  if (hasReference(node)) return undefined
  const { code, lookarounds } = sizeOf(node)
  const size = code + 1
  if (size > MAX_CODE || lookarounds > MAX_LOOKAROUNDS) return undefined
  const { needs } = read(node, flags === 'i')
  return { ...(needs === undefined ? {} : { literals: needs }), size, maxLength: Math.floor(MAX_WORK / size) - 1 }
}

function isValid(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags)
    return true
  } catch {
    return false
  }
}

interface Size {
  readonly code: number
  readonly lookarounds: number
}

/** At least the number of instructions that `compileRegex` writes. */
function sizeOf(node: RegexNode): Size {
  switch (node.kind) {
    case 'seq':
    case 'alt': {
      const sizes = node.of.map(sizeOf)
      const between = node.kind === 'alt' ? 2 * (sizes.length - 1) : 0
      return sizes.reduce(addSizes, { code: between, lookarounds: 0 })
    }
    case 'group':
      return sizeOf(node.of)
    case 'lookaround':
      // The instruction, and a program of its own that ends with another.
      return addSizes(sizeOf(node.of), { code: 2, lookarounds: 1 })
    case 'repeat': {
      const { code, lookarounds } = sizeOf(node.of)
      const times = node.max === Number.POSITIVE_INFINITY ? node.min + 1 : node.max
      return { code: times * (code + 2), lookarounds: times * lookarounds }
    }
    default:
      return { code: 1, lookarounds: 0 }
  }
}

const addSizes = (a: Size, b: Size): Size => ({ code: a.code + b.code, lookarounds: a.lookarounds + b.lookarounds })

interface Reading {
  /** All texts that the node can match, where they are few. */
  readonly exact?: readonly string[]
  readonly needs?: readonly string[]
}

function read(node: RegexNode, ignoreCase: boolean): Reading {
  switch (node.kind) {
    case 'char':
      return withNeeds(charsOf(node.source, ignoreCase))
    case 'seq':
      return readSequence(node.of.map((one) => read(one, ignoreCase)))
    case 'alt':
      return readAlternatives(node.of.map((one) => read(one, ignoreCase)))
    case 'group':
      return read(node.of, ignoreCase)
    case 'repeat':
      return readRepeat(node, ignoreCase)
    default:
      // They match no text, and what a look-around sees may lie outside of the match.
      return { exact: [''] }
  }
}

function readRepeat({ min, max, of }: Extract<RegexNode, { kind: 'repeat' }>, ignoreCase: boolean): Reading {
  const { exact, needs } = read(of, ignoreCase)
  if (min === 1 && max === 1) return { ...(exact && { exact }), ...(needs && { needs }) }
  if (min === 0) return max === 1 && exact !== undefined ? withNeeds(['', ...exact]) : {}
  return needs === undefined ? {} : { needs }
}

function readAlternatives(branches: readonly Reading[]): Reading {
  const exact = unite(branches.map((branch) => branch.exact))
  if (exact !== undefined) return withNeeds(exact)
  const needs = unite(branches.map((branch) => branch.needs))
  return needs === undefined ? {} : { needs }
}

function unite(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const all = new Set<string>()
  for (const list of lists) {
    if (list === undefined) return undefined
    for (const text of list) all.add(text)
  }
  return all.size > MAX_LITERALS ? undefined : [...all]
}

/** Joins neighbours whose texts are known, and keeps the best list of literals that one stretch of them gives. */
function readSequence(parts: readonly Reading[]): Reading {
  let best: readonly string[] | undefined
  let stretch: readonly string[] = ['']
  let isExact = true
  const offer = (list: readonly string[] | undefined) => {
    if (list !== undefined && isUseful(list) && (best === undefined || shortest(list) > shortest(best))) best = list
  }
  for (const { exact, needs } of parts) {
    const joined = exact === undefined ? undefined : join(stretch, exact)
    if (joined !== undefined) {
      stretch = joined
      continue
    }
    isExact = false
    offer(stretch)
    offer(needs)
    stretch = exact ?? ['']
  }
  offer(stretch)
  return { ...(isExact ? { exact: stretch } : {}), ...(best === undefined ? {} : { needs: best }) }
}

function join(before: readonly string[], after: readonly string[]): readonly string[] | undefined {
  if (before.length * after.length > MAX_LITERALS) return undefined
  return before.flatMap((one) => after.map((other) => one + other))
}

const withNeeds = (exact: readonly string[] | undefined): Reading =>
  exact === undefined ? {} : { exact, ...(isUseful(exact) ? { needs: exact } : {}) }

const shortest = (list: readonly string[]): number => Math.min(...list.map((text) => text.length))
const isUseful = (list: readonly string[]): boolean => list.length > 0 && shortest(list) >= MIN_LENGTH

/** The characters that a part of the pattern stands for, where they are written out: `a`, `\.`, `[ab]`. */
function charsOf(source: string, ignoreCase: boolean): readonly string[] | undefined {
  const found = readChars(source)
  // The engines do not agree on what is the same letter beyond ASCII.
  return found?.every((char) => char.length === 1 && (!ignoreCase || char < '\x80')) === true ? found : undefined
}

function readChars(source: string): readonly string[] | undefined {
  if (source.length === 1) return source === '.' ? undefined : [source]
  if (/^\\[!-/:-@[-`{-~]$/.test(source)) return [source.slice(1)]
  return /^\[[^\\\]^-]{1,4}\]$/.test(source) ? [...source.slice(1, -1)] : undefined
}
