/** The machines of a team, for its members and for programs. */
import { AdminService, type Device } from '../../wire/index.ts'
import type { Machine } from '../device/machine.ts'
import { TeamError } from '../failure.ts'
import { call } from '../rpc.ts'
import type { Admin } from './files.ts'
import { adminServer } from './keygen.ts'

export interface DeviceFilter {
  /** Words, which must all match. */
  readonly search?: string
  /** Only machines in this state. */
  readonly coverage?: string
}

/** All machines that match, by name. */
export async function listDevices(machine: Machine, admin: Admin, filter: DeviceFilter): Promise<readonly Device[]> {
  const all: Device[] = []
  let before = ''
  do {
    const { devices, next } = await call(adminServer(admin, machine), AdminService.method.listDevices, {
      ...{ teamId: admin.teamId, limit: 500, before, sort: 'name', ...filter },
    })
    all.push(...devices)
    before = next
  } while (before !== '')
  return all
}

/** Finds the machine with this id, or else the only one with this name. */
export async function findDevice(machine: Machine, admin: Admin, text: string): Promise<Device> {
  // The embedded database lowers the case of ASCII letters only, so a search for other words can miss the name.
  const search = text.split(/\s+/).filter((word) => /^[!-~]+$/.test(word))
  const enrolled = (await listDevices(machine, admin, { search: search.join(' ') })).filter(({ revoked }) => !revoked)
  const [found, ...others] = pick(enrolled, text)
  if (found === undefined)
    throw new TeamError('refused', `no machine of ${admin.teamName} has the id or name ${JSON.stringify(text)}`)
  if (others.length === 0) return found
  const ids = [found, ...others].map(({ id }) => id).join(', ')
  throw new TeamError(
    'refused',
    `${others.length + 1} machines have the name ${JSON.stringify(text)}. Use an id: ${ids}`,
  )
}

/** A machine can have a name that is the id of another one. The id counts. */
function pick(devices: readonly Device[], text: string): readonly Device[] {
  const byId = devices.filter(({ id }) => id === text)
  return byId.length > 0 ? byId : devices.filter(({ name }) => name === text)
}

/** Chooses a machine as one that gets rollouts first, or ends that. */
export const setCanary = (machine: Machine, admin: Admin, deviceId: string, isCanary: boolean): Promise<Device> =>
  call(adminServer(admin, machine), AdminService.method.setCanary, { teamId: admin.teamId, deviceId, isCanary })
