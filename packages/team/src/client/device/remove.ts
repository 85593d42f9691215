/** Removes a team from this machine: its hooks and its state. Only the events in the audit log stay. */
import { readdirSync, rmdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Disk } from '../disk.ts'
import { uninstall } from '../install.ts'
import type { SyncLock } from '../lock.ts'
import { recordEvent } from './audit-log.ts'
import type { EnrolledDevice } from './device.ts'
import type { ClientPaths, Machine } from './machine.ts'

export interface Removal {
  readonly machine: Machine
  readonly disk: Disk
  readonly lock: SyncLock
}

/** Removes the device file first. If the process is killed after that, the next sync completes the removal and no gate is closed in between. */
export function removeHooks(paths: ClientPaths, disk: Disk): void {
  disk.remove(paths.device)
  uninstall(paths, disk)
}

export function removeTeam(
  { device, machine, disk, lock }: Removal & { readonly device: EnrolledDevice },
  what: 'revoked' | 'left',
  detail: string,
): void {
  const { teamId: team, teamName: name, url, paths } = device
  removeHooks(paths, disk)
  recordEvent(machine, { team, name, url, what, detail })
  removeState(paths, disk, lock)
}

/** Releases the lock last. Keeps the directory if another process has taken the lock again. */
export function removeState(paths: ClientPaths, disk: Disk, lock: SyncLock): void {
  for (const name of readdirSync(paths.state))
    if (name !== basename(paths.lock)) disk.removeAll(join(paths.state, name))
  lock.release()
  try {
    rmdirSync(paths.state)
  } catch {
    // Another process waits for the lock in this directory or has it already.
  }
}
