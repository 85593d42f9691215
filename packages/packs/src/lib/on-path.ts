/** A program of the machine, by its name: never one of the directory that happens to be current. */
import { statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { HookContext } from '@hookline/core/sdk'

export const onPath = (name: string, { env }: Pick<HookContext, 'env'>): string | undefined =>
  (env.PATH ?? '')
    .split(delimiter)
    .filter((directory) => isAbsolute(directory))
    .map((directory) => join(directory, name))
    .find(isFile)

export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true
