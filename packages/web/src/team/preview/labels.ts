/** Texts about previews. Pure. */
import type { Preview, PreviewCounts } from '@hookline/team/wire'
import { formatCount } from '../../kit/text.ts'

type Facts = Pick<
  Preview,
  'days' | 'devices' | 'reported' | 'deniedOn' | 'counts' | 'state' | 'leftOut' | 'partial' | 'leastMachines'
>

export function describeImpact({ days, devices, reported, deniedOn, counts }: Facts): string {
  if (reported === 0) return `No device has answered yet (of ${devices.toLocaleString('en')}).`
  const calls = formatCount(Number(counts?.denies ?? 0n), 'call')
  return `In the last ${formatCount(days, 'day')} this would have denied ${calls} on ${formatCount(deniedOn, 'device')}.`
}

/** What a person has to know to read the numbers. */
export function listNotes({
  devices,
  reported,
  counts,
  leftOut,
  partial,
  state,
  leastMachines,
}: Facts): readonly string[] {
  return [
    ...(reported === 0 ? [] : [describeCounts(counts)]),
    `${reported.toLocaleString('en')} of ${formatCount(devices, 'device')} answered.${state === 'asking' ? '' : ' Devices are no longer asked.'}`,
    ...(partial === 0 ? [] : [`${formatCount(partial, 'device')} judged only the newest part of the log.`]),
    ...(hasHookCounts({ reported, leastMachines })
      ? []
      : [`The counts of each hook are shown when at least ${formatCount(leastMachines, 'device')} have answered.`]),
    ...(leftOut === 0
      ? []
      : [`${formatCount(leftOut, 'changed hook')} not judged: only packs and rules are. You can observe the others.`]),
  ]
}

/** With few devices, the counts of a hook would be those of a person. */
export const hasHookCounts = ({ reported, leastMachines }: Pick<Preview, 'reported' | 'leastMachines'>): boolean =>
  reported >= leastMachines

/** Devices report only whether a hook has 10, 100, 1000 or 10000 and more. */
export const describeHookCount = (count: bigint): string =>
  count === 0n ? 'Under 20 on each device' : `At least ${count.toLocaleString('en')}`

function describeCounts(counts: PreviewCounts | undefined): string {
  const { events = 0n, newDenies = 0n, asks = 0n, unjudged = 0n } = counts ?? {}
  const text = (count: bigint) => count.toLocaleString('en')
  return `The hooks listen to ${text(events)} recorded calls. ${text(newDenies)} of the denied ones went on when they happened. ${text(asks)} would have been asked, and ${text(unjudged)} could not be judged.`
}
