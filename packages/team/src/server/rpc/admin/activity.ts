import type { Context } from '../../context.ts'
import { activitySince } from '../../reports/activity.ts'
import { createAgain } from '../../reports/again.ts'
import { actorOf } from './guard.ts'
import type { Methods } from './methods.ts'

export const activity = (context: Context) => {
  const again = createAgain<Awaited<ReturnType<typeof activitySince>>>()
  return {
    async getActivity({ since }, handler) {
      const { team } = actorOf(handler)
      return again.get(`${team} ${since}`, () => activitySince(context, team, since))
    },
  } satisfies Methods
}
