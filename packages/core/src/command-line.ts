/** Formats a command hook as one line of shell text: its command, or its program and `args`, quoted where a shell needs it. */
import type { Entry } from './flow.ts'
import type { Platform } from './ports.ts'

type CommandEntry = Pick<Entry, 'command' | 'args'>

/**
 * Undefined if the entry has no command. For people, checks and fingerprints; a hook with `args` runs without a shell. A caller
 * that splits the line into words names the system, so that both follow its rules for quotes.
 */
export function commandLine({ command, args }: CommandEntry, system?: Platform['system']): string | undefined {
  if (command === undefined || args === undefined) return command
  const quote = system === 'win32' ? "''" : "'\\''"
  return [command, ...args].map((word) => quoteWord(word, quote)).join(' ')
}

const quoteWord = (word: string, quote: string): string =>
  /^[\w./@%+:,=~-]+$/.test(word) ? word : `'${word.replaceAll("'", quote)}'`

/** Quotes a path for a command that a person pastes, by the rules of the system that has such paths. */
export function quotePath(path: string): string {
  if (!/^(?:[A-Za-z]:[\\/]|\\\\)/.test(path)) return quoteWord(path, "'\\''")
  if (/^[\w./\\+:-]+$/.test(path)) return path
  // Both cmd.exe and PowerShell know double quotes, but PowerShell replaces these characters inside them.
  return /[$`]/.test(path) ? quoteWord(path, "''") : `"${path}"`
}

/** What PowerShell adds to the path of a program without an extension, in its order. */
export const windowsEndings: readonly string[] = ['.ps1', '.com', '.exe', '.bat', '.cmd']
