/** The person's own hooks. */
import { join } from '../config/paths.ts'
import { readHooks } from '../config/read-hooks.ts'
import type { Source } from '../ports.ts'
import { documentSource, type SourceSetup } from './document.ts'
import { configDirectory, userDirectory } from './places.ts'

export const user = (setup: SourceSetup): Source => at(userDirectory(setup.platform), false, setup)
export const userOwn = (setup: SourceSetup): Source => at(configDirectory(setup.platform), true, setup)

function at(directory: string, own: boolean, setup: SourceSetup): Source {
  const file = join(setup.platform.system, directory, own ? 'hookline.json' : 'hooks.json')
  const cwd = userDirectory(setup.platform)
  return documentSource({ source: 'user', trust: 'own', own, cwd, file }, setup, readHooks)
}
