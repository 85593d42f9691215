import type { Context } from '../../context.ts'
import { entriesBefore } from '../../store/journal.ts'
import { actorOf } from './guard.ts'
import { isoTime, type Methods, pageSize } from './methods.ts'

export const journal = ({ store }: Context) =>
  ({
    async listJournal({ before, limit }, handler) {
      const { team } = actorOf(handler)
      const size = pageSize(limit)
      const from = /^\d{1,15}$/.test(before) ? Number(before) : Number.MAX_SAFE_INTEGER
      const found = await store.inTeam(team, (q) => entriesBefore(q, from, size + 1))
      const entries = found.slice(0, size)
      return {
        entries: entries.map(({ sequence, at, actor, action, target, detail, hash }) => ({
          sequence: BigInt(sequence),
          at: isoTime(at),
          actor,
          action,
          target,
          detail,
          hash,
        })),
        next: found.length > size ? String(entries.at(-1)?.sequence ?? '') : '',
      }
    },
  }) satisfies Methods
