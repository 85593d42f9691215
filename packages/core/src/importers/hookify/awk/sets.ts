/** Which characters a set of an expression holds, as ranges over all of Unicode; told by the translation that Python agrees with. */
import { unicodeSet } from '../../../rules/python/emit.ts'
import type { Item } from '../../../rules/python/nodes.ts'

export type Range = readonly [first: number, last: number]
export interface CharSet {
  readonly key: string
  readonly ranges: readonly Range[]
}
export const LAST = 0x10ffff

/** One character and no other, its case counts. */
export const exactly = (code: number): CharSet => ({ key: `=${code}`, ranges: [[code, code]] })
export const anything: CharSet = { key: 'any', ranges: [[0, LAST]] }
export const anyButNewline: CharSet = {
  key: 'any but newline',
  ranges: [
    [0, 9],
    [11, LAST],
  ],
}

const known = new Map<string, CharSet>()

export function setOf(items: readonly Item[], negated: boolean): CharSet {
  const key = unicodeSet(items, negated)
  const found = known.get(key) ?? { key, ranges: narrow(items) ? fewTests(key) : allTests(key) }
  known.set(key, found)
  return found
}
export const wordSet = (): CharSet => setOf([{ word: 'w' }], false)

/** Above ASCII it holds the letters that are one of ASCII in another case, and else all or nothing. */
const narrow = (items: readonly Item[]): boolean => items.every((item) => 'last' in item && item.last < 0x80)
const odd = [0x130, 0x131, 0x17f, 0x212a]

function fewTests(source: string): readonly Range[] {
  const set = new RegExp(`^${source}$`, 'iv')
  const codes = [...Array(0x80).keys(), ...odd]
  const single = codes.filter((code) => set.test(String.fromCodePoint(code))).map((code): Range => [code, code])
  if (!set.test('\u4e00')) return joined(single)
  const between = [0x7f, ...odd].map((code, at): Range => [code + 1, (odd[at] ?? LAST + 1) - 1])
  return joined([...single, ...between.filter(([first, last]) => first <= last)])
}

function allTests(source: string): readonly Range[] {
  const ranges: Range[] = []
  for (const [start, text] of blocks())
    for (const match of text.matchAll(new RegExp(`${source}+`, 'giv'))) {
      const first = (start < 0x10000 ? match.index : match.index / 2) + start
      ranges.push([first, first + [...match[0]].length - 1])
    }
  // Halves of characters are all alike.
  if (new RegExp(source, 'iv').test('\ud800')) ranges.push([0xd800, 0xdfff])
  return joined(ranges)
}

let made: readonly (readonly [number, string])[] | undefined
function blocks(): readonly (readonly [number, string])[] {
  const text = (first: number, last: number) =>
    [first, Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('')] as const
  made ??= [text(0, 0xd7ff), text(0xe000, 0xffff), text(0x10000, LAST)]
  return made
}

function joined(ranges: readonly Range[]): readonly Range[] {
  const out: [number, number][] = []
  for (const [first, last] of ranges.toSorted(([one], [two]) => one - two)) {
    const before = out.at(-1)
    if (before !== undefined && before[1] + 1 >= first) before[1] = Math.max(before[1], last)
    else out.push([first, last])
  }
  return out
}
