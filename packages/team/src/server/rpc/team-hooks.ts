/** The original wire: a team's hooks with their scripts, as machines have them. Hookline's own client believes only signatures. */
import type { ConnectRouter, HandlerContext } from '@connectrpc/connect'
import { TeamHooksService } from '../../wire/index.ts'
import type { Context } from '../context.ts'
import { hooksOnMachines } from '../hooks/published.ts'
import { Refusal } from '../refusal.ts'
import { sha256 } from '../signing/tuf.ts'
import { listTeams } from '../store/accounts.ts'
import type { HookWithVersion } from '../store/hooks.ts'
import { optionalOf } from './admin/hook-messages.ts'
import { isAdminToken, machineOf } from './machine.ts'
import { whoAsks } from './who.ts'

export const teamHooks = (router: ConnectRouter, context: Context): void => {
  router.service(TeamHooksService, {
    async getTeamHooks({ activeOnly }, handler) {
      const team = await teamOf(context, handler)
      const hooks = await context.store.inTeam(team, hooksOnMachines)
      return { hooks: hooks.map(teamHook).filter(({ isActive }) => isActive || !activeOnly) }
    },
  })
}

/** A machine's own; of a person's the one the token is for, or the only one. */
async function teamOf({ store, now }: Context, handler: HandlerContext): Promise<string> {
  if (!isAdminToken(handler.requestHeader)) return machineOf(handler).team
  return store.acrossTeams(async (q) => {
    const { account, token } = await whoAsks(q, handler.requestHeader, now())
    const teams = await listTeams(q, account.id)
    const team = token === undefined ? teams : teams.filter(({ id }) => id === token.team)
    const [only, another] = team
    if (only === undefined || another !== undefined)
      throw new Refusal('precondition', 'which team? A token is for one: make one, and ask with it')
    return only.id
  })
}

const teamHook = ({ hook, version }: HookWithVersion) => ({
  id: BigInt(hook.id),
  hookStep: version.hook_step,
  scriptName: version.script_name,
  operatingSystems: JSON.parse(version.operating_systems) as string[],
  isActive: hook.is_active === 1,
  scriptContent: version.script_content,
  ...optionalOf(version),
  scriptSha256: sha256(version.script_content),
  version: BigInt(version.version),
})
