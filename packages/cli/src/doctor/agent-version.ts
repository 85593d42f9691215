/** Finds the installed version of an agent by its files. It starts nothing. */

import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import type { AgentProgram } from '../agents.ts'
import type { Io } from '../io.ts'
import { findProgram, searchPath } from '../machine/programs.ts'
import { parseObject } from '../parse-object.ts'

/** Returns undefined if the agent is not on the PATH or its version cannot be read. */
export function agentVersion(program: AgentProgram | undefined, env: Io['env']): string | undefined {
  if (program === undefined) return undefined
  const found = findProgram(program.name, searchPath(env))
  const real = found === undefined ? undefined : realPath(found)
  if (real === undefined) return undefined
  // The native installer links to `versions/<version>`, and npm links into the package.
  return /[\\/]versions[\\/](\d+\.\d+\.\d+)/.exec(real)?.[1] ?? packageVersion(dirname(real), program.packages)
}

function packageVersion(directory: string, packages: readonly string[]): string | undefined {
  for (let at = directory; at !== dirname(at); at = dirname(at)) {
    const { name, version } = parseObject(readRegularText(join(at, 'package.json')) ?? '') ?? {}
    // A package for one platform contains the binary and has the same version, perhaps with the platform after it.
    if (typeof name === 'string' && typeof version === 'string' && packages.some((one) => name.startsWith(one)))
      return version.replace(/-(?:linux|darwin|win32)-\w+$/, '')
  }
  return undefined
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** Compares versions as numbers, not as text. */
export function isAtLeast(version: string, other: string): boolean {
  const [ours, theirs] = [version, other].map((text) => text.split('.').map((part) => Number.parseInt(part, 10) || 0))
  for (const at of [0, 1, 2]) {
    const difference = (ours?.[at] ?? 0) - (theirs?.[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}
