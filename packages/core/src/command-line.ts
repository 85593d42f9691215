/** Formats a command hook as one line of shell text: its command, or its program and `args`, quoted where a shell needs it. */
import type { Entry } from './flow.ts'

type CommandEntry = Pick<Entry, 'command' | 'args'>

/** Undefined if the entry has no command. For people, checks and fingerprints; a hook with `args` runs without a shell. */
export function commandLine({ command, args }: CommandEntry): string | undefined {
  if (command === undefined || args === undefined) return command
  return [command, ...args].map(quoteWord).join(' ')
}

const quoteWord = (word: string): string =>
  /^[\w./@%+:,=~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
