import type { Context } from '../../context.ts'
import type { JournalCheck } from '../../poll/journals.ts'
import { entriesBefore } from '../../store/journal.ts'
import { actorOf } from './guard.ts'
import { isoTime, type Methods, pageFrom, pageSize } from './methods.ts'

export const journal = ({ store, journals }: Context) =>
  ({
    async listJournal({ before, limit }, handler) {
      const { team } = actorOf(handler)
      const size = pageSize(limit)
      const from = pageFrom(before)
      const found = await store.inTeam(team, (q) => entriesBefore(q, from, size + 1))
      const entries = found.slice(0, size)
      const check = before === '' ? checkOf(await journals.check(team)) : undefined
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
        ...(check === undefined ? {} : { check }),
      }
    },
  }) satisfies Methods

const checkOf = ({ wholeUpTo, brokenAt, checkedAt }: JournalCheck) => ({
  wholeUpTo: BigInt(wholeUpTo),
  brokenAt: BigInt(brokenAt),
  checkedAt: isoTime(checkedAt),
})
