/** Decisions counted by time: what a chart and its table show. Pure. */

export type Kind = 'allow' | 'ask' | 'deny' | 'fail'
export type Bucket = Readonly<Record<Kind, number>> & {
  readonly at: string
  /** A hook failed, whatever came of it; absent where only `fail` is known. */
  readonly failed?: number
}
export interface Buckets {
  readonly bucketMs: number
  readonly buckets: readonly Bucket[]
}

export const kinds: readonly Kind[] = ['allow', 'ask', 'deny', 'fail']
export const kindNames: Readonly<Record<Kind, string>> = {
  allow: 'allowed',
  ask: 'asked',
  deny: 'denied',
  fail: 'failed',
}

export const totalOf = (buckets: readonly Bucket[], kind: Kind): number =>
  buckets.reduce((sum, bucket) => sum + countIn(bucket, kind), 0)

/** A refusal because a hook failed counts as denied and as failed; what a failure let through counts as failed alone. */
export const countIn = (bucket: Bucket, kind: Kind): number =>
  kind === 'fail' ? (bucket.failed ?? bucket.fail) : bucket[kind]

/** `: 1,102 allowed, 61 asked`; nothing where there is nothing. */
export function countsSaid(buckets: readonly Bucket[]): string {
  const parts = kinds
    .map((kind) => ({ kind, count: totalOf(buckets, kind) }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count.toLocaleString('en')} ${kindNames[kind]}`)
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`
}

/** What one bar is made of. Failures stand in a bar of their own beside it: on top of the others they would look like a part of them. */
export const stackedKinds = ['allow', 'ask', 'deny'] as const satisfies readonly Kind[]

/** Tops of the stack; what is not there has none. Drawn from the last on, each covers the foot of the one before. */
export const stacked = (buckets: readonly Bucket[]): readonly (readonly (number | null)[])[] =>
  stackedKinds.map((kind, at) => buckets.map((bucket) => (bucket[kind] === 0 ? null : topOf(bucket, at))))

const topOf = (bucket: Bucket, at: number): number =>
  stackedKinds.slice(0, at + 1).reduce((sum, kind) => sum + bucket[kind], 0)

/** The same with at most so many bars: where there is little room, neighbours become one bar that can be seen. */
export function merge({ buckets, bucketMs }: Buckets, most: number): Buckets {
  const together = Math.ceil(buckets.length / Math.max(1, most))
  if (together <= 1) return { buckets, bucketMs }
  const groups = Array.from({ length: Math.ceil(buckets.length / together) }, (_, at) =>
    buckets.slice(at * together, (at + 1) * together),
  )
  return { bucketMs: bucketMs * together, buckets: groups.map(sumOf) }
}

const sumOf = (group: readonly Bucket[]): Bucket => ({
  at: group[0]?.at ?? '',
  allow: totalOf(group, 'allow'),
  ask: totalOf(group, 'ask'),
  deny: totalOf(group, 'deny'),
  fail: group.reduce((sum, { fail }) => sum + fail, 0),
  failed: totalOf(group, 'fail'),
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** `03:15`; from an hour on with the day; from a day on the day alone. */
export function bucketName(at: string, bucketMs: number): string {
  const day = { month: 'short', day: 'numeric' } as const
  const time = { hour12: false, hour: '2-digit', minute: '2-digit' } as const
  const parts = bucketMs >= DAY_MS ? day : bucketMs >= HOUR_MS ? { ...day, ...time } : time
  return new Date(at).toLocaleString(undefined, parts)
}

/** Days where the chart spans more than two of them; else the time, with the day in place of midnight. */
export function tickName(seconds: number, spanSeconds: number): string {
  const at = new Date(seconds * 1000)
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0
  return isMidnight || isByDay(spanSeconds)
    ? at.toLocaleDateString(undefined, { month: 'short', day: 'numeric' })
    : at.toLocaleTimeString(undefined, { hour12: false, hour: '2-digit', minute: '2-digit' })
}

export const isByDay = (spanSeconds: number): boolean => spanSeconds > 2 * (DAY_MS / 1000)
