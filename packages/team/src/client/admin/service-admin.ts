/** Publishing from CI: the server's address and a service token come from the environment, and no file is read or written. */
import { AccountService } from '../../wire/index.ts'
import type { Machine } from '../device/machine.ts'
import { TeamError } from '../failure.ts'
import { readServerUrl } from '../http.ts'
import { call } from '../rpc.ts'
import { type Admin, chooseAdmin } from './files.ts'
import { adminServer } from './keygen.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Uses `HOOKLINE_TEAM_TOKEN` if it is set, otherwise the files that `hookline team keygen` wrote. */
export async function findAdmin(machine: Machine, named: string | undefined, env: Environment): Promise<Admin> {
  const token = env.HOOKLINE_TEAM_TOKEN?.trim() ?? ''
  if (token === '') return chooseAdmin(machine, named)
  const address = env.HOOKLINE_TEAM_URL?.trim() ?? ''
  if (address === '')
    throw new TeamError(
      'local',
      'HOOKLINE_TEAM_TOKEN is set, but HOOKLINE_TEAM_URL is not. Set it to the address of the team server',
    )
  if (!URL.canParse(address))
    throw new TeamError('local', `HOOKLINE_TEAM_URL is not an address: ${JSON.stringify(address)}`)
  const url = readServerUrl(address, false)
  const { teams } = await call(
    adminServer({ url, teamId: '', teamName: '', token }, machine),
    AccountService.method.getMe,
    {},
  )
  const [team] = teams.filter(({ teamId, teamName }) => named === undefined || named === teamId || named === teamName)
  if (team === undefined)
    throw new TeamError('denied', `the token in HOOKLINE_TEAM_TOKEN is not for the team ${JSON.stringify(named ?? '')}`)
  return { url, teamId: team.teamId, teamName: team.teamName, token }
}
