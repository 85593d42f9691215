import type { Context } from '../../context.ts'
import { pauseHooks, resumeHooks } from '../../hooks/pause.ts'
import { rollBack } from '../../hooks/rollback.ts'
import { readCurrentHooks } from '../../store/hooks.ts'
import type { Query } from '../../store/index.ts'
import { isActivePause, type PauseRow, readActivePauses, readNewestPauses } from '../../store/pauses.ts'
import { toId } from './hook-messages.ts'
import { isoTime, type Methods } from './methods.ts'
import { getActor } from './require-role.ts'
import { createSigner } from './sign-limited.ts'

export const createIncidentMethods = (context: Context) => {
  const sign = createSigner(context)
  return {
    async pauseHooks({ hookId, minutes, reason }, handler) {
      const actor = getActor(handler)
      return sign(actor, async (q) => {
        const done = await pauseHooks(q, context, actor, { hookId: toId(hookId), minutes, reason })
        const names = await readNames(q)
        return { pause: toMessage(done.pause, names, context.now()), revision: BigInt(done.revision) }
      })
    },
    async resumeHooks({ pauseId }, handler) {
      const actor = getActor(handler)
      const { ended, revision } = await sign(actor, (q) => resumeHooks(q, context, actor, toId(pauseId)))
      return { ended, revision: BigInt(revision) }
    },
    async listPauses(_request, handler) {
      const { team } = getActor(handler)
      const now = context.now()
      return context.store.inTeam(team, async (q) => {
        const [active, newest, names] = [
          await readActivePauses(q, now),
          await readNewestPauses(q, 50),
          await readNames(q),
        ]
        const rows = [...active, ...newest.filter((row) => !isActivePause(row, now))]
        return { pauses: rows.toSorted((a, b) => b.id - a.id).map((row) => toMessage(row, names, now)) }
      })
    },
    async rollback({ revision, note, current, preview }, handler) {
      const actor = getActor(handler)
      const options = { revision: toId(revision), note, current: toId(current), isPreview: preview }
      const work = (q: Query) => rollBack(q, context, actor, options)
      const done = preview ? await context.store.inTeam(actor.team, work) : await sign(actor, work)
      return {
        to: BigInt(done.to),
        revision: BigInt(done.revision),
        changes: done.changes.map(({ hook, kind, scriptName, isActive }) => ({
          ...{ hookId: BigInt(hook.id), kind, scriptName, isActive },
        })),
      }
    },
  } satisfies Methods
}

const readNames = async (q: Query): Promise<ReadonlyMap<number, string>> =>
  new Map((await readCurrentHooks(q)).map(({ hook, version }) => [hook.id, version.script_name]))

const toMessage = (row: PauseRow, names: ReadonlyMap<number, string>, now: number) => ({
  id: BigInt(row.id),
  hookId: BigInt(row.hook_id),
  scriptName: names.get(row.hook_id) ?? '',
  from: isoTime(row.from_at),
  until: isoTime(row.until_at),
  ...{ reason: row.reason, author: row.author, endedBy: row.ended_by },
  endedAt: isoTime(row.ended_at),
  isActive: isActivePause(row, now),
})
