/** Regular jobs: reads changes of other replicas, signs again, saves sync times, deletes old reports and signed files, asks identity providers again, and verifies audit logs. */

import { sweepAttempts } from '../accounts/attempts.ts'
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'
import { resignDue } from '../hooks/resign.ts'
import { sweepReports } from '../reports/retention.ts'
import { checkSessions } from '../sign-in/check-sessions.ts'
import { pruneRepositories } from '../signing/prune.ts'

const [readChangesMs, resignMs, syncTimesMs, checkSessionsMs] = [1_000, 60_000, 60_000, 60_000]
const [sweepMs, auditLogsMs] = [3_600_000, 3_600_000]

export function startTimers(context: Context): () => Promise<void> {
  const jobs = [
    // The embedded database has only one process, so there are no other replicas.
    ...(context.store.engine === 'postgres'
      ? [runEvery(readChangesMs, () => context.cache.readChanges(), context)]
      : []),
    runEvery(resignMs, () => resignDue(context), context),
    runEvery(checkSessionsMs, () => checkSessions(context), context),
    runEvery(sweepMs, () => sweepReports(context), context),
    runEvery(sweepMs, () => sweepAttempts(context), context),
    runEvery(sweepMs, () => pruneRepositories(context), context),
    runEvery(syncTimesMs, () => saveSyncTimes(context), context),
    runEvery(auditLogsMs, () => context.auditLogs.checkAll(), context, 'at once'),
  ]
  return async () => {
    for (const stop of jobs) await stop()
    await saveSyncTimes(context).catch(() => {})
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

/** Saves the time of each machine's last poll. Polls keep it in memory, and this writes many at once. */
const batchSize = 500

async function saveSyncTimes({ store, cache }: Context): Promise<void> {
  const synced = cache.machines.synced()
  for (const team of new Set(synced.map((machine) => machine.team))) {
    const machines = synced.filter((machine) => machine.team === team)
    for (let from = 0; from < machines.length; from += batchSize) {
      const batch = machines.slice(from, from + batchSize)
      const saved = batch.map((machine) => ({ machine, at: machine.syncedAt ?? 0 }))
      // Use the newest time for all of them. It is wrong by at most a minute.
      const last_sync_at = Math.max(...saved.map(({ at }) => at))
      const ids = batch.map(({ id }) => id)
      await store.inTeam(team, (q) => q.updateTable('devices').set({ last_sync_at }).where('id', 'in', ids).execute())
      for (const { machine, at } of saved) clearSyncTime(machine, at)
    }
  }
}

/** Keeps the time if the machine has polled again in the meantime. */
function clearSyncTime(machine: Machine, at: number): void {
  if (machine.syncedAt === at) delete machine.syncedAt
}
