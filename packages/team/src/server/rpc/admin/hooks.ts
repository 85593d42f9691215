import type { Context } from '../../context.ts'
import { check } from '../../hooks/check.ts'
import { publish } from '../../hooks/publish.ts'
import { deleteHook, hookAt, restoreVersion, saveHook, setHookActive } from '../../hooks/save.ts'
import { stateOf } from '../../hooks/state.ts'
import { tryAndTell } from '../../hooks/trial/tell.ts'
import { notFound } from '../../refusal.ts'
import { currentHooks, versionOf as storedVersion, versionsBefore } from '../../store/hooks.ts'
import { newestRevision, revisionsBefore } from '../../store/revisions.ts'
import { actorOf } from './guard.ts'
import { draftOf, hookOf, idOf, versionOf } from './hook-messages.ts'
import { isoTime, type Methods, pageFrom, pageSize } from './methods.ts'

export const hooks = (context: Context) =>
  ({
    async listHooks(_request, handler) {
      const { team } = actorOf(handler)
      return context.store.inTeam(team, async (q) => {
        const newest = await newestRevision(q)
        const all = await currentHooks(q)
        return {
          hooks: all.filter(isShown).map(hookOf),
          state: stateOf(all.map(({ hook }) => hook)),
          revision: BigInt(newest?.revision ?? 0),
          publishedAt: isoTime(newest?.published_at ?? null),
        }
      })
    },
    async getHook({ hookId }, handler) {
      const { team } = actorOf(handler)
      return hookOf(await context.store.inTeam(team, (q) => hookAt(q, idOf(hookId))))
    },
    async saveHook({ hookId, draft, basedOn }, handler) {
      const actor = actorOf(handler)
      const save = { hookId: idOf(hookId), draft: draftOf(draft), note: draft?.note ?? '', basedOn: idOf(basedOn) }
      return hookOf(await context.store.inTeam(actor.team, (q) => saveHook(q, context, actor, save)))
    },
    async setHookActive({ hookId, isActive }, handler) {
      const actor = actorOf(handler)
      const id = idOf(hookId)
      return hookOf(await context.store.inTeam(actor.team, (q) => setHookActive(q, context, actor, id, isActive)))
    },
    async deleteHook({ hookId }, handler) {
      const actor = actorOf(handler)
      await context.store.inTeam(actor.team, (q) => deleteHook(q, context, actor, idOf(hookId)))
      return {}
    },
    async listVersions({ hookId, before, limit }, handler) {
      const { team } = actorOf(handler)
      const [id, size, from] = [idOf(hookId), pageSize(limit), pageFrom(before)]
      const found = await context.store.inTeam(team, async (q) => {
        await hookAt(q, id)
        return versionsBefore(q, id, from, size + 1)
      })
      const versions = found.slice(0, size)
      return {
        versions: versions.map((row) => versionOf({ ...row, script_content: '' })),
        next: found.length > size ? String(versions.at(-1)?.version ?? '') : '',
      }
    },
    async getVersion({ hookId, version }, handler) {
      const { team } = actorOf(handler)
      const found = await context.store.inTeam(team, (q) => storedVersion(q, idOf(hookId), idOf(version)))
      if (found === undefined) throw notFound()
      return versionOf(found)
    },
    async restoreVersion({ hookId, version }, handler) {
      const actor = actorOf(handler)
      const [id, old] = [idOf(hookId), idOf(version)]
      return hookOf(await context.store.inTeam(actor.team, (q) => restoreVersion(q, context, actor, id, old)))
    },
    async checkHook({ draft }) {
      return { findings: [...check(draftOf(draft))] }
    },
    async tryHook({ hookId, draft, input }, handler) {
      return tryAndTell(context, actorOf(handler), { hookId: idOf(hookId), draft: draftOf(draft), input })
    },
    async publish({ note, state }, handler) {
      const actor = actorOf(handler)
      const published = await context.store.inTeam(actor.team, (q) => publish(q, context, actor, { note, state }))
      await context.live.refresh(actor.team)
      return { revision: BigInt(published.revision), hooks: published.hooks }
    },
    async listRevisions({ before, limit }, handler) {
      const { team } = actorOf(handler)
      const size = pageSize(limit)
      const found = await context.store.inTeam(team, (q) => revisionsBefore(q, pageFrom(before), size + 1))
      const revisions = found.slice(0, size)
      return {
        revisions: revisions.map(({ revision, published_at, ...rest }) => ({
          ...rest,
          revision: BigInt(revision),
          publishedAt: isoTime(published_at),
        })),
        next: found.length > size ? String(revisions.at(-1)?.revision ?? '') : '',
      }
    },
  }) satisfies Methods

/** A deleted one is shown until machines have lost it. */
const isShown = ({ hook }: Awaited<ReturnType<typeof hookAt>>): boolean =>
  hook.deleted_at === null || hook.published_version > 0
