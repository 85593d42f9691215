/** When machines last asked. Polls leave it in memory; here it is written down, many at once. */
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'

const atOnce = 500

export async function saveSyncTimes({ store, live }: Context): Promise<void> {
  const synced = live.machines.synced()
  for (const team of new Set(synced.map((machine) => machine.team))) {
    const machines = synced.filter((machine) => machine.team === team)
    for (let from = 0; from < machines.length; from += atOnce) {
      const some = machines.slice(from, from + atOnce)
      const told = some.map((machine) => ({ machine, at: machine.syncedAt ?? 0 }))
      // The newest of them for all: it is within a minute of the truth.
      const last_sync_at = Math.max(...told.map(({ at }) => at))
      const ids = some.map(({ id }) => id)
      await store.inTeam(team, (q) => q.updateTable('devices').set({ last_sync_at }).where('id', 'in', ids).execute())
      for (const { machine, at } of told) forget(machine, at)
    }
  }
}

/** Unless it asked again meanwhile. */
function forget(machine: Machine, at: number): void {
  if (machine.syncedAt === at) delete machine.syncedAt
}
