/** Prints what `run` answers. */
import { exits, type Io, type LastWords } from '../io.ts'

/**
 * Returns the exit code. It is a refusal where the answer says something and cannot be written (a full disk, a reader that has
 * gone): the agent then gets nothing else, and would take that for a go-ahead.
 */
export function printAnswer({ stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>, words: LastWords): number {
  const isWritten = tryTo(() => stdout.write(words.stdout) !== false)
  if (words.stderr !== '') tryTo(() => stderr.write(words.stderr) !== false)
  return isWritten || saysNothing(words.stdout) ? words.exitCode : exits.refused
}

function tryTo(write: () => boolean): boolean {
  try {
    return write()
  } catch {
    return false
  }
}

export const saysNothing = (text: string): boolean => ['', '{}'].includes(text.trim())
