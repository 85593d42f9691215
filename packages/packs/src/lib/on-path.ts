/** Finds an installed program by its name, but never one in the current directory. */
import { type Stats, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { HookContext } from '@hookline/core/sdk'

export const onPath = (name: string, { env }: Pick<HookContext, 'env'>): string | undefined =>
  (env.PATH ?? '')
    .split(delimiter)
    .filter((directory) => isAbsolute(directory))
    .flatMap((directory) => endings.map((ending) => join(directory, `${name}${ending}`)))
    .find(isFile)

/** A program that can be started without a shell. */
const endings: readonly string[] = process.platform === 'win32' ? ['.exe', '.com', ''] : ['']

export const isFile = (path: string): boolean => statsOf(path)?.isFile() === true
export const isDirectory = (path: string): boolean => statsOf(path)?.isDirectory() === true

/** Undefined for circular links and invalid names. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
