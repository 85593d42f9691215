/** A program of the machine, by its name: never one of the directory that happens to be current. */
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

/** Links that go round in a circle, and a name that is none, are nothing. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
