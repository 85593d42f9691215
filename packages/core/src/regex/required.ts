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

/** Undefined if the search may end at a limit of steps, or if the expression cannot be read. Never throws. */
export function findRequiredLiterals(pattern: string, flags: '' | 'i'): RequiredLiterals | undefined {
  const node = pattern.length > MAX_PATTERN ? undefined : parseValid(pattern, flags)
  if (node === undefined || hasReference(node)) return undefined
  const size = 1 + sizeOf(node, { left: MAX_LOOKAROUNDS })
  // Not a number if an endless repetition contains nothing.
  if (!(size <= MAX_CODE)) return undefined
  const { needs } = read(node, flags === 'i')
  return { ...(needs === undefined ? {} : { literals: needs }), size, maxLength: Math.floor(MAX_WORK / size) - 1 }
}

function parseValid(pattern: string, flags: '' | 'i'): RegexNode | undefined {
  try {
    new RegExp(pattern, flags)
    return parseRegex(pattern, flags).node
  } catch {
    return undefined
  }
}

/** At least the number of instructions that `compileRegex` writes. Infinite if there may be too many look-arounds. */
function sizeOf(node: RegexNode, lookarounds: { left: number }): number {
  switch (node.kind) {
    case 'seq':
    case 'alt': {
      let size = node.kind === 'alt' ? 2 * (node.of.length - 1) : 0
      for (const one of node.of) size += one.kind === 'char' ? 1 : sizeOf(one, lookarounds)
      return size
    }
    case 'group':
      return sizeOf(node.of, lookarounds)
    case 'lookaround':
      // The instruction, and a program of its own that ends with another.
      return --lookarounds.left < 0 ? Number.POSITIVE_INFINITY : 2 + sizeOf(node.of, lookarounds)
    case 'repeat': {
      const times = node.max === Number.POSITIVE_INFINITY ? node.min + 1 : node.max
      const before = lookarounds.left
      const size = times * (sizeOf(node.of, lookarounds) + 2)
      lookarounds.left = before - times * (before - lookarounds.left)
      return lookarounds.left < 0 ? Number.POSITIVE_INFINITY : size
    }
    default:
      return 1
  }
}

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
      return readSequence(node.of, ignoreCase)
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
function readSequence(parts: readonly RegexNode[], ignoreCase: boolean): Reading {
  let best: readonly string[] | undefined
  let stretch: readonly string[] = ['']
  let isExact = true
  const offer = (list: readonly string[] | undefined) => {
    if (list !== undefined && isUseful(list) && (best === undefined || shortest(list) > shortest(best))) best = list
  }
  for (let at = 0; at < parts.length; ) {
    const text = lettersAt(parts, at)
    if (text !== '') {
      stretch = stretch.map((one) => one + text)
      at += text.length
      continue
    }
    // The loop ends at the last part.
    const { exact, needs } = read(parts[at++] as RegexNode, ignoreCase)
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

/** The plain ASCII letters and digits from here on, which are most of an expression. */
function lettersAt(parts: readonly RegexNode[], from: number): string {
  let text = ''
  for (let at = from; at < parts.length; at++) {
    const part = parts[at]
    if (part?.kind !== 'char' || !/^[\w ]$/.test(part.source)) break
    text += part.source
  }
  return text
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
