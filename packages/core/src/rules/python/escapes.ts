/** Reads the escapes and character classes of a Python expression. */
import type { ClassWord, Item, Position } from './nodes.ts'
import { different, invalid, type Scanner } from './scanner.ts'

const control: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 }
const positions: Readonly<Record<string, Position>> = { A: 'start', Z: 'last', b: 'word', B: 'no-word' }
const words = 'dDwWsS'

export type Escape =
  | { readonly code: number }
  | { readonly word: ClassWord }
  | { readonly where: Position }
  | { readonly ref: number }

/** Reads an escape outside of a class. The backslash is already taken. */
export function readEscape(scanner: Scanner): Escape {
  const char = scanner.take() ?? invalid('a backslash at the end')
  const where = positions[char]
  if (where !== undefined) return { where }
  if (char === '0') return { code: Number.parseInt(`0${scanner.digits(/[0-7]/, 2)}`, 8) }
  if (/[1-9]/.test(char)) return readNumber(scanner, char)
  return common(scanner, char)
}

/** `\12` is a group, `\123` a character. */
function readNumber(scanner: Scanner, first: string): Escape {
  const second = /[0-9]/.test(scanner.peek() ?? '') ? (scanner.take() ?? '') : ''
  if (/^[0-7]{2}$/.test(first + second) && /[0-7]/.test(scanner.peek() ?? ''))
    return octal(first + second + scanner.take())
  return { ref: Number(first + second) }
}

function octal(digits: string): { readonly code: number } {
  const code = Number.parseInt(digits, 8)
  return code > 0o377 ? invalid(`\\${digits} is not an octal character`) : { code }
}

function common(scanner: Scanner, char: string): { readonly code: number } | { readonly word: ClassWord } {
  // `words` has the letters of `ClassWord`, and `char` is one character.
  if (words.includes(char)) return { word: char as ClassWord }
  const code = control[char]
  if (code !== undefined) return { code }
  if (char === 'x') return { code: hex(scanner, 'x', 2) }
  if (char === 'u') return { code: hex(scanner, 'u', 4) }
  if (char === 'U') return { code: hex(scanner, 'U', 8) }
  if (char === 'N') return different('\\N{…}, a character by its name')
  return /[A-Za-z]/.test(char) ? invalid(`\\${char} is not an escape`) : { code: char.codePointAt(0) ?? 0 }
}

function hex(scanner: Scanner, char: string, length: number): number {
  const digits = scanner.digits(/[0-9a-fA-F]/, length)
  const code = Number.parseInt(digits, 16)
  return digits.length < length || code > 0x10ffff ? invalid(`\\${char}${digits} is not complete`) : code
}

/** After the opening bracket. */
export function readClass(scanner: Scanner): { readonly items: readonly Item[]; readonly negated: boolean } {
  const negated = scanner.eat('^')
  const items: Item[] = []
  for (let first = true; ; first = false) {
    const char = scanner.take() ?? invalid('a class is not closed')
    if (char === ']' && !first) return { items, negated }
    items.push(rangeFrom(scanner, member(scanner, char)))
  }
}

function rangeFrom(scanner: Scanner, from: Member): Item {
  const single = 'word' in from ? from : { first: from.code, last: from.code }
  if (scanner.peek() !== '-' || scanner.peek(1) === ']') return single
  if (scanner.peek(1) === undefined) invalid('a class is not closed')
  scanner.take()
  const to = member(scanner, scanner.take() ?? '')
  if ('word' in from || 'word' in to || to.code < from.code) return invalid('a range in a class is the wrong way round')
  return { first: from.code, last: to.code }
}

type Member = { readonly code: number } | { readonly word: ClassWord }

function member(scanner: Scanner, char: string): Member {
  if (char !== '\\') return { code: char.codePointAt(0) ?? 0 }
  const next = scanner.take() ?? invalid('a backslash at the end')
  if (next === 'b') return { code: 8 }
  if (/[0-7]/.test(next)) return octal(next + scanner.digits(/[0-7]/, 2))
  return /[89]/.test(next) ? invalid(`\\${next} is not an escape`) : common(scanner, next)
}
