import type { Context } from '../../context.ts'
import { resolveRolloutAlarms } from '../../coverage/update-alarms.ts'
import { check } from '../../hooks/check.ts'
import { listPackSchemas } from '../../hooks/pack-schemas.ts'
import { publish } from '../../hooks/publish.ts'
import { readRing } from '../../hooks/rollout/ring.ts'
import { deleteHook, readHook, restoreVersion, saveHook, setHookActive } from '../../hooks/save.ts'
import { hashState } from '../../hooks/state.ts'
import { tryAndRecord } from '../../hooks/trial/record-trial.ts'
import { notFound } from '../../refusal.ts'
import { readCurrentHooks, readNewestRevision, readRevisions, readVersion, readVersions } from '../../store/hooks.ts'
import { toDraft, toHookMessage, toId, toVersionMessage } from './hook-messages.ts'
import { isoTime, type Methods, pageFrom, pageSize } from './methods.ts'
import { getActor } from './require-role.ts'

export const createHookMethods = (context: Context) =>
  ({
    async listHooks(_request, handler) {
      const { team } = getActor(handler)
      return context.store.inTeam(team, async (q) => {
        const newest = await readNewestRevision(q)
        const hooks = await readCurrentHooks(q)
        return {
          hooks: hooks.filter(isListed).map(toHookMessage),
          state: hashState(hooks.map(({ hook }) => hook)),
          revision: BigInt(newest?.revision ?? 0),
          publishedAt: isoTime(newest?.published_at ?? null),
        }
      })
    },
    async getHook({ hookId }, handler) {
      const { team } = getActor(handler)
      return toHookMessage(await context.store.inTeam(team, (q) => readHook(q, toId(hookId))))
    },
    async saveHook({ hookId, draft, basedOn }, handler) {
      const actor = getActor(handler)
      const save = { hookId: toId(hookId), draft: toDraft(draft), note: draft?.note ?? '', basedOn: toId(basedOn) }
      return toHookMessage(await context.store.inTeam(actor.team, (q) => saveHook(q, context, actor, save)))
    },
    async setHookActive({ hookId, isActive }, handler) {
      const actor = getActor(handler)
      const id = toId(hookId)
      return toHookMessage(
        await context.store.inTeam(actor.team, (q) => setHookActive(q, context, actor, id, isActive)),
      )
    },
    async deleteHook({ hookId }, handler) {
      const actor = getActor(handler)
      await context.store.inTeam(actor.team, (q) => deleteHook(q, context, actor, toId(hookId)))
      return {}
    },
    async listVersions({ hookId, before, limit }, handler) {
      const { team } = getActor(handler)
      const [id, size] = [toId(hookId), pageSize(limit)]
      const rows = await context.store.inTeam(team, async (q) => {
        await readHook(q, id)
        return readVersions(q, id, pageFrom(before), size + 1)
      })
      const versions = rows.slice(0, size)
      return {
        versions: versions.map((row) => toVersionMessage({ ...row, script_content: '' })),
        next: rows.length > size ? String(versions.at(-1)?.version ?? '') : '',
      }
    },
    async getVersion({ hookId, version }, handler) {
      const { team } = getActor(handler)
      const row = await context.store.inTeam(team, (q) => readVersion(q, toId(hookId), toId(version)))
      if (row === undefined) throw notFound()
      return toVersionMessage(row)
    },
    async restoreVersion({ hookId, version }, handler) {
      const actor = getActor(handler)
      const [id, old] = [toId(hookId), toId(version)]
      return toHookMessage(await context.store.inTeam(actor.team, (q) => restoreVersion(q, context, actor, id, old)))
    },
    async checkHook({ draft }) {
      return { findings: [...check(toDraft(draft))] }
    },
    async listPacks() {
      const { packs, fileSchema } = listPackSchemas()
      return { packs: [...packs], fileSchema }
    },
    async tryHook({ hookId, draft, input }, handler) {
      return tryAndRecord(context, getActor(handler), { hookId: toId(hookId), draft: toDraft(draft), input })
    },
    async publish({ note, state, ring, percent }, handler) {
      const actor = getActor(handler)
      const request = { note, state, ring: readRing(ring, percent) }
      const published = await context.store.inTeam(actor.team, async (q) => {
        const done = await publish(q, context, actor, request)
        await resolveRolloutAlarms(q, context.now())
        return done
      })
      await context.cache.refresh(actor.team)
      return { revision: BigInt(published.revision), hooks: published.hooks }
    },
    async listRevisions({ before, limit }, handler) {
      const { team } = getActor(handler)
      const size = pageSize(limit)
      const rows = await context.store.inTeam(team, (q) => readRevisions(q, pageFrom(before), size + 1))
      const revisions = rows.slice(0, size)
      return {
        revisions: revisions.map(({ revision, published_at, ...rest }) => ({
          ...rest,
          revision: BigInt(revision),
          publishedAt: isoTime(published_at),
        })),
        next: rows.length > size ? String(revisions.at(-1)?.revision ?? '') : '',
      }
    },
  }) satisfies Methods

/** Lists a deleted hook until machines have removed it. */
const isListed = ({ hook }: Awaited<ReturnType<typeof readHook>>): boolean =>
  hook.deleted_at === null || hook.published_version > 0
