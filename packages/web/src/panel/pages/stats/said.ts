/** The figures of a time in words. Pure. */
import { formatCounts } from '../../../kit/decisions/buckets.ts'
import { formatCount } from '../../../kit/text.ts'
import type { Stats } from '../../../wire/panel.ts'

export const times = [
  { value: '1h', label: '1 hour', words: 'the last hour' },
  { value: '1d', label: '1 day', words: 'the last day' },
  { value: '7d', label: '7 days', words: 'the last 7 days' },
] as const
export type Time = (typeof times)[number]['value']

/** `1,204 events in the last day: 1,102 allowed, 61 asked, 40 denied, 1 failed.` */
export function summary({ records, buckets, partial }: Stats, time: Time): string {
  const words = times.find(({ value }) => value === time)?.words ?? time
  const more = partial ? ' There are more; the newest were read.' : ''
  return `${formatCount(records, 'event')} in ${words}${formatCounts(buckets)}.${more}`
}
