/** Reads the files of a project without changing anything. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sourceSetup } from '@hookline/core/node'
import { isObject, type JsonObject } from '@hookline/core/protocol'
import { namesIn } from '../machine/file-stat.ts'
import { parseObject } from '../parse-object.ts'

export interface ProjectFiles {
  has(path: string): boolean
  /** Whether at least one of the paths exists. */
  hasAny(...paths: readonly string[]): boolean
  text(path: string): string
  names(directory: string): readonly string[]
}

export function openProject(directory: string): ProjectFiles {
  const has = (path: string) => existsSync(join(directory, path))
  return {
    has,
    hasAny: (...paths) => paths.some(has),
    text(path) {
      const found = sourceSetup().files.read(join(directory, path))
      return found.kind === 'text' ? found.text : ''
    },
    names: (path) => namesIn(join(directory, path)),
  }
}

export interface Manifest {
  /** All its dependencies, of every kind. */
  readonly packages: ReadonlySet<string>
  readonly scripts: Readonly<Record<string, string>>
}

/** Reads a package.json. A broken one counts as empty. */
export function readManifest(text: string): Manifest {
  const value = parseObject(text) ?? {}
  const keys = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
  const scripts = Object.entries(asObject(value.scripts)).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
  return {
    packages: new Set(keys.flatMap((key) => Object.keys(asObject(value[key])))),
    scripts: Object.fromEntries(scripts),
  }
}

const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})
