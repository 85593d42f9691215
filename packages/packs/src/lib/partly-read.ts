/** Asks a person about a command that could not be read completely, if the rest may contain what a pack checks. */
import { readShell } from '@hookline/core/shell'
import { shellCanary } from './canaries.ts'
import type { RuleFinding } from './reasons.ts'

/** `words` are the programs or files that the pack checks. Empty if the command was read completely or contains none of them. */
export function findPartlyRead(pack: string, command: string, words: readonly string[]): readonly RuleFinding[] {
  if (!readShell(command).doubts.some(({ kind }) => kind === 'too-much' || kind === 'unparsable')) return []
  const word = words.find((one) => command.includes(one))
  if (word === undefined) return []
  return [
    {
      permission: 'ask',
      rule: `${pack}/half-read`,
      reason: `This command is too complex to read completely, and it mentions ${word}.`,
      instead: 'Run its parts as separate commands.',
    },
  ]
}

/** The rule for it, in every pack that reads commands. `example` is a text with an error that mentions what the pack checks. */
export const halfRead = (example: string) =>
  ({
    catches: 'a command that is too complex to read completely and mentions what the pack checks',
    level: 'ask',
    example: shellCanary('ask', example),
  }) as const
