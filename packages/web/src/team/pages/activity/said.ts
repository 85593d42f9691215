/** The figures of a time in words, and as the chart takes them. Pure. */
import type { Activity } from '@hookline/team/wire'
import { type Buckets, formatCounts } from '../../../kit/decisions/buckets.ts'
import { formatCount } from '../../../kit/text.ts'

export const times = [
  { value: '1h', label: '1 hour', words: 'the last hour' },
  { value: '1d', label: '1 day', words: 'the last day' },
  { value: '7d', label: '7 days', words: 'the last 7 days' },
  { value: '30d', label: '30 days', words: 'the last 30 days' },
] as const
export type Time = (typeof times)[number]['value']

export const bucketsOf = ({ bucketSeconds, buckets }: Pick<Activity, 'bucketSeconds' | 'buckets'>): Buckets => ({
  bucketMs: Number(bucketSeconds) * 1000,
  buckets: buckets.map(({ at, allow, ask, deny, fail }) => ({
    at,
    allow: Number(allow),
    ask: Number(ask),
    deny: Number(deny),
    fail: Number(fail),
  })),
})

/** `1,204 decisions on 3 machines in the last day: 1,102 allowed, 61 denied.` */
export function summary(activity: Activity, time: Time): string {
  const words = times.find(({ value }) => value === time)?.words ?? time
  const { buckets } = bucketsOf(activity)
  const decisions = formatCount(Number(activity.decisions), 'decision')
  return `${decisions} on ${formatCount(activity.devices, 'machine')} in ${words}${formatCounts(buckets)}.`
}
