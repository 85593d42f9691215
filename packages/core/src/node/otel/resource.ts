/** The attributes of this machine in all data. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Resource, toAttributes } from '../../otel/model.ts'
import type { Platform } from '../../ports.ts'
import { readState, writeState } from '../system/state-file.ts'
import { otelPaths } from './paths.ts'

/** As the semantic conventions call them. */
const systems: Readonly<Record<Platform['system'], string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

export const machineResource = (
  platform: Platform,
  version: string,
  own: Readonly<Record<string, string>>,
): Resource => {
  const all: Record<string, string> = {
    'service.name': 'hookline',
    'service.version': version,
    'service.instance.id': instanceId(platform),
    'host.name': hostname(),
    'os.type': systems[platform.system],
    ...own,
  }
  return { attributes: toAttributes(Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''))) }
}

/** Random, and the same for all data of this user on this machine. */
function instanceId(platform: Platform): string {
  const file = otelPaths(platform).instance
  const stored = readState(file)
  if (stored.kind === 'read' && typeof stored.value.id === 'string') return stored.value.id
  const id = randomUUID()
  writeState(file, { id })
  return id
}
