/** What the page of publishing says of refusals and of machines. Pure. */
import type { Device } from '@hookline/team/wire'

/** The number of the hook that stands in the way, where the words name one. */
export const hookNamedIn = (words: string): string | undefined => /^hook (\d+) \(/i.exec(words)?.[1]

type Machine = Pick<Device, 'revoked' | 'refused' | 'revision'>

const has = ({ refused, revision }: Machine, newest: bigint): boolean => refused === '' && revision >= newest

/** How many machines have the newest revision. `all`: these are all the machines there are. */
export function reachSaid(devices: readonly Machine[], newest: bigint, all: boolean): string {
  const machines = devices.filter(({ revoked }) => !revoked)
  const missing = machines.filter((machine) => !has(machine, newest)).length
  const count = `${machines.length.toLocaleString('en')}${all ? '' : '+'}`
  if (machines.length === 0) return 'No machine is enrolled yet.'
  if (missing > 0)
    return `${missing.toLocaleString('en')} of ${count} ${machines.length === 1 ? 'machine does' : 'machines do'} not have revision ${newest} yet.`
  if (!all)
    return `The ${machines.length.toLocaleString('en')} machines read so far have revision ${newest}; there are more.`
  return machines.length === 1
    ? `The only machine has revision ${newest}.`
    : `All ${count} machines have revision ${newest}.`
}
