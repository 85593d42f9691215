/** Which machines of a team are guarded, for its members and for programs. */
import { AdminService, type Coverage, type Device } from '../../wire/index.ts'
import type { Machine } from '../device/machine.ts'
import { call } from '../rpc.ts'
import type { Admin } from './files.ts'
import { adminServer } from './keygen.ts'

export const readCoverage = (machine: Machine, admin: Admin): Promise<Coverage> =>
  call(adminServer(admin, machine), AdminService.method.getCoverage, { teamId: admin.teamId })

/** All machines in a state, by name. */
export async function listDevicesIn(machine: Machine, admin: Admin, coverage: string): Promise<readonly Device[]> {
  const all: Device[] = []
  let before = ''
  do {
    const { devices, next } = await call(adminServer(admin, machine), AdminService.method.listDevices, {
      ...{ teamId: admin.teamId, limit: 500, before, coverage, sort: 'name' },
    })
    all.push(...devices)
    before = next
  } while (before !== '')
  return all
}
