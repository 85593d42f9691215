/** The original protocol: returns the published hooks of a team with their scripts. Hookline's own client uses only the signed repository. */
import type { ConnectRouter, HandlerContext } from '@connectrpc/connect'
import { TeamHooksService } from '../../wire/index.ts'
import type { Identity } from '../accounts/identity.ts'
import type { Context } from '../context.ts'
import { readHooksOnMachines } from '../hooks/read-hooks-on-machines.ts'
import { Refusal } from '../refusal.ts'
import { authorizeInTeam } from '../sign-in/authorize-in-team.ts'
import { sha256 } from '../signing/tuf.ts'
import { listTeams } from '../store/accounts.ts'
import type { HookWithVersion } from '../store/hooks.ts'
import type { Query } from '../store/index.ts'
import { toOptionalFields } from './admin/hook-messages.ts'
import { rights } from './admin/rights.ts'
import { authenticate } from './authenticate.ts'
import { getMachine, isAdminToken } from './machine.ts'

export const addTeamHooksService = (router: ConnectRouter, context: Context): void => {
  router.service(TeamHooksService, {
    async getTeamHooks({ activeOnly }, handler) {
      const team = await findTeam(context, handler)
      const hooks = await context.store.inTeam(team, readHooksOnMachines)
      // This wire has no other kinds of hooks.
      const scripts = hooks.filter(({ version }) => version.kind === 'script')
      return { hooks: scripts.map(toHookMessage).filter(({ isActive }) => isActive || !activeOnly) }
    },
  })
}

/** Finds the team of the machine, the team of the token, or the only team of the user. */
async function findTeam(context: Context, handler: HandlerContext): Promise<string> {
  if (!isAdminToken(handler.requestHeader)) return getMachine(handler).team
  return context.store.acrossTeams(async (q) => {
    const identity = await authenticate(q, handler.requestHeader, context.now())
    const { team } = await authorizeInTeam(q, context, identity, await findOwnTeam(q, identity), rights.listHooks)
    return team
  })
}

async function findOwnTeam(q: Query, identity: Identity): Promise<string> {
  if (identity.kind === 'service') return identity.team
  if (identity.token !== undefined) return identity.token.team
  const [only, second] = await listTeams(q, identity.account.id)
  if (only === undefined || second !== undefined)
    throw new Refusal(
      'precondition',
      'this account is in several teams or in none. Create a token for one team and use it for this request',
    )
  return only.id
}

const toHookMessage = ({ hook, version }: HookWithVersion) => ({
  id: BigInt(hook.id),
  hookStep: version.hook_step,
  scriptName: version.script_name,
  // The column holds a JSON list of strings.
  operatingSystems: JSON.parse(version.operating_systems) as string[],
  isActive: hook.is_active === 1,
  scriptContent: version.script_content,
  ...toOptionalFields(version),
  config: version.config,
  scriptSha256: sha256(version.script_content),
  version: BigInt(version.version),
})
