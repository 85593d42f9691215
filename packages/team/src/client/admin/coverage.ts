/** Which machines of a team are guarded, for its members and for programs. */
import { AdminService, type Coverage } from '../../wire/index.ts'
import type { Machine } from '../device/machine.ts'
import { call } from '../rpc.ts'
import type { Admin } from './files.ts'
import { adminServer } from './keygen.ts'

export const readCoverage = (machine: Machine, admin: Admin): Promise<Coverage> =>
  call(adminServer(admin, machine), AdminService.method.getCoverage, { teamId: admin.teamId })
