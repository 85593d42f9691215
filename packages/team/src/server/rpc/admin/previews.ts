import type { Context } from '../../context.ts'
import { askPreview, endPreview } from '../../hooks/preview/ask.ts'
import { describePreview } from '../../previews/describe.ts'
import type { Query } from '../../store/index.ts'
import type { Methods } from './methods.ts'
import { getActor } from './require-role.ts'
import { createSigner } from './sign-limited.ts'

export const createPreviewMethods = (context: Context) => {
  const sign = createSigner(context)
  const describe = async (q: Query) => {
    const preview = await describePreview(q, context.now())
    return preview === undefined ? {} : { preview }
  }
  return {
    async askPreview({ days, state }, handler) {
      const actor = getActor(handler)
      return sign(actor, async (q) => {
        await askPreview(q, context, actor, { days, state })
        return describe(q)
      })
    },
    getPreview: (_request, handler) => context.store.inTeam(getActor(handler).team, describe),
    async endPreview(_request, handler) {
      const actor = getActor(handler)
      return sign(actor, async (q) => {
        await endPreview(q, context, actor)
        return describe(q)
      })
    },
  } satisfies Methods
}
