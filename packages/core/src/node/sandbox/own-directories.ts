/** Hookline's own directories. A hook that changes them would decide what later runs without a sandbox (CONTRACT §19). */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SandboxLevel } from '../../flow.ts'
import type { Platform } from '../../ports.ts'
import { cacheDirectory, configDirectory, copiesDirectory, stateDirectory } from '../../sources/locations.ts'
import { isWritable } from '../system/access.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { findSandboxHelper } from './helper.ts'
import { runtimeDirectories } from './run-files.ts'
import { forbidsWriting, realPath } from './scope.ts'

export interface OwnDirectories {
  /** With tokens, approvals and the record of trust: a hook cannot read them either. */
  readonly hidden: readonly string[]
  readonly guarded: readonly string[]
}

/** Under a level that lets it write, those that are missing are created: otherwise the hook could. */
export function findOwnDirectories(platform: Platform, level: SandboxLevel): OwnDirectories {
  const [state, config, cache] = [stateDirectory(platform), configDirectory(platform), cacheDirectory(platform)]
  const copies = copiesDirectory(platform)
  if (!forbidsWriting(level)) for (const directory of [state, config, cache, copies]) createIfMissing(directory)
  return {
    hidden: [...new Set([state, join(config, 'team'), ...runtimeDirectories(platform)].flatMap(realPath))],
    guarded: [...new Set([config, cache, copies, ...installations()].flatMap(realPath))],
  }
}

function createIfMissing(directory: string): void {
  try {
    if (!existsSync(directory)) makeDirectory(directory)
  } catch {
    // The hook has the same rights, so it cannot create the directory either.
  }
}

/** The packages of this program, where this user can write to them. */
const installations = (): readonly string[] =>
  [fileURLToPath(import.meta.url), findSandboxHelper()]
    .flatMap((file) => (file === undefined ? [] : packageOf(file)))
    .filter(isWritable)

function packageOf(file: string): readonly string[] {
  for (let at = dirname(file); at !== dirname(at); at = dirname(at))
    if (existsSync(join(at, 'package.json'))) return [at]
  return []
}
