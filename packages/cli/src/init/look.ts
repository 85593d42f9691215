/** Looking around without touching anything: which files are there, and what two of them say. */

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sourceSetup } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'

export interface Look {
  has(path: string): boolean
  /** One of them, by name. */
  hasAny(...paths: readonly string[]): boolean
  text(path: string): string
  names(directory: string): readonly string[]
}

export function lookAt(directory: string): Look {
  const has = (path: string) => existsSync(join(directory, path))
  return {
    has,
    hasAny: (...paths) => paths.some(has),
    text(path) {
      const found = sourceSetup().files.read(join(directory, path))
      return found.kind === 'text' ? found.text : ''
    },
    names(path) {
      try {
        return readdirSync(join(directory, path))
      } catch {
        return []
      }
    },
  }
}

export interface Manifest {
  /** Everything it depends on, whatever for. */
  readonly packages: ReadonlySet<string>
  readonly scripts: Readonly<Record<string, string>>
}

/** Of a package.json; one that cannot be read says nothing. */
export function manifestOf(text: string): Manifest {
  const value = parsed(text)
  const keys = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
  const scripts = Object.entries(objectOf(value.scripts)).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
  return {
    packages: new Set(keys.flatMap((key) => Object.keys(objectOf(value[key])))),
    scripts: Object.fromEntries(scripts),
  }
}

function parsed(text: string): JsonObject {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}
const objectOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
