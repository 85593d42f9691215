/** Regular jobs: reads changes of other replicas, signs again, deletes old reports and signed files, asks identity providers again, looks for machines that went quiet, supervises rollouts, sends alarms, and verifies audit logs. */

import { sweepAttempts } from '../accounts/attempts.ts'
import { deliverAlarms } from '../alarms/deliver.ts'
import { sweepAlarms } from '../alarms/list.ts'
import type { Context } from '../context.ts'
import { recheckDevices } from '../coverage/reassess.ts'
import { resignDue } from '../hooks/resign.ts'
import { sweepReports } from '../reports/retention.ts'
import { createSupervisor } from '../rollouts/supervise.ts'
import { checkSessions } from '../sign-in/check-sessions.ts'
import { pruneRepositories } from '../signing/prune.ts'

const [readChangesMs, resignMs, checkSessionsMs] = [1_000, 60_000, 60_000]
const [recheckMs, deliverMs, superviseMs] = [60_000, 10_000, 2_000]
const [sweepMs, auditLogsMs] = [3_600_000, 3_600_000]

export function startTimers(context: Context): () => Promise<void> {
  const jobs = [
    // The embedded database has only one process, so there are no other replicas.
    ...(context.store.engine === 'postgres'
      ? [runEvery(readChangesMs, () => context.cache.readChanges(), context)]
      : []),
    runEvery(resignMs, () => resignDue(context), context),
    ...context.providers.map((provider) => runEvery(checkSessionsMs, () => checkSessions(context, provider), context)),
    runEvery(sweepMs, () => sweepReports(context), context),
    runEvery(sweepMs, () => sweepAttempts(context), context),
    runEvery(sweepMs, () => pruneRepositories(context), context),
    runEvery(recheckMs, () => recheckDevices(context), context),
    runEvery(superviseMs, createSupervisor(context), context),
    runEvery(deliverMs, () => deliverAlarms(context), context),
    runEvery(sweepMs, () => context.store.acrossTeams((q) => sweepAlarms(q, context.now())), context),
    runEvery(auditLogsMs, () => context.auditLogs.checkAll(), context, 'at once'),
  ]
  return async () => {
    for (const stop of jobs) await stop()
  }
}

/** Never runs a job twice at the same time. Does not log that the database is unavailable, because requests report it. */
function runEvery(
  ms: number,
  job: () => Promise<void>,
  { store, log }: Context,
  start?: 'at once',
): () => Promise<void> {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= job()
      .catch((thrown: unknown) => {
        if (!store.isUnavailable(thrown))
          log(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))
      })
      .finally(() => {
        running = undefined
      })
  }
  if (start === 'at once') run()
  const timer = setInterval(run, ms)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
