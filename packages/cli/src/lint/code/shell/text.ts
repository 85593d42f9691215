/** Represents words of a shell script as text without quotes, with the offset of each character and holes for expansions. */
import type { HereDocBody, Word, WordPart } from 'unbash'
import { hole } from '../programs/tokens.ts'

export interface ShellText {
  /** The text, with `hole` for each expansion. */
  readonly text: string
  /** The offset in the script of each character. */
  readonly offsets: readonly number[]
  readonly holes: readonly Hole[]
  readonly start: number
  readonly end: number
}
export interface Hole {
  /** The index in `text`. */
  readonly index: number
  readonly part: WordPart
}

const emptyText = (start: number): ShellText => ({ text: '', offsets: [], holes: [], start, end: start })

export function textOf(word: Word): ShellText {
  const writer = new Writer(word.pos, word.end)
  if (word.parts === undefined) writer.plain(word.value, word.text, word.pos, /\\(.)/gs)
  else for (const part of word.parts) writer.part(part, false)
  return writer.done()
}

export function bodyText({ pos, end, text, parts }: HereDocBody): ShellText {
  const writer = new Writer(pos, end)
  if (parts === undefined) writer.plain(text, text, pos, undefined)
  else for (const part of parts) writer.part(part, true)
  return writer.done()
}

/** Joins words with spaces. */
export function joinWords(words: readonly ShellText[]): ShellText {
  const [first] = words
  if (first === undefined) return emptyText(0)
  return words.slice(1).reduce((all, one) => {
    const shift = all.text.length + 1
    return {
      text: `${all.text} ${one.text}`,
      offsets: [...all.offsets, all.end, ...one.offsets],
      holes: [...all.holes, ...one.holes.map(({ index, part }) => ({ index: index + shift, part }))],
      start: all.start,
      end: one.end,
    }
  }, first)
}

/** The output of `printf` for a format and values, as far as it is known. */
export function formatText(format: ShellText, values: readonly ShellText[]): ShellText {
  const parts: ShellText[] = []
  let at = 0
  let next = 0
  for (const found of format.text.matchAll(/%(?:%|[-+ 0#]*\d*(?:\.\d+)?[a-zA-Z])|\\n/g)) {
    parts.push(sliceText(format, at, found.index))
    const value = /^%[^%]/.test(found[0]) ? values[next++] : undefined
    const literal = found[0] === '\\n' ? '\n' : found[0] === '%%' ? '%' : ''
    parts.push(
      value ?? {
        ...emptyText(offsetIn(format, found.index)),
        text: literal,
        offsets: [...literal].map(() => offsetIn(format, found.index)),
      },
    )
    at = found.index + found[0].length
  }
  return concatParts([...parts, sliceText(format, at, format.text.length)], format)
}

function sliceText(text: ShellText, from: number, to: number): ShellText {
  const holes = text.holes.filter(({ index }) => index >= from && index < to)
  return {
    ...text,
    text: text.text.slice(from, to),
    offsets: text.offsets.slice(from, to),
    holes: holes.map(({ index, part }) => ({ index: index - from, part })),
  }
}

function concatParts(words: readonly ShellText[], { start, end }: ShellText): ShellText {
  let length = 0
  const holes = words.flatMap((one) => {
    const shift = length
    length += one.text.length
    return one.holes.map(({ index, part }) => ({ index: index + shift, part }))
  })
  return {
    text: words.map(({ text }) => text).join(''),
    offsets: words.flatMap(({ offsets }) => offsets),
    holes,
    start,
    end,
  }
}

export const offsetIn = ({ offsets, end }: ShellText, index: number): number => offsets[index] ?? end

/** The word as written, without quotes: `$HOME/x`. */
export function asWritten({ text, holes }: ShellText): string {
  let at = 0
  let written = ''
  for (const { index, part } of holes) {
    written += text.slice(at, index) + part.text
    at = index + 1
  }
  return written + text.slice(at)
}

/** The variable of an expansion. */
export function nameOf(part: WordPart): string | undefined {
  if (part.type === 'ParameterExpansion') return part.prefix === '!' ? undefined : part.parameter
  return part.type === 'SimpleExpansion' ? part.text.slice(1) : undefined
}

class Writer {
  private text = ''
  private readonly offsets: number[] = []
  private readonly holes: Hole[] = []

  private readonly start: number
  private readonly end: number

  constructor(start: number, end: number) {
    this.start = start
    this.end = end
  }

  done(): ShellText {
    return { text: this.text, offsets: this.offsets, holes: this.holes, start: this.start, end: this.end }
  }

  part(part: WordPart, quoted: boolean): void {
    switch (part.type) {
      case 'Literal':
        this.plain(part.value, part.text, part.pos, quoted ? /\\([$`"\\\n])/g : /\\(.)/gs)
        return
      case 'SingleQuoted':
        this.plain(part.value, part.value, part.pos + 1, undefined)
        return
      case 'AnsiCQuoted':
        for (const char of part.value) this.add(char, part.pos)
        return
      case 'DoubleQuoted':
      case 'LocaleString':
        for (const child of part.parts) this.part(child, true)
        return
      case 'Glob':
        this.plain(part.text, part.text, part.pos, undefined)
        return
      case 'BraceExpansion':
      case 'ExtendedGlob':
        this.plain(part.text, part.text, part.pos, undefined)
        return
      default:
        this.holes.push({ index: this.text.length, part })
        this.add(hole, part.pos)
    }
  }

  /** `escaping` matches the escapes that a backslash forms; undefined if the text has no escapes. */
  plain(value: string, source: string, from: number, escaping: RegExp | undefined): void {
    if (escaping === undefined || !source.includes('\\')) {
      for (let at = 0; at < value.length; at++) this.add(value.charAt(at), from + at)
      return
    }
    let last = 0
    for (const found of source.matchAll(escaping)) {
      for (let at = last; at < found.index; at++) this.add(source.charAt(at), from + at)
      if (found[1] !== '\n') this.add(found[1] ?? '', from + found.index + 1)
      last = found.index + found[0].length
    }
    for (let at = last; at < source.length; at++) this.add(source.charAt(at), from + at)
  }

  private add(char: string, offset: number): void {
    this.text += char
    for (let at = 0; at < char.length; at++) this.offsets.push(offset)
  }
}
