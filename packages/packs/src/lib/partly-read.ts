/** Asks a person about a command that could not be read completely, if the rest may contain what a pack checks. */
import { readShell } from '@hookline/core/shell'
import { askPerson } from './reasons.ts'

/** `words` are the programs or files that the pack checks. Undefined if the command was read completely or contains none of them. */
export function askIfPartlyRead(pack: string, command: string, words: readonly string[]) {
  if (!readShell(command).doubts.some(({ kind }) => kind === 'too-much' || kind === 'unparsable')) return undefined
  const word = words.find((one) => command.includes(one))
  if (word === undefined) return undefined
  return askPerson({
    rule: `${pack}/half-read`,
    reason: `This command is too complex to read completely, and it mentions ${word}.`,
    instead: 'Run its parts as separate commands.',
  })
}
