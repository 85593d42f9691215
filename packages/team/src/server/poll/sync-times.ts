/** Saves the time of each machine's last poll. Polls keep it in memory, and this writes many at once. */
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'

const batchSize = 500

export async function saveSyncTimes({ store, cache }: Context): Promise<void> {
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
