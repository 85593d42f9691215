/** What the shell reader makes of a command: the words of each program that would start, and its doubts. */
import type { JsonObject } from '@hookline/core/protocol'
import { readShell } from '@hookline/core/shell'
import { clip, oneLine } from '../plain.ts'

/** Nobody reads more of them at a glance. */
const MOST = 8

interface ParsedCommand {
  readonly words: readonly string[]
  readonly via: readonly string[]
}
export interface ParsedText {
  readonly commands: readonly ParsedCommand[]
  readonly doubts: readonly string[]
}

export function parsed(input: JsonObject): ParsedText | undefined {
  if (typeof input.command !== 'string' || input.command.trim() === '') return undefined
  const { commands, doubts } = readShell(input.command)
  return {
    commands: commands.map(({ words, via }) => ({ words: words.map(({ text }) => text), via })),
    doubts: doubts.map(({ kind, detail }) => (detail === '' ? kind : `${kind}: ${detail}`)),
  }
}

/** `git · push · origin`, and how it comes to run where it is wrapped. */
export function parsedLines({ commands, doubts }: ParsedText): readonly string[] {
  const shown = commands.slice(0, MOST).map(({ words, via }) => {
    const inside = via.length === 0 ? '' : ` (in ${via.join(', ')})`
    return clip(oneLine(`${words.map((word) => (word === '' ? '""' : word)).join(' · ')}${inside}`), 110)
  })
  const more = commands.length > MOST ? [`… and ${commands.length - MOST} more`] : []
  return [...shown, ...more, ...doubts.slice(0, 3).map((doubt) => clip(oneLine(`in doubt, ${doubt}`), 110))]
}
