/** The names of what is counted, and the figures of a time in words. Pure. */
import { counted } from '../../../kit/text.ts'
import type { Stats } from '../../../wire/panel.ts'

export type Kind = 'allow' | 'ask' | 'deny' | 'fail'
type Bucket = Stats['buckets'][number]

export const kinds: readonly Kind[] = ['allow', 'ask', 'deny', 'fail']
export const kindNames: Readonly<Record<Kind, string>> = {
  allow: 'allowed',
  ask: 'asked',
  deny: 'denied',
  fail: 'failed',
}

export const times = [
  { value: '1h', label: '1 hour', words: 'the last hour' },
  { value: '1d', label: '1 day', words: 'the last day' },
  { value: '7d', label: '7 days', words: 'the last 7 days' },
] as const
export type Time = (typeof times)[number]['value']

export const totalOf = (buckets: readonly Bucket[], kind: Kind): number =>
  buckets.reduce((sum, bucket) => sum + countIn(bucket, kind), 0)

/** As Now counts it: a refusal because a hook failed is both. Only the bars of the chart show each event once. */
export const countIn = (bucket: Bucket, kind: Kind): number => (kind === 'fail' ? bucket.failed : bucket[kind])

/** `1,204 events in the last day: 1,102 allowed, 61 asked, 40 denied, 1 failed.` */
export function summary({ records, buckets, partial }: Stats, time: Time): string {
  const words = times.find(({ value }) => value === time)?.words ?? time
  const parts = kinds
    .map((kind) => ({ kind, count: totalOf(buckets, kind) }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count.toLocaleString('en')} ${kindNames[kind]}`)
  const said = parts.length === 0 ? '' : `: ${parts.join(', ')}`
  return `${counted(records, 'event')} in ${words}${said}.${partial ? ' There are more; the newest were read.' : ''}`
}

/** Tops of the stack; what is not there has none. Drawn from the last on, each covers the foot of the one before. */
export const stacked = (buckets: readonly Bucket[]): readonly (readonly (number | null)[])[] =>
  kinds.map((kind, at) => buckets.map((bucket) => (bucket[kind] === 0 ? null : topOf(bucket, at))))

const topOf = (bucket: Bucket, at: number): number =>
  kinds.slice(0, at + 1).reduce((sum, kind) => sum + bucket[kind], 0)

/** `03:15`; with the day where the time is longer than one. */
export function bucketName(at: string, bucketMs: number): string {
  const long = bucketMs >= 3_600_000
  return new Date(at).toLocaleString(undefined, {
    hour12: false,
    hour: '2-digit',
    minute: '2-digit',
    ...(long ? { month: 'short', day: 'numeric' } : {}),
  })
}
