/** The service tokens of a team, for its owners. */
import { AdminService, type ServiceToken } from '../../wire/index.ts'
import type { Machine } from '../device/machine.ts'
import { TeamError } from '../failure.ts'
import { call } from '../rpc.ts'
import type { Admin } from './files.ts'
import { adminServer } from './keygen.ts'

export interface NewServiceToken {
  readonly name: string
  readonly scopes: readonly string[]
  /** 0 means the server's default. */
  readonly validDays: number
}

export async function createServiceToken(machine: Machine, admin: Admin, options: NewServiceToken) {
  const { token, serviceToken } = await call(adminServer(admin, machine), AdminService.method.createServiceToken, {
    teamId: admin.teamId,
    ...options,
    scopes: [...options.scopes],
  })
  if (serviceToken === undefined) throw new TeamError('refused', `${admin.url} sent no service token`)
  return { token, serviceToken }
}

export async function listServiceTokens(machine: Machine, admin: Admin): Promise<readonly ServiceToken[]> {
  const { teamId } = admin
  return (await call(adminServer(admin, machine), AdminService.method.listServiceTokens, { teamId })).serviceTokens
}

/** Finds the token by name or by id. */
export async function revokeServiceToken(machine: Machine, admin: Admin, named: string): Promise<ServiceToken> {
  const found = (await listServiceTokens(machine, admin)).find(({ name, id }) => name === named || id === named)
  if (found === undefined)
    throw new TeamError('denied', `there is no service token "${named}". To list them, run: hookline team token list`)
  const { teamId } = admin
  await call(adminServer(admin, machine), AdminService.method.revokeServiceToken, { teamId, serviceTokenId: found.id })
  return found
}
