/** The original protocol: returns the published hooks of a team with their scripts. Hookline's own client uses only the signed repository. */
import type { ConnectRouter, HandlerContext } from '@connectrpc/connect'
import { TeamHooksService } from '../../wire/index.ts'
import type { Context } from '../context.ts'
import { readHooksOnMachines } from '../hooks/read-hooks-on-machines.ts'
import { Refusal } from '../refusal.ts'
import { sha256 } from '../signing/tuf.ts'
import { listTeams } from '../store/accounts.ts'
import type { HookWithVersion } from '../store/hooks.ts'
import { toOptionalFields } from './admin/hook-messages.ts'
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
async function findTeam({ store, now }: Context, handler: HandlerContext): Promise<string> {
  if (!isAdminToken(handler.requestHeader)) return getMachine(handler).team
  return store.acrossTeams(async (q) => {
    const identity = await authenticate(q, handler.requestHeader, now())
    if (identity.kind === 'service') {
      if (identity.scopes.includes('hooks:read')) return identity.team
      throw new Refusal('forbidden', 'this action needs the scope hooks:read')
    }
    const { account, token } = identity
    const teams = await listTeams(q, account.id)
    const candidates = token === undefined ? teams : teams.filter(({ id }) => id === token.team)
    const [only, second] = candidates
    if (only === undefined || second !== undefined)
      throw new Refusal(
        'precondition',
        'this account is in several teams or in none. Create a token for one team and use it for this request',
      )
    return only.id
  })
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
