/** Collects what every source needs on this machine: files, directories, the edition, teams and packs. */
import { join } from '../../config/paths.ts'
import { editions } from '../../editions.ts'
import type { Edition } from '../../flow.ts'
import type { Files, Platform } from '../../ports.ts'
import type { SourceSetup } from '../../sources/document.ts'
import { configDirectory } from '../../sources/locations.ts'
import { createPackLoader } from '../modules/packs.ts'
import { nodeFiles } from '../system/files.ts'
import { sha256 } from '../system/hashes.ts'
import { thisPlatform } from '../system/machine.ts'
import { createTeamSets } from '../team/sets.ts'

export interface SetupOptions {
  readonly home?: string
  readonly edition?: Edition
  readonly strict?: boolean
}

/** The user's own hookline.json. */
export const userSettingsFile = (home?: string): string => {
  const platform = thisPlatform(home)
  return join(platform.system, configDirectory(platform), 'hookline.json')
}

export function sourceSetup(
  { home, edition = 'hookline', strict = false }: SetupOptions = {},
  env: Platform['env'] = process.env,
  files: Files = nodeFiles,
): SourceSetup {
  const platform = thisPlatform(home, env)
  return {
    files,
    platform,
    teams: createTeamSets(files, platform),
    reading: {
      edition: editions[edition],
      strict,
      hash: sha256,
      system: platform.system,
      files,
      packs: createPackLoader(platform),
    },
  }
}
