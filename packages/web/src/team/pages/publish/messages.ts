/** Messages of the publish page. Pure. */
import type { Device } from '@hookline/team/wire'

/** The number of the hook that the error message names. */
export const findHookId = (message: string): string | undefined => /^hook (\d+) \(/i.exec(message)?.[1]

type DeviceState = Pick<Device, 'revoked' | 'refused' | 'revision'>

const hasRevision = ({ refused, revision }: DeviceState, newest: bigint): boolean =>
  refused === '' && revision >= newest

/** How many devices have the newest revision. `isAll`: `devices` contains all devices of the team. */
export function describeRollout(devices: readonly DeviceState[], newest: bigint, isAll: boolean): string {
  const enrolled = devices.filter(({ revoked }) => !revoked)
  const missing = enrolled.filter((device) => !hasRevision(device, newest)).length
  const count = `${enrolled.length.toLocaleString('en')}${isAll ? '' : '+'}`
  if (enrolled.length === 0) return 'No devices are enrolled yet.'
  if (missing > 0)
    return `${missing.toLocaleString('en')} of ${count} ${enrolled.length === 1 ? 'device does' : 'devices do'} not have revision ${newest} yet.`
  if (!isAll)
    return `The first ${enrolled.length.toLocaleString('en')} devices have revision ${newest}. There are more devices.`
  return enrolled.length === 1
    ? `The only device has revision ${newest}.`
    : `All ${count} devices have revision ${newest}.`
}
