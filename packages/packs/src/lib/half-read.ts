/** A command that could not be read to its end. What a pack minds may stand in the rest: then a person is asked. */
import { readShell } from '@hookline/core/shell'
import { asked } from './said.ts'

/** `words`: the programs or files that the pack minds. Undefined where all was read, or none of them stands in the text. */
export function halfRead(pack: string, command: string, words: readonly string[]) {
  if (!readShell(command).doubts.some(({ kind }) => kind === 'too-much' || kind === 'unparsable')) return undefined
  const word = words.find((one) => command.includes(one))
  if (word === undefined) return undefined
  return asked({
    rule: `${pack}/half-read`,
    reason: `This command cannot be read to its end, and it mentions ${word}.`,
    instead: 'Run its parts as commands of their own.',
  })
}
