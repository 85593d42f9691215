/** A command hook as one line of shell text: its command as written, or its program and `args`, each quoted where a shell would need it. */
import type { Entry } from './flow.ts'

type Commanding = Pick<Entry, 'command' | 'args'>

/** Undefined where the entry has no command. For people, checks and fingerprints; a hook with `args` runs without a shell. */
export function commandLine({ command, args }: Commanding): string | undefined {
  if (command === undefined || args === undefined) return command
  return [command, ...args].map(quoteWord).join(' ')
}

const quoteWord = (word: string): string =>
  /^[\w./@%+:,=~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
