import { checklistSteps } from '../../../wire/checklist.ts'
import { confirmRootBackup, hideChecklist } from '../../checklist/change.ts'
import { isChecklistHidden, readDoneSteps } from '../../checklist/read.ts'
import type { Context } from '../../context.ts'
import type { Query } from '../../store/index.ts'
import type { Methods } from './methods.ts'
import { getActor } from './require-role.ts'

export const createChecklistMethods = (context: Context) =>
  ({
    async getChecklist(_request, handler) {
      return context.store.inTeam(getActor(handler).team, toMessage)
    },
    async hideChecklist({ hidden }, handler) {
      const actor = getActor(handler)
      return context.store.inTeam(actor.team, async (q) => {
        await hideChecklist(q, context, actor, hidden)
        return toMessage(q)
      })
    },
    async confirmRootBackup(_request, handler) {
      const actor = getActor(handler)
      return context.store.inTeam(actor.team, async (q) => {
        await confirmRootBackup(q, context, actor)
        return toMessage(q)
      })
    },
  }) satisfies Methods

async function toMessage(q: Query) {
  const done = await readDoneSteps(q)
  return { steps: checklistSteps.map(({ id }) => ({ id, done: done.has(id) })), hidden: await isChecklistHidden(q) }
}
