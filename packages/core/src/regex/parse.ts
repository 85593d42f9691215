/**
 * Parses a regular expression in JavaScript's syntax. The pattern is known to be valid: V8 has compiled it. Throws where the V8 of a
 * newer Node knows more than this parser: modifiers (`(?i:…)`), and several groups of one name.
 */
import type { RegexFlags, RegexNode } from './nodes.ts'

interface Cursor {
  readonly pattern: string
  /** With the flag `v` the pattern is read in whole characters and braces are never literal. */
  readonly unicode: boolean
  /** All groups of the pattern, counted beforehand: `\2` may stand before its group. */
  readonly groups: number
  readonly names: ReadonlyMap<string, number>
  at: number
  opened: number
}

export function parseRegex(pattern: string, flags: RegexFlags): { readonly node: RegexNode; readonly groups: number } {
  const { groups, names } = findGroups(pattern, flags === 'iv')
  const cursor: Cursor = { pattern, unicode: flags === 'iv', groups, names, at: 0, opened: 0 }
  return { node: parseAlternatives(cursor), groups }
}

function parseAlternatives(cursor: Cursor): RegexNode {
  const of = [parseSequence(cursor)]
  while (cursor.pattern[cursor.at] === '|') {
    cursor.at++
    of.push(parseSequence(cursor))
  }
  // A list of length 1 has a first item.
  return of.length === 1 ? (of[0] as RegexNode) : { kind: 'alt', of }
}

function parseSequence(cursor: Cursor): RegexNode {
  const of: RegexNode[] = []
  for (;;) {
    const char = cursor.pattern[cursor.at]
    if (char === undefined || char === '|' || char === ')') return { kind: 'seq', of }
    of.push(parseQuantifier(cursor, parseTerm(cursor, char)))
  }
}

function parseTerm(cursor: Cursor, char: string): RegexNode {
  if (char === '(') return parseGroup(cursor)
  if (char === '\\') return parseEscape(cursor)
  if (char === '[') return takeChar(cursor, classEnd(cursor.pattern, cursor.at, cursor.unicode) - cursor.at)
  if (char === '^' || char === '$') {
    cursor.at++
    return { kind: 'at', where: char === '^' ? 'start' : 'end' }
  }
  const isPair = cursor.unicode && (cursor.pattern.codePointAt(cursor.at) ?? 0) > 0xffff
  return takeChar(cursor, isPair ? 2 : 1)
}

function takeChar(cursor: Cursor, length: number, source?: string): RegexNode {
  const text = source ?? cursor.pattern.slice(cursor.at, cursor.at + length)
  cursor.at += length
  return { kind: 'char', source: text }
}

/** Where a class ends. With the flag `v` classes may stand inside classes. */
function classEnd(pattern: string, start: number, nested: boolean): number {
  let depth = 0
  for (let at = start; at < pattern.length; at++) {
    const char = pattern[at]
    if (char === '\\') at++
    else if (char === '[' && (nested || depth === 0)) depth++
    else if (char === ']' && --depth === 0) return at + 1
  }
  return pattern.length
}

const openings: readonly [string, (of: RegexNode) => RegexNode][] = [
  ['(?:', (of) => of],
  ['(?=', (of) => ({ kind: 'lookaround', behind: false, negated: false, of })],
  ['(?!', (of) => ({ kind: 'lookaround', behind: false, negated: true, of })],
  ['(?<=', (of) => ({ kind: 'lookaround', behind: true, negated: false, of })],
  ['(?<!', (of) => ({ kind: 'lookaround', behind: true, negated: true, of })],
]

function parseGroup(cursor: Cursor): RegexNode {
  const opening = openings.find(([text]) => cursor.pattern.startsWith(text, cursor.at))
  if (opening !== undefined) {
    cursor.at += opening[0].length
    return opening[1](parseInside(cursor))
  }
  if (/^\(\?(?!<)/.test(cursor.pattern.slice(cursor.at, cursor.at + 3)))
    throw new Error(`Hookline does not know the group ${cursor.pattern.slice(cursor.at, cursor.at + 4)}`)
  const index = ++cursor.opened
  cursor.at = cursor.pattern[cursor.at + 1] === '?' ? cursor.pattern.indexOf('>', cursor.at) + 1 : cursor.at + 1
  return { kind: 'group', index, of: parseInside(cursor) }
}

function parseInside(cursor: Cursor): RegexNode {
  const node = parseAlternatives(cursor)
  cursor.at++
  return node
}

function parseEscape(cursor: Cursor): RegexNode {
  const rest = cursor.pattern.slice(cursor.at, cursor.at + 80)
  if (rest.startsWith('\\b') || rest.startsWith('\\B')) {
    cursor.at += 2
    return { kind: 'at', where: rest[1] === 'b' ? 'word' : 'no-word' }
  }
  const number = /^\\([1-9]\d*)/.exec(rest)
  if (number !== null && Number(number[1]) <= cursor.groups) {
    cursor.at += number[0].length
    return { kind: 'ref', index: Number(number[1]) }
  }
  const name = cursor.names.size > 0 ? /^\\k<([^>]*)>/.exec(rest) : null
  if (name !== null) {
    cursor.at += name[0].length
    // The group in the pattern is not optional, so a match has it.
    return { kind: 'ref', index: cursor.names.get(name[1] as string) ?? 0 }
  }
  // `\c` before anything but a letter is a backslash, and the `c` stands for itself.
  if (/^\\c(?![A-Za-z])/.test(rest)) return takeChar(cursor, 1, '\\\\')
  const long = cursor.unicode
    ? /^\\(?:u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u....|x..|[pP]\{[^}]*\}|c.)/.exec(rest)
    : /^\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[0-3][0-7]{0,2}|[4-7][0-7]?)/.exec(rest)
  return takeChar(cursor, long?.[0].length ?? 2)
}

function parseQuantifier(cursor: Cursor, of: RegexNode): RegexNode {
  const char = cursor.pattern[cursor.at]
  if (char !== '*' && char !== '+' && char !== '?' && char !== '{') return of
  const text = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(cursor.pattern.slice(cursor.at, cursor.at + 48))?.[0]
  if (text === undefined) return of
  cursor.at += text.length
  const lazy = cursor.pattern[cursor.at] === '?'
  if (lazy) cursor.at++
  return { kind: 'repeat', ...timesOf(text), lazy, of }
}

function timesOf(text: string): { readonly min: number; readonly max: number } {
  if (text === '*') return { min: 0, max: Number.POSITIVE_INFINITY }
  if (text === '+') return { min: 1, max: Number.POSITIVE_INFINITY }
  if (text === '?') return { min: 0, max: 1 }
  const [low = '', high] = text.slice(1, -1).split(',')
  const max = high === undefined ? Number(low) : high === '' ? Number.POSITIVE_INFINITY : Number(high)
  return { min: Number(low), max }
}

function findGroups(
  pattern: string,
  nested: boolean,
): { readonly groups: number; readonly names: Map<string, number> } {
  const names = new Map<string, number>()
  let groups = 0
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++
    else if (pattern[at] === '[') at = classEnd(pattern, at, nested) - 1
    else if (pattern[at] === '(') {
      const name = /^\(\?<([^=!>][^>]*)>/.exec(pattern.slice(at, at + 200))
      if (pattern[at + 1] !== '?' || name !== null) groups++
      // The group in the pattern is not optional, so a match has it.
      const known = name?.[1] as string
      if (names.has(known)) throw new Error(`Hookline does not know two groups of the name ${known}`)
      if (name !== null) names.set(known, groups)
    }
  }
  return { groups, names }
}
