/** Changes a text at many places at once and keeps for each character where it came from. */
import type { Reading } from './reading.ts'

export interface Change {
  readonly from: number
  readonly to: number
  readonly text: string
}
export interface Rewritten {
  readonly text: string
  /** For each character of the text its offset in the original. */
  readonly offsets: readonly number[]
}

/** Changes that overlap an earlier one are left out. */
export function rewrite(original: string, changes: readonly Change[]): Rewritten {
  let text = ''
  const offsets: number[] = []
  let at = 0
  const keep = (to: number) => {
    for (; at < to; at++) {
      text += original[at]
      offsets.push(at)
    }
  }
  for (const { from, to, text: changed } of changes.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (from < at) continue
    keep(from)
    text += changed
    for (let index = 0; index < changed.length; index++) offsets.push(from)
    at = to
  }
  keep(original.length)
  return { text, offsets }
}

/** The same reading, with places in the original text. */
export function withPlaces(read: Reading, { offsets }: Rewritten, length: number): Reading {
  return moved(read, (offset) => offsets[offset] ?? length) as Reading
}

function moved(value: unknown, place: (offset: number) => number): unknown {
  if (Array.isArray(value)) return value.map((one) => moved(one, place))
  if (value === null || typeof value !== 'object' || value instanceof Set) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === 'offset' && typeof one === 'number' ? place(one) : moved(one, place),
    ]),
  )
}

export interface Span {
  readonly kind: 'comment' | 'text'
  readonly quote: string
  readonly from: number
  /** One past the closing quotation mark. */
  readonly to: number
}

/** The text with the inside of texts and comments blanked, of the same length. */
export function masked(text: string, spans: readonly Span[]): string {
  let out = ''
  let at = 0
  for (const { kind, from, to, quote } of spans) {
    out += text.slice(at, from)
    const inside = text.slice(from, to).replace(/[^\n]/g, ' ')
    const size = quote.length
    out +=
      kind === 'comment'
        ? inside
        : `${text.slice(from, from + size)}${inside.slice(size, -size)}${text.slice(to - size, to)}`
    at = to
  }
  return out + text.slice(at)
}

/** Where the bracket that is open at `from` is closed; the end of the text where it is not. */
export function closingIn(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (/[([{]/.test(text[at] as string)) depth++
    else if (/[)\]}]/.test(text[at] as string) && --depth <= 0) return at
  }
  return text.length
}

/** Where the bracket that is closed at `to` was opened. */
export function openingIn(text: string, to: number): number {
  let depth = 0
  for (let at = to; at >= 0; at--) {
    if (/[)\]}]/.test(text[at] as string)) depth++
    else if (/[([{]/.test(text[at] as string) && --depth <= 0) return at
  }
  return 0
}

/** The text right before a place: as much of it as tells what stands there, so that long texts are read in linear time. */
export const textBefore = (text: string, at: number): string => text.slice(Math.max(0, at - NEAR), at)
const NEAR = 400
