/** What a hook printed, for a person: some of its lines, clipped, under a name. */
import { counted } from './entry-text.ts'
import { clip, plain } from './plain.ts'
import type { Style } from './style.ts'

export interface PrintedLimits {
  readonly lines: number
  readonly characters: number
  /** What is said after "… n more lines". */
  readonly where?: string
}

/** An answer is read from its beginning. */
export function printedStdout(text: string, style: Style, limits: PrintedLimits): readonly string[] {
  const lines = linesOf(text)
  const rest = restOf(lines.length - limits.lines, 'more line', limits)
  return named('stdout', [...clipped(lines.slice(0, limits.lines), limits), ...rest.map(style.dim)], style)
}

/** What went wrong stands at the end. */
export function printedStderr(text: string, style: Style, limits: PrintedLimits): readonly string[] {
  const lines = linesOf(text)
  const rest = restOf(lines.length - limits.lines, 'earlier line', limits)
  return named('stderr', [...rest.map(style.dim), ...clipped(lines.slice(-limits.lines), limits)], style)
}

function linesOf(text: string): readonly string[] {
  const whole = plain(text).trimEnd()
  return whole === '' ? [] : whole.split('\n')
}

const clipped = (lines: readonly string[], { characters }: PrintedLimits): readonly string[] =>
  lines.map((line) => clip(line, characters))

const restOf = (count: number, what: string, { where = '' }: PrintedLimits): readonly string[] =>
  count > 0 ? [`… ${counted(count, what)}${where}`] : []

const named = (name: string, lines: readonly string[], style: Style): readonly string[] =>
  lines.map((line, at) => `    ${style.dim(at === 0 ? name : '      ')}  ${line}`)
