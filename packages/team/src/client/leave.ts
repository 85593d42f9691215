/** Leaves a team: its hooks are removed here, whether the server hears of it or not. */
import { DeviceService } from '../wire/index.ts'
import { readDevice, serverOf } from './device.ts'
import { diskOf } from './disk.ts'
import { asTeamError } from './failure.ts'
import { uninstall } from './install.ts'
import { takeLock } from './lock.ts'
import { type Machine, placesOf } from './machine.ts'
import { call } from './rpc.ts'
import { ship } from './ship.ts'
import { removeTeam } from './sync.ts'

export interface Left {
  readonly team: string
  readonly name: string
  /** Why the server was not told. */
  readonly untold?: string
}

export async function leave(machine: Machine, team: string): Promise<Left> {
  const places = placesOf(machine, team)
  const disk = diskOf(machine)
  const lock = await takeLock(places.lock, machine.limits.lockMs)
  try {
    const device = tryRead(machine, team)
    if (device === undefined) {
      uninstall(places, disk)
      disk.removeAll(places.state)
      return { team, name: team, untold: 'what this machine kept of the team could not be read' }
    }
    const untold = await tell()
    removeTeam({ device, machine, disk }, 'left', untold ?? 'by the person')
    return { team, name: device.teamName, ...(untold === undefined ? {} : { untold }) }

    async function tell(): Promise<string | undefined> {
      if (device === undefined) return undefined
      try {
        await ship(device, machine, disk)
        await call(serverOf(device, machine), DeviceService.method.leave, {})
        return undefined
      } catch (thrown) {
        return asTeamError(thrown).message
      }
    }
  } finally {
    lock.release()
  }
}

function tryRead(machine: Machine, team: string) {
  try {
    return readDevice(machine, team)
  } catch {
    return undefined
  }
}
