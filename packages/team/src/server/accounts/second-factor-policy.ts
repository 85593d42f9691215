/** Whether a team requires a second factor of its members. */
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { recordEvent } from '../store/audit-log.ts'

/** Takes effect with the next request of each member. */
export async function setSecondFactorPolicy({ store, now }: Context, actor: Actor, isRequired: boolean): Promise<void> {
  if (isRequired && !actor.hasSecondFactor)
    throw new Refusal(
      'precondition',
      'sign in with a second factor yourself first. Otherwise this would lock you out of the team',
    )
  await store.inTeam(actor.team, async (q) => {
    const action = isRequired ? 'team.second-factor-required' : 'team.second-factor-optional'
    await recordEvent(q, actor.team, now(), { actor: actor.name, action, target: actor.team })
    await q
      .updateTable('teams')
      .set({ requires_second_factor: isRequired ? 1 : 0 })
      .execute()
  })
}
