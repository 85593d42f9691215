/** The hooks of the user. */
import { join } from '../config/paths.ts'
import type { Source } from '../ports.ts'
import { documentSource, ownDocumentSource, readAsHooks, type SourceSetup } from './document.ts'
import { configDirectory, userDirectory } from './locations.ts'
import { hooksKeys, ownKeys } from './prefilter.ts'

const theirs = { source: 'user', trust: 'own' } as const

export function user(setup: SourceSetup): Source {
  const cwd = userDirectory(setup.platform)
  const file = join(setup.platform.system, cwd, 'hooks.json')
  return documentSource({ ...theirs, own: false, cwd, file }, setup, readAsHooks, hooksKeys)
}

export function userOwn(setup: SourceSetup): Source {
  const directory = configDirectory(setup.platform)
  const file = join(setup.platform.system, directory, 'hookline.json')
  return ownDocumentSource(
    { ...theirs, own: true, cwd: userDirectory(setup.platform), file },
    directory,
    setup,
    readAsHooks,
    ownKeys,
  )
}
