/** Shows how the shell parser reads a command: the arguments of each program that would start, and what it is unsure about. */
import type { JsonObject } from '@hookline/core/protocol'
import { readShell } from '@hookline/core/shell'
import { clip, oneLine } from '../text/plain.ts'

/** The number of commands to show. */
const MOST = 8

interface ParsedCommand {
  readonly words: readonly string[]
  readonly via: readonly string[]
}
export interface ParsedText {
  readonly commands: readonly ParsedCommand[]
  readonly doubts: readonly string[]
}

export function parseCommand(input: JsonObject): ParsedText | undefined {
  if (typeof input.command !== 'string' || input.command.trim() === '') return undefined
  const { commands, doubts } = readShell(input.command)
  return {
    commands: commands.map(({ words, via }) => ({ words: words.map(({ text }) => text), via })),
    doubts: doubts.map(({ kind, detail }) => (detail === '' ? kind : `${kind}: ${detail}`)),
  }
}

/** `git · push · origin`, and for a wrapped command what wraps it. */
export function parsedLines({ commands, doubts }: ParsedText): readonly string[] {
  const shown = commands.slice(0, MOST).map(({ words, via }) => {
    const inside = via.length === 0 ? '' : ` (in ${via.join(', ')})`
    return clip(oneLine(`${words.map((word) => (word === '' ? '""' : word)).join(' · ')}${inside}`), 110)
  })
  const more = commands.length > MOST ? [`… and ${commands.length - MOST} more`] : []
  return [...shown, ...more, ...doubts.slice(0, 3).map((doubt) => clip(oneLine(`unsure: ${doubt}`), 110))]
}
