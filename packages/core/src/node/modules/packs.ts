/** The packs, from a package of their own that is loaded when a settings file names one. */
import type { Platform } from '../../ports.ts'
import type { Pack, PackShelf, Shelved } from '../../sdk/pack.ts'
import { stateDirectory } from '../../sources/places.ts'

interface PacksPackage {
  readonly packs: readonly Pack[]
}

/** Written so that no reader of imports takes it along: whoever names no pack does not need it. The command's bundle has it. */
const packageName = ['@hookline', 'packs'].join('/')
const loadPacks = (): Promise<PacksPackage> => import(packageName)

export function packShelf(platform: Platform, load: () => Promise<PacksPackage> = loadPacks): PackShelf {
  let current: Shelved | undefined
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

function missing(error: unknown): Shelved {
  const { code, message } = error as { readonly code?: string; readonly message?: string }
  return code === 'ERR_MODULE_NOT_FOUND' && message?.includes(packageName) === true
    ? {
        kind: 'missing',
        message: `packs need the package ${packageName}, which is not installed`,
        hint: `Run: npm i ${packageName}`,
      }
    : {
        kind: 'missing',
        message: `${packageName} cannot be loaded: ${message ?? String(error)}`,
        hint: `Install it again: npm i ${packageName}`,
      }
}
