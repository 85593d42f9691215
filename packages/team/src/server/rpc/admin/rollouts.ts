import type { Context } from '../../context.ts'
import { readRollout } from '../../devices/rollout.ts'
import { advanceRollout, type RolloutStep, stopRollout } from '../../hooks/rollout/advance.ts'
import { Refusal } from '../../refusal.ts'
import { describeRollout } from '../../rollouts/progress.ts'
import { describeSettings, saveRolloutSettings, setCanary } from '../../rollouts/settings.ts'
import type { Query } from '../../store/index.ts'
import { toDeviceMessage } from './devices.ts'
import { toId } from './hook-messages.ts'
import type { Methods } from './methods.ts'
import { getActor } from './require-role.ts'
import { createSigner } from './sign-limited.ts'

const longestReason = 500

export const createRolloutMethods = (context: Context) => {
  const sign = createSigner(context)
  const describe = async (q: Query, { revision }: RolloutStep) => {
    const rollout = await describeRollout(q, context.now())
    return { ...(rollout === undefined ? {} : { rollout }), revision: BigInt(revision) }
  }
  return {
    async getRollout(_request, handler) {
      const { team } = getActor(handler)
      const staged = await context.store.inTeam(team, (q) => describeRollout(q, context.now()))
      return { ...(await readRollout(context, team)), ...(staged === undefined ? {} : { staged }) }
    },
    async advanceRollout({ candidate, percent, all, stageSince }, handler) {
      const actor = getActor(handler)
      if (all && percent !== 0) throw new Refusal('invalid', 'choose a percentage or all machines, not both')
      const options = { candidate: toId(candidate), stageSince, percent, isToAll: all }
      return sign(actor, async (q) => describe(q, await advanceRollout(q, context, actor, options)))
    },
    async stopRollout({ candidate, reason }, handler) {
      const actor = getActor(handler)
      const options = { candidate: toId(candidate), reason: checkReason(reason) }
      return sign(actor, async (q) => describe(q, await stopRollout(q, context, actor, options)))
    },
    async getRolloutSettings(_request, handler) {
      return context.store.inTeam(getActor(handler).team, describeSettings)
    },
    async setRolloutSettings({ percentages, minutes, automatic }, handler) {
      const actor = getActor(handler)
      return context.store.inTeam(actor.team, async (q) => {
        await saveRolloutSettings(q, actor, context.now(), { percentages, minutes, automatic })
        return describeSettings(q)
      })
    },
    async setCanary({ deviceId, isCanary }, handler) {
      const actor = getActor(handler)
      const row = await context.store.inTeam(actor.team, (q) => setCanary(q, actor, context.now(), deviceId, isCanary))
      return toDeviceMessage(row)
    },
  } satisfies Methods
}

function checkReason(reason: string): string {
  const text = reason.trim()
  if (text === '') throw new Refusal('invalid', 'a stop needs a reason: people see it on the dashboard')
  if (text.length > longestReason || /\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}/u.test(text))
    throw new Refusal('invalid', `the reason must be one line of at most ${longestReason} characters`)
  return text
}
