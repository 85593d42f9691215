/** What a person typed as a hook → the `command` of an entry, with paths as the hook's working directory sees them. */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { quoted } from '../entry-text.ts'
import { UsageError } from '../flags.ts'
import type { Io } from '../io.ts'
import { plain } from '../plain.ts'

export interface CommandText {
  readonly command: string
  /** The file it is, where it is one. */
  readonly file?: string
}

export function commandText(given: string, base: string, io: Pick<Io, 'cwd' | 'env'>): CommandText {
  const text = given.trim()
  if (text === '') throw new UsageError('the command is empty')
  rejectHidden('the command', text)
  const file = resolve(io.cwd, text)
  if (isFile(file)) return { command: quoted(pathFrom(base, file)), file }
  if (/\s/.test(text)) return { command: text }
  if (text.includes('/') || text.includes(sep)) throw new UsageError(`there is no file ${text}`)
  if (!isProgram(text, io.env.PATH ?? '')) throw new UsageError(unknownWord(text))
  return { command: text }
}

const unknownWord = (word: string): string =>
  `"${word}" is neither a file here nor a program on the PATH. Ready-made hooks by name (packs) are not part of this ` +
  'version; hookline init proposes some'

/** Relative where it lies below, with a separator, so that no program of that name is meant. */
function pathFrom(base: string, file: string): string {
  const way = relative(base, file)
  if (way.startsWith('..') || isAbsolute(way)) return file
  const slashes = way.split(sep).join('/')
  return slashes.includes('/') ? slashes : `./${slashes}`
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

export const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return isFile(path)
  } catch {
    return false
  }
}

const isProgram = (name: string, path: string): boolean =>
  path.split(delimiter).some((directory) => directory !== '' && isExecutable(join(directory, name)))

/** What a reviewer could not see in the file must not get into it. */
export function rejectHidden(what: string, text: string): void {
  if (plain(text) !== text) throw new UsageError(`${what} holds control or invisible characters`)
}
