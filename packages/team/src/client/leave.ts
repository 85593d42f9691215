/** Leaves a team: removes its hooks from this machine at once, even if the server cannot be reached. */
import { DeviceService } from '../wire/index.ts'
import { recordEvent } from './device/audit-log.ts'
import { checkOwners } from './device/check-owners.ts'
import { type EnrolledDevice, readDevice, serverFor } from './device/device.ts'
import { clientPaths, type Machine } from './device/machine.ts'
import { removeHooks, removeState } from './device/remove.ts'
import { createDisk, type Disk } from './disk.ts'
import { asTeamError } from './failure.ts'
import { takeLock } from './lock.ts'
import { ship } from './reports/ship.ts'
import { call } from './rpc.ts'

export interface LeaveResult {
  readonly team: string
  readonly name: string
  /** Why the server could not be notified. */
  readonly untold?: string
}

/** Does not wait for a sync that hangs at a slow server. That sync notices that it has lost the lock. */
export async function leave(machine: Machine, team: string): Promise<LeaveResult> {
  const paths = clientPaths(machine, team)
  const disk = createDisk(machine)
  checkOwners(machine, paths)
  const lock = await takeLock(paths.lock, machine.limits.takeOverMs, { force: true })
  try {
    const device = tryReadDevice(machine, team)
    removeHooks(paths, disk)
    const untold =
      device === undefined ? `${paths.device} is missing or damaged` : await notifyServer(device, machine, disk)
    if (device !== undefined) {
      const { teamName: name, url } = device
      recordEvent(machine, { team, name, url, what: 'left', detail: untold ?? 'by the user' })
    }
    removeState(paths, disk, lock)
    return { team, name: device?.teamName ?? team, ...(untold === undefined ? {} : { untold }) }
  } finally {
    lock.release()
  }
}

/** The user is waiting, so there is one time limit for everything. Half of it is for the last reports. */
async function notifyServer(device: EnrolledDevice, machine: Machine, disk: Disk): Promise<string | undefined> {
  const { goodbyeMs } = machine.limits
  const until = performance.now() + goodbyeMs
  try {
    await ship(device, withDeadline(machine, until - goodbyeMs / 2), disk).catch(() => {})
    await call(serverFor(device, withDeadline(machine, until)), DeviceService.method.leave, {})
    return undefined
  } catch (thrown) {
    return asTeamError(thrown).message
  }
}

/** Limits each response to the time that remains. */
const withDeadline = (machine: Machine, until: number): Machine => ({
  ...machine,
  limits: {
    ...machine.limits,
    get responseMs() {
      return Math.max(1, Math.ceil(until - performance.now()))
    },
  },
})

function tryReadDevice(machine: Machine, team: string) {
  try {
    return readDevice(machine, team)
  } catch {
    return undefined
  }
}
