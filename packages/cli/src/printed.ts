/** What a hook printed, for a person: some of its lines, clipped, under a name. */
import type { Run } from '@hookline/core/node'
import { noteSentence } from '@hookline/core/protocol'
import { counted } from './entry-text.ts'
import { clip, oneLine, plain } from './plain.ts'
import type { Style } from './style.ts'
import { usageText } from './usage-text.ts'

export interface PrintedLimits {
  readonly lines: number
  readonly characters: number
  /** What is said after "… n more lines". */
  readonly where?: string
}

/** A hook's run as it is shown in detail: what it printed, what it cost, what is noted of it. */
export function printedRun(
  { stdout, stderr, usage, notes }: Pick<Run, 'stdout' | 'stderr' | 'usage' | 'notes'>,
  style: Style,
  limits: PrintedLimits,
): readonly string[] {
  return [
    ...printedStdout(stdout, style, limits),
    ...printedStderr(stderr, style, limits),
    ...(usage === undefined ? [] : [`    ${style.dim('model ')}  ${usageText(usage)}`]),
    ...(notes.length === 0 ? [] : [`    ${style.dim('notes ')}  ${oneLine(notes.map(noteSentence).join('; '))}`]),
  ]
}

/** An answer is read from its beginning. */
function printedStdout(text: string, style: Style, limits: PrintedLimits): readonly string[] {
  const lines = linesOf(text)
  const rest = restOf(lines.length - limits.lines, 'more line', limits)
  return named('stdout', [...clipped(lines.slice(0, limits.lines), limits), ...rest.map(style.dim)], style)
}

/** What went wrong stands at the end. */
function printedStderr(text: string, style: Style, limits: PrintedLimits): readonly string[] {
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
