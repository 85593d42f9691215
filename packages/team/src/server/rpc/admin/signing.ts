import type { Context } from '../../context.ts'
import { signRevision } from '../../hooks/revision.ts'
import { renewTimestamp } from '../../signing/resign.ts'
import { setRoot, signingState } from '../../signing/root.ts'
import { lockTeam } from '../../store/teams.ts'
import { actorOf } from './guard.ts'
import type { Methods } from './methods.ts'

export const signing = (context: Context) =>
  ({
    async getSigningKeys(_request, handler) {
      const { team } = actorOf(handler)
      return context.store.inTeam(team, (q) => signingState(q, context, team))
    },
    async setRoot({ root }, handler) {
      const actor = actorOf(handler)
      const state = await context.store.inTeam(actor.team, async (q) => {
        const isFirst = await setRoot(q, context, actor, root)
        // From here on a machine can enrol: an empty set is signed, too.
        const signer = { author: actor.email, note: 'the first root' }
        const { revision } = await lockTeam(q)
        if (isFirst) await signRevision(q, context, actor.team, revision, [], signer)
        // Replicas look at the timestamp: by its change they see the new root, too.
        else await renewTimestamp(q, context, actor.team, revision)
        return signingState(q, context, actor.team)
      })
      await context.live.refresh(actor.team)
      return state
    },
  }) satisfies Methods
