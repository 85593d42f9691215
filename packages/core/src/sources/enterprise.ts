/** The organisation's hooks, put in place by its device management. */
import { join } from '../config/paths.ts'
import type { Source } from '../ports.ts'
import { asHooks, besideSource, documentSource, type SourceSetup } from './document.ts'
import { enterprisePlaces } from './places.ts'

const managed = { source: 'enterprise', trust: 'managed' } as const

/** The hooks.json of the system, or of a further directory, which adds and never replaces. */
export function enterprise(setup: SourceSetup, directory = enterprisePlaces(setup.platform).cursor): Source {
  const file = join(setup.platform.system, directory, 'hooks.json')
  return documentSource({ ...managed, own: false, cwd: directory, file }, setup, asHooks)
}

/** The hookline.json of the system, or of a further directory. */
export function enterpriseOwn(setup: SourceSetup, further?: string): Source {
  const { own, cursor } = enterprisePlaces(setup.platform)
  const directory = further ?? own
  const file = join(setup.platform.system, directory, 'hookline.json')
  return besideSource({ ...managed, own: true, cwd: further ?? cursor, file }, directory, setup, asHooks)
}
