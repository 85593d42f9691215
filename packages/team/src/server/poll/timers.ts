/** What is done from time to time: looking at what replicas changed, signing again, telling the database who asked, letting old reports and signed files go, checking journals. */
import { sweepAttempts } from '../accounts/attempts.ts'
import type { Context } from '../context.ts'
import { sweepReports } from '../reports/retention.ts'
import { pruneRepositories } from '../signing/prune.ts'
import { resignDue } from '../signing/resign.ts'
import { saveSyncTimes } from './sync-times.ts'

const [lookMs, resignMs, syncTimesMs, sweepMs, journalsMs] = [1_000, 60_000, 60_000, 3_600_000, 3_600_000]

export function startTimers(context: Context): () => Promise<void> {
  const jobs = [
    // The embedded database has one process: there is nobody else to look for.
    ...(context.store.engine === 'postgres' ? [every(lookMs, () => context.live.look(), context)] : []),
    every(resignMs, () => resignDue(context), context),
    every(sweepMs, () => sweepReports(context), context),
    every(sweepMs, () => sweepAttempts(context), context),
    every(sweepMs, () => pruneRepositories(context), context),
    every(syncTimesMs, () => saveSyncTimes(context), context),
    every(journalsMs, () => context.journals.checkAll(), context, 'at once'),
  ]
  return async () => {
    for (const stop of jobs) await stop()
    await saveSyncTimes(context).catch(() => {})
  }
}

/** Never two at once. While the database is away it is silent: requests say so. */
function every(ms: number, job: () => Promise<void>, { store, log }: Context, first?: 'at once'): () => Promise<void> {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= job()
      .catch((thrown: unknown) => {
        if (!store.isAway(thrown)) log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))
      })
      .finally(() => {
        running = undefined
      })
  }
  if (first === 'at once') run()
  const timer = setInterval(run, ms)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
