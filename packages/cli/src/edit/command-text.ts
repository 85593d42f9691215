/** Turns what the user typed as a hook into the `command` of an entry, with paths relative to the hook's working directory. */
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { UsageError } from '../flags.ts'
import type { Io } from '../io.ts'
import { isFile } from '../machine/file-stat.ts'
import { findProgram, searchPath } from '../machine/programs.ts'
import { quoted } from '../text/entry-text.ts'
import { plain } from '../text/plain.ts'

export interface CommandText {
  readonly command: string
  /** Its file, if the command is the path of one. */
  readonly file?: string
}

export function commandText(given: string, base: string, io: Pick<Io, 'cwd' | 'env'>): CommandText {
  const text = given.trim()
  if (text === '') throw new UsageError('the command is empty')
  rejectHidden('the command', text)
  const file = resolve(io.cwd, text)
  if (isFile(file)) return { command: quoted(relativePath(base, file)), file }
  if (/\s/.test(text)) return { command: text }
  if (text.includes('/') || text.includes(sep)) throw new UsageError(`the file ${text} does not exist`)
  if (findProgram(text, searchPath(io.env)) === undefined) throw new UsageError(unknownProgram(text))
  return { command: text }
}

const unknownProgram = (name: string): string =>
  `"${name}" is neither a file here nor a program on the PATH. A pack is added without --event: hookline add <pack>`

/** A relative path if the file is inside `base`, always with a slash, so that the shell does not take it for a program on the PATH. */
function relativePath(base: string, file: string): string {
  const path = relative(base, file)
  if (path.startsWith('..') || isAbsolute(path)) return file
  const slashes = path.split(sep).join('/')
  return slashes.includes('/') ? slashes : `./${slashes}`
}

/** Rejects characters that a reviewer of the file could not see. */
export function rejectHidden(what: string, text: string): void {
  if (plain(text) !== text) throw new UsageError(`${what} contains control or invisible characters. Remove them`)
}
