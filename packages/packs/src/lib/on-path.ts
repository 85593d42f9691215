/** Finds an installed program by its name, but never one of the workspace. */
import { type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { programDirectories } from '@hookline/core/git'
import type { HookContext } from '@hookline/core/sdk'

export const onPath = (name: string, { env, cwd }: Pick<HookContext, 'env' | 'cwd'>): string | undefined =>
  programDirectories(env.PATH, cwd)
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
