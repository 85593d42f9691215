/**
 * Whether the teams' journals are as they were written: all of them from the beginning at the start and every hour, and what
 * was added since when somebody looks. What this process has seen may not become shorter.
 */
import type { Context } from '../context.ts'
import { beginning, type Followed, follow } from '../store/chain.ts'

export interface JournalCheck {
  readonly wholeUpTo: number
  /** 0: it is whole. */
  readonly brokenAt: number
  /** When all entries were last looked at. */
  readonly checkedAt: number
}

export interface Journals {
  checkAll(): Promise<void>
  check(team: string): Promise<JournalCheck>
}

type Rim = Pick<Context, 'store' | 'now' | 'log'>

interface Known {
  readonly followed: Followed
  readonly brokenAt: number
  readonly checkedAt: number
}

export function createJournals({ store, now, log }: Rim): Journals {
  const known = new Map<string, Known>()
  const go = async (team: string, from: Followed) => {
    let step = await store.inTeam(team, (q) => follow(q, from))
    // A transaction for each part: others do not wait for a long journal.
    while (!step.isEnd) {
      const { to } = step
      step = await store.inTeam(team, (q) => follow(q, to))
    }
    return step
  }
  const full = async (team: string): Promise<Known> => {
    const before = known.get(team)
    const { to, brokenAt = 0 } = await go(team, beginning)
    const isShorter = brokenAt === 0 && to.sequence < (before?.followed.sequence ?? 0)
    const found = { followed: to, brokenAt: isShorter ? to.sequence + 1 : brokenAt, checkedAt: now() }
    // The longest that was seen stays the measure.
    known.set(team, isShorter && before !== undefined ? { ...found, followed: before.followed } : found)
    if (found.brokenAt !== 0)
      log(`the journal of team ${team} is broken at entry ${found.brokenAt}: somebody changed the database`)
    return found
  }
  const since = async (team: string, before: Known): Promise<Known> => {
    if (before.brokenAt !== 0) return before
    const { to, brokenAt = 0 } = await go(team, before.followed)
    const found = { ...before, followed: to, brokenAt }
    known.set(team, found)
    return found
  }
  return {
    async checkAll() {
      const teams = await store.acrossTeams((q) => q.selectFrom('teams').select('id').execute())
      for (const { id } of teams) await full(id)
    },
    async check(team) {
      const before = known.get(team)
      const { followed, brokenAt, checkedAt } = before === undefined ? await full(team) : await since(team, before)
      return { wholeUpTo: brokenAt === 0 ? followed.sequence : brokenAt - 1, brokenAt, checkedAt }
    },
  }
}
