/** The activity of a period as a sentence and as chart data. Pure. */
import type { Activity } from '@hookline/team/wire'
import { type Buckets, type ChartPart, formatCounts } from '../../../kit/decisions/buckets.ts'
import { formatCount } from '../../../kit/text.ts'
import type { DecisionFilter } from '../decisions/filter.ts'

export const times = [
  { value: '1h', label: '1 hour', phrase: 'the last hour' },
  { value: '1d', label: '1 day', phrase: 'the last day' },
  { value: '7d', label: '7 days', phrase: 'the last 7 days' },
  { value: '30d', label: '30 days', phrase: 'the last 30 days' },
] as const
export type Time = (typeof times)[number]['value']

/** The time of this name, or a day. */
export const findTime = (name: string): Time => times.find(({ value }) => value === name)?.value ?? '1d'

export const toBuckets = ({ bucketSeconds, buckets }: Pick<Activity, 'bucketSeconds' | 'buckets'>): Buckets => ({
  bucketMs: Number(bucketSeconds) * 1000,
  buckets: buckets.map(({ at, allow, ask, deny, fail }) => ({
    at,
    allow: Number(allow),
    ask: Number(ask),
    deny: Number(deny),
    fail: Number(fail),
  })),
})

/** `1,204 decisions on 3 devices in the last day: 1,102 allowed, 61 denied.` */
export function summarize(activity: Activity, time: Time): string {
  const period = times.find(({ value }) => value === time)?.phrase ?? time
  const { buckets } = toBuckets(activity)
  const decisions = formatCount(Number(activity.decisions), 'decision')
  return `${decisions} on ${formatCount(activity.devices, 'device')} in ${period}${formatCounts(buckets)}.`
}

/** The decisions behind a number. A number of the whole chart begins with its first bar, so that both count the same. */
export function toFilter({ kind, from, to }: ChartPart, { buckets }: Pick<Activity, 'buckets'>): DecisionFilter {
  return {
    ...(kind === undefined ? {} : { decision: kind === 'fail' ? 'failed' : kind }),
    from: from ?? buckets[0]?.at ?? '',
    ...(to === undefined ? {} : { to }),
  }
}
