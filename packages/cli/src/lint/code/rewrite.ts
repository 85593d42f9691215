/** Applies many changes to a text and records for each character its offset in the original. */
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

/** Skips changes that overlap an earlier one. */
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

/** Converts the offsets of a reading back to offsets in the original text. */
export function restoreOffsets(read: Reading, { offsets }: Rewritten, length: number): Reading {
  // mapOffsets only replaces numbers, so the result has the same shape.
  return mapOffsets(read, (offset) => offsets[offset] ?? length) as Reading
}

function mapOffsets(value: unknown, toOriginal: (offset: number) => number): unknown {
  if (Array.isArray(value)) return value.map((one) => mapOffsets(one, toOriginal))
  if (value === null || typeof value !== 'object' || value instanceof Set) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === 'offset' && typeof one === 'number' ? toOriginal(one) : mapOffsets(one, toOriginal),
    ]),
  )
}

export interface Span {
  readonly kind: 'comment' | 'text'
  readonly quote: string
  readonly from: number
  /** The offset after the closing quotation mark. */
  readonly to: number
}

/** Replaces the content of strings and comments with spaces; the length stays the same. */
export function maskSpans(text: string, spans: readonly Span[]): string {
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

/** The offset that closes the bracket opened at `from`; the end of the text if nothing closes it. */
export function closingIn(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (/[([{]/.test(text.charAt(at))) depth++
    else if (/[)\]}]/.test(text.charAt(at)) && --depth <= 0) return at
  }
  return text.length
}

/** The offset that opens the bracket closed at `to`. */
export function openingIn(text: string, to: number): number {
  let depth = 0
  for (let at = to; at >= 0; at--) {
    if (/[)\]}]/.test(text.charAt(at))) depth++
    else if (/[([{]/.test(text.charAt(at)) && --depth <= 0) return at
  }
  return 0
}

/** The text just before an offset. It is limited in length, so that long texts are processed in linear time. */
export const textBefore = (text: string, at: number): string => text.slice(Math.max(0, at - NEAR), at)
const NEAR = 400
