/** The time that the whole event has: what is left of it for a hook, and the result of a hook that had not answered by then. */
import type { Entry, Raw } from '../../flow.ts'

interface BudgetRim {
  /** When the event began, by `performance.now()`. Absent: budgets do not count. */
  readonly startedAt?: number
}

/** Milliseconds; undefined if the event has no budget for this hook. */
export const budgetLeft = ({ budgetMs }: Entry, rim: BudgetRim): number | undefined =>
  budgetMs === undefined || rim.startedAt === undefined ? undefined : rim.startedAt + budgetMs - performance.now()

export const isBudgetOver = (entry: Entry, rim: BudgetRim): boolean => (budgetLeft(entry, rim) ?? 1) <= 0

export const overBudget = ({ budgetMs = 0 }: Entry): Raw => ({
  end: { kind: 'timeout', afterMs: budgetMs, budget: true },
  stdout: '',
  stderr: '',
})

/** A timeout that came before the hook's own was that of the event. What the hook had printed is kept: a no in it counts. */
export const markBudget = (raw: Raw, entry: Entry, timeoutMs: number): Raw =>
  raw.end.kind === 'timeout' && timeoutMs < entry.timeoutMs ? { ...raw, end: overBudget(entry).end } : raw

/** Ends with the signal, or with the budget. */
export const untilBudget = (signal: AbortSignal, left: number | undefined): AbortSignal =>
  left === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.ceil(left)))])
