/** The organisation's hooks, put in place by its device management. */
import { join } from '../config/paths.ts'
import { readHooks } from '../config/read-hooks.ts'
import type { Source } from '../ports.ts'
import { documentSource, type SourceSetup } from './document.ts'
import { enterprisePlaces } from './places.ts'

const managed = { source: 'enterprise', trust: 'managed' } as const

/** The system's hooks.json. */
export function enterprise(setup: SourceSetup): Source {
  const { cursor } = enterprisePlaces(setup.platform)
  return inDirectory(cursor, false, setup)
}

/** A further directory adds to it, never replaces it. */
export const enterpriseAt = (directory: string, setup: SourceSetup): Source => inDirectory(directory, false, setup)

/** The hookline.json of the system, or of a further directory. */
export const enterpriseOwn = (setup: SourceSetup, directory = enterprisePlaces(setup.platform).own): Source =>
  inDirectory(
    directory,
    true,
    setup,
    directory === enterprisePlaces(setup.platform).own ? enterprisePlaces(setup.platform).cursor : directory,
  )

function inDirectory(directory: string, own: boolean, setup: SourceSetup, cwd = directory): Source {
  const file = join(setup.platform.system, directory, own ? 'hookline.json' : 'hooks.json')
  return documentSource({ ...managed, own, file, cwd }, setup, readHooks)
}
