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

/** A refusal because a hook failed is both. Only the bars of the chart show each event once. */
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
