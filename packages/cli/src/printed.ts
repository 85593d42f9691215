/** What a hook printed, for a person: its first lines, clipped, under a name. */
import { counted } from './entry-text.ts'
import { clip, plain } from './plain.ts'
import type { Style } from './style.ts'

export interface PrintedLimits {
  readonly lines: number
  readonly characters: number
  /** What is said after "… n more lines". */
  readonly where?: string
}

export function printed(name: string, text: string, style: Style, limits: PrintedLimits): readonly string[] {
  const lines = plain(text).trimEnd().split('\n')
  if (lines.length === 1 && lines[0] === '') return []
  const rest = lines.length - limits.lines
  return [
    ...lines
      .slice(0, limits.lines)
      .map((line, at) => `    ${style.dim(at === 0 ? name : '      ')}  ${clip(line, limits.characters)}`),
    ...(rest > 0 ? [`            ${style.dim(`… ${counted(rest, 'more line')}${limits.where ?? ''}`)}`] : []),
  ]
}
