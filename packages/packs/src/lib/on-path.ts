/** Finds an installed program by its name, but never one in the current directory. */
import { type Stats, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { HookContext } from '@hookline/core/sdk'

export const onPath = (name: string, { env }: Pick<HookContext, 'env'>): string | undefined =>
  (env.PATH ?? '')
    .split(delimiter)
    .filter((directory) => isAbsolute(directory))
    .map((directory) => join(directory, name))
    .find(isFile)

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
