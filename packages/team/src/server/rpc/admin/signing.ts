import type { Context } from '../../context.ts'
import { hooksOnMachines } from '../../hooks/published.ts'
import { signRevision } from '../../hooks/revision.ts'
import { newSigningKeys, setRoot, signingState } from '../../signing/root.ts'
import { lockTeam } from '../../store/teams.ts'
import { actorOf } from './guard.ts'
import type { Methods } from './methods.ts'

export const signing = (context: Context) =>
  ({
    async getSigningKeys(_request, handler) {
      const { team } = actorOf(handler)
      return context.store.inTeam(team, (q) => signingState(q, context, team))
    },
    async newSigningKeys(_request, handler) {
      const actor = actorOf(handler)
      return context.store.inTeam(actor.team, (q) => newSigningKeys(q, context, actor))
    },
    async setRoot({ root }, handler) {
      const actor = actorOf(handler)
      const state = await context.store.inTeam(actor.team, async (q) => {
        const version = await setRoot(q, context, actor, root)
        const { revision } = await lockTeam(q)
        // One more revision, with the keys it names: at the next poll machines look for the root, too. The first is of no hooks.
        const signer = { author: actor.email, note: `root ${version}` }
        await signRevision(q, context, actor.team, revision, await hooksOnMachines(q), signer)
        return signingState(q, context, actor.team)
      })
      await context.live.refresh(actor.team)
      return state
    },
  }) satisfies Methods
