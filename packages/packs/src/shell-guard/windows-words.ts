/** Words of a command for Windows, as they were before a POSIX reader took their backslashes for escapes. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'

/** `C:\Users\x` is read as `C:Usersx`, and `C:\ -Recurse` as one word; the original text shows what was meant. */
export function windowsWords({ words }: ShellCommand, text: string): readonly ShellWord[] {
  const own = split(words).map((word) => ({ ...word, text: word.text.replace(/^~\/(?=.*\/)/, '~\\') }))
  if (!text.includes('\\')) return own
  const written = new Map(
    text
      .slice(0, 20_000)
      .split(/["'\s;|&,()]+/)
      .filter((one) => one.includes('\\'))
      .map((one) => [one.replaceAll('\\', ''), one] as const),
  )
  return own.map((word) => ({ ...word, text: written.get(word.text) ?? word.text }))
}

/** A list is written with commas. */
const split = (words: readonly ShellWord[]): readonly ShellWord[] =>
  words.flatMap((word) =>
    word.text
      .split(/[,\s]+/)
      .filter((part) => part !== '')
      .map((part) => ({ ...word, text: part })),
  )
