import type { Context } from '../../context.ts'
import { readHooksOnMachines } from '../../hooks/read-hooks-on-machines.ts'
import { signRevision } from '../../hooks/revision.ts'
import { newSigningKeys, readSigningState, setRoot } from '../../signing/root.ts'
import { lockTeam } from '../../store/teams.ts'
import type { Methods } from './methods.ts'
import { getActor } from './require-role.ts'

export const createSigningMethods = (context: Context) =>
  ({
    async getSigningKeys(_request, handler) {
      const { team } = getActor(handler)
      return context.store.inTeam(team, (q) => readSigningState(q, context, team))
    },
    async newSigningKeys(_request, handler) {
      const actor = getActor(handler)
      return context.store.inTeam(actor.team, (q) => newSigningKeys(q, context, actor))
    },
    async setRoot({ root }, handler) {
      const actor = getActor(handler)
      const state = await context.store.inTeam(actor.team, async (q) => {
        const version = await setRoot(q, context, actor, root)
        const { revision } = await lockTeam(q)
        // Sign another revision with the new root's keys, so that machines fetch the root at the next poll. The first revision has no hooks.
        const signer = { author: actor.email, note: `root ${version}` }
        await signRevision(q, context, actor.team, revision, await readHooksOnMachines(q), signer)
        return readSigningState(q, context, actor.team)
      })
      await context.cache.refresh(actor.team)
      return state
    },
  }) satisfies Methods
