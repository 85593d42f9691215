/** A text that conditions test, and what they share about it, so that a thousand conditions read it once. */
import { isAscii as isAsciiText } from './python/index.ts'

export interface Subject {
  readonly text: string
  /** How often a text was searched for in it. */
  searches: number
  lower?: string
  grams?: Grams
  isAscii?: boolean
  shell?: ShellSummary
}

/** What conditions ask about a shell text. */
export interface ShellSummary {
  /** The text cannot be parsed, so every condition holds. */
  readonly isUnclear: boolean
  readonly commands: readonly ShellCommand[]
}

interface ShellCommand {
  readonly name: string
  readonly words: ReadonlySet<string>
  /** The options of one letter among them, each with its hyphen. */
  readonly letters: ReadonlySet<string>
}

export const createSubject = (text: string): Subject => ({ text, searches: 0 })

export function lowerOf(subject: Subject): string {
  subject.lower ??= subject.text.toLowerCase()
  return subject.lower
}

export function isAscii(subject: Subject): boolean {
  subject.isAscii ??= isAsciiText(subject.text)
  return subject.isAscii
}

/** Which pairs and triples of characters occur, as a table of bits by their hash. A table never misses one that does. */
interface Grams {
  readonly table: Uint8Array
  readonly mask: number
}

/** The hashes of each literal's triples, or of its pair if it has no more. */
export type Literals = readonly (readonly number[])[]

/** Undefined if one of the literals is too short to be found by pairs. */
export function createLiterals(strings: readonly string[]): Literals | undefined {
  return strings.every((one) => one.length >= 2) ? strings.map(hashesOf) : undefined
}

function hashesOf(text: string): readonly number[] {
  const codes = Array.from({ length: text.length }, (_, at) => foldCode(text.charCodeAt(at)))
  // The loops below stay within the length of the list.
  const code = (at: number) => codes[at] as number
  if (codes.length === 2) return [pairHash(code(0), code(1))]
  return Array.from({ length: codes.length - 2 }, (_, at) => tripleHash(code(at), code(at + 1), code(at + 2)))
}

/** False only if none of the literals occurs, ignoring the case of ASCII letters. */
export function mayContain(subject: Subject, literals: Literals): boolean {
  const { table, mask } = gramsOf(subject)
  for (const hashes of literals) if (hasAll(hashes, table, mask)) return true
  return false
}

export function gramsOf(subject: Subject): Grams {
  subject.grams ??= createGrams(subject.text)
  return subject.grams
}

/** To make the table takes longer than a few searches. */
const SEARCHES_BEFORE_TABLE = 16

/** Counts a search, and says whether the table is worth its price. */
export const isSearchedOften = (subject: Subject): boolean =>
  ++subject.searches > SEARCHES_BEFORE_TABLE || subject.grams !== undefined

function hasAll(hashes: readonly number[], table: Uint8Array, mask: number): boolean {
  for (const hash of hashes) if (table[hash & mask] === 0) return false
  return true
}

const MIN_TABLE = 1024
const MAX_TABLE = 1 << 18

function createGrams(text: string): Grams {
  let size = MIN_TABLE
  while (size < text.length * 8 && size < MAX_TABLE) size *= 2
  const table = new Uint8Array(size)
  const mask = size - 1
  let before = -1
  let last = -1
  for (let at = 0; at < text.length; at++) {
    const code = foldCode(text.charCodeAt(at))
    if (last >= 0) table[pairHash(last, code) & mask] = 1
    if (before >= 0) table[tripleHash(before, last, code) & mask] = 1
    before = last
    last = code
  }
  return { table, mask }
}

const foldCode = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code)
/** The upper bits are folded into the lower ones, of which a small table uses only a few. */
const pairHash = (a: number, b: number): number => spread(a * 0x1f35 + b * 0x3d)
const tripleHash = (a: number, b: number, c: number): number => spread(a * 0x2c9f + b * 0x1f35 + c * 0x3d + 0x5bd1)
const spread = (sum: number): number => sum ^ (sum >>> 9)
