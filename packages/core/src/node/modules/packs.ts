/** Loads `@hookline/packs` the first time a settings file names a pack. */
import type { Platform } from '../../ports.ts'
import type { LoadedPacks, Pack, PackRegistry } from '../../sdk/pack.ts'
import { stateDirectory } from '../../sources/locations.ts'
import { codeOf } from '../system/code-of.ts'
import { installHint } from '../system/install-command.ts'

interface PacksPackage {
  readonly packs: readonly Pack[]
}

/** Built from parts so that bundlers do not include the package: without packs it is not needed. The command line's bundle has it. */
const packageName = ['@hookline', 'packs'].join('/')
const loadPacks = (): Promise<PacksPackage> => import(packageName)

export function createPackLoader(platform: Platform, load: () => Promise<PacksPackage> = loadPacks): PackRegistry {
  let current: LoadedPacks | undefined
  let loading: Promise<void> | undefined
  return {
    current: () => current,
    load: () => {
      loading ??= load().then(
        ({ packs }) => {
          current = { kind: 'packs', packs }
        },
        (error: unknown) => {
          current = missing(error)
        },
      )
      return loading
    },
    machine: { home: platform.home, env: platform.env, state: stateDirectory(platform) },
  }
}

function missing(error: unknown): LoadedPacks {
  const message = error instanceof Error ? error.message : String(error)
  return codeOf(error) === 'ERR_MODULE_NOT_FOUND' && message.includes(packageName)
    ? {
        kind: 'missing',
        message: `packs need the package ${packageName}, which is not installed`,
        hint: installHint(packageName),
      }
    : {
        kind: 'missing',
        message: `cannot load ${packageName}: ${message}`,
        hint: `Install it again. ${installHint(packageName)}`,
      }
}
