/** Shows the first lines that a hook printed, or those that say why it failed, clipped, below a label. */
import type { Run } from '@hookline/core/node'
import { noteSentence } from '@hookline/core/protocol'
import { counted } from './entry-text.ts'
import { chooseErrorLines } from './error-lines.ts'
import { clip, oneLine, plain } from './plain.ts'
import type { Style } from './style.ts'
import { usageText } from './usage-text.ts'

export interface PrintedLimits {
  readonly lines: number
  readonly characters: number
  /** The text after "… n more lines". */
  readonly where?: string
}

/** The details of a run: what the hook printed, what its model cost, and notes. */
export function runDetails(
  { stdout, stderr, usage, notes }: Pick<Run, 'stdout' | 'stderr' | 'usage' | 'notes'>,
  style: Style,
  limits: PrintedLimits,
): readonly string[] {
  return [
    ...stdoutLines(stdout, style, limits),
    ...stderrLines(stderr, style, limits),
    ...(usage === undefined ? [] : [`    ${style.dim('model ')}  ${usageText(usage)}`]),
    ...(notes.length === 0 ? [] : [`    ${style.dim('notes ')}  ${oneLine(notes.map(noteSentence).join('; '))}`]),
  ]
}

/** Shows the first lines, because a reply stands at the beginning. */
function stdoutLines(text: string, style: Style, limits: PrintedLimits): readonly string[] {
  const lines = splitLines(text)
  const rest = omittedNote(lines.length - limits.lines, 'more line', limits)
  return labelled('stdout', [...clipped(lines.slice(0, limits.lines), limits), ...rest.map(style.dim)], style)
}

function stderrLines(text: string, style: Style, limits: PrintedLimits): readonly string[] {
  const { lines, omitted } = chooseErrorLines(splitLines(text), limits.lines)
  const rest = omittedNote(omitted, 'other line', limits)
  return labelled('stderr', [...rest.map(style.dim), ...clipped(lines, limits)], style)
}

function splitLines(text: string): readonly string[] {
  const whole = plain(text).trimEnd()
  return whole === '' ? [] : whole.split('\n')
}

const clipped = (lines: readonly string[], { characters }: PrintedLimits): readonly string[] =>
  lines.map((line) => clip(line, characters))

const omittedNote = (count: number, what: string, { where = '' }: PrintedLimits): readonly string[] =>
  count > 0 ? [`… ${counted(count, what)}${where}`] : []

const labelled = (name: string, lines: readonly string[], style: Style): readonly string[] =>
  lines.map((line, at) => `    ${style.dim(at === 0 ? name : '      ')}  ${line}`)
