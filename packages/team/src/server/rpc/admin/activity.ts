import type { Context } from '../../context.ts'
import { countActivity } from '../../reports/activity.ts'
import { createResultCache } from '../../reports/result-cache.ts'
import type { Methods } from './methods.ts'
import { getActor } from './require-role.ts'

export const createActivityMethods = (context: Context) => {
  const results = createResultCache<Awaited<ReturnType<typeof countActivity>>>()
  return {
    async getActivity({ since }, handler) {
      const { team } = getActor(handler)
      // The bars begin at full minutes, so another minute needs another result.
      const minute = Math.floor(context.now() / 60_000)
      return results.get(`${team} ${since} ${minute}`, () => countActivity(context, team, since))
    },
  } satisfies Methods
}
