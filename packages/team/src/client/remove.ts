/** A team goes from this machine: its hooks, its state, all but the line in the journal. */
import { readdirSync, rmdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Enrolled } from './device.ts'
import type { Disk } from './disk.ts'
import { uninstall } from './install.ts'
import { journal } from './journal.ts'
import type { Held } from './lock.ts'
import type { Machine, Places } from './machine.ts'

export interface Removal {
  readonly machine: Machine
  readonly disk: Disk
  readonly lock: Held
}

/** The device first: whoever is killed after that is finished by the next sync, and the gates are not closed meanwhile. */
export function removeHooks(places: Places, disk: Disk): void {
  disk.remove(places.device)
  uninstall(places, disk)
}

export function removeTeam(
  { device, machine, disk, lock }: Removal & { readonly device: Enrolled },
  what: 'revoked' | 'left',
  detail: string,
): void {
  const { teamId: team, teamName: name, url, places } = device
  removeHooks(places, disk)
  journal(machine, { team, name, url, what, detail })
  forget(places, disk, lock)
}

/** The lock last, and the directory only when nobody who waited for it has begun in it again. */
export function forget(places: Places, disk: Disk, lock: Held): void {
  for (const name of readdirSync(places.state))
    if (name !== basename(places.lock)) disk.removeAll(join(places.state, name))
  lock.release()
  try {
    rmdirSync(places.state)
  } catch {
    // Somebody waits for the lock there; or has it by now.
  }
}
