/** The figures of a period as a sentence. Pure. */
import { formatCounts } from '../../../kit/decisions/buckets.ts'
import { formatCount } from '../../../kit/text.ts'
import type { Stats } from '../../../wire/panel.ts'

export const times = [
  { value: '1h', label: '1 hour', phrase: 'the last hour' },
  { value: '1d', label: '1 day', phrase: 'the last day' },
  { value: '7d', label: '7 days', phrase: 'the last 7 days' },
] as const
export type Time = (typeof times)[number]['value']

/** The time of this name, or a day. */
export const findTime = (name: string): Time => times.find(({ value }) => value === name)?.value ?? '1d'

/** `1,204 events in the last day: 1,102 allowed, 61 asked, 40 denied, 1 failed.` */
export function summarize({ records, buckets, partial }: Stats, time: Time): string {
  const period = times.find(({ value }) => value === time)?.phrase ?? time
  const more = partial ? ' Only the newest events are counted.' : ''
  return `${formatCount(records, 'event')} in ${period}${formatCounts(buckets)}.${more}`
}
