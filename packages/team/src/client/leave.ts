/** Leaves a team: its hooks are removed here at once, whether the server hears of it or not. */
import { DeviceService } from '../wire/index.ts'
import { type Enrolled, readDevice, serverOf } from './device.ts'
import { type Disk, diskOf } from './disk.ts'
import { asTeamError } from './failure.ts'
import { journal } from './journal.ts'
import { takeLock } from './lock.ts'
import { type Machine, placesOf } from './machine.ts'
import { refuseOthers } from './own-files.ts'
import { forget, removeHooks } from './remove.ts'
import { call } from './rpc.ts'
import { ship } from './ship.ts'

export interface Left {
  readonly team: string
  readonly name: string
  /** Why the server was not told. */
  readonly untold?: string
}

/** A sync that hangs at a slow server is not waited for: it sees that the lock is no longer its own. */
export async function leave(machine: Machine, team: string): Promise<Left> {
  const places = placesOf(machine, team)
  const disk = diskOf(machine)
  refuseOthers(machine, places)
  const lock = await takeLock(places.lock, machine.limits.takeOverMs, { takesOver: true })
  try {
    const device = tryRead(machine, team)
    removeHooks(places, disk)
    const untold =
      device === undefined ? 'what this machine kept of the team could not be read' : await tell(device, machine, disk)
    if (device !== undefined) {
      const { teamName: name, url } = device
      journal(machine, { team, name, url, what: 'left', detail: untold ?? 'by the person' })
    }
    forget(places, disk, lock)
    return { team, name: device?.teamName ?? team, ...(untold === undefined ? {} : { untold }) }
  } finally {
    lock.release()
  }
}

/** A person waits: there is one time for all of it, half of which are the last reports'. */
async function tell(device: Enrolled, machine: Machine, disk: Disk): Promise<string | undefined> {
  const { goodbyeMs } = machine.limits
  const until = performance.now() + goodbyeMs
  try {
    await ship(device, hurried(machine, until - goodbyeMs / 2), disk).catch(() => {})
    await call(serverOf(device, hurried(machine, until)), DeviceService.method.leave, {})
    return undefined
  } catch (thrown) {
    return asTeamError(thrown).message
  }
}

/** Each answer has the time that is left. */
const hurried = (machine: Machine, until: number): Machine => ({
  ...machine,
  limits: {
    ...machine.limits,
    get answerMs() {
      return Math.max(1, Math.ceil(until - performance.now()))
    },
  },
})

function tryRead(machine: Machine, team: string) {
  try {
    return readDevice(machine, team)
  } catch {
    return undefined
  }
}
