/** Decisions counted by time, for the chart and its table. Pure. */

export type Kind = 'allow' | 'ask' | 'deny' | 'fail'
export type Bucket = Readonly<Record<Kind, number>> & {
  readonly at: string
  /** Events in which a hook failed, whatever the decision was; absent where only `fail` is known. */
  readonly failed?: number
}
export interface Buckets {
  readonly bucketMs: number
  readonly buckets: readonly Bucket[]
  /** Points in time that may explain a change, such as a new revision. */
  readonly markers?: readonly Marker[]
}
export interface Marker {
  readonly at: string
  /** Short, for the chart. */
  readonly label: string
  readonly detail: string
}

/** The markers within a bucket. */
export const markersIn = ({ markers = [], bucketMs }: Omit<Buckets, 'buckets'>, { at }: Pick<Bucket, 'at'>) => {
  const from = Date.parse(at)
  return markers.filter((marker) => Date.parse(marker.at) >= from && Date.parse(marker.at) < from + bucketMs)
}

/** A part of a chart: one kind, one time span, or both. */
export interface ChartPart {
  readonly kind?: Kind
  readonly from?: string
  readonly to?: string
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

/** A denial caused by a failed hook counts as denied and as failed. An act that was allowed despite a failure counts only as failed. */
export const countIn = (bucket: Bucket, kind: Kind): number =>
  kind === 'fail' ? (bucket.failed ?? bucket.fail) : bucket[kind]

/** The time span of one bucket, until the next one begins. */
export const spanOf = (
  { at }: Pick<Bucket, 'at'>,
  bucketMs: number,
): { readonly from: string; readonly to: string } => ({
  from: at,
  to: new Date(Date.parse(at) + bucketMs).toISOString(),
})

/** `: 1,102 allowed, 61 asked`; empty without decisions. */
export function formatCounts(buckets: readonly Bucket[]): string {
  const parts = kinds
    .map((kind) => ({ kind, count: totalOf(buckets, kind) }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count.toLocaleString('en')} ${kindNames[kind]}`)
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`
}

/** The parts of one stacked bar. Failures have a separate bar, because they overlap with the other kinds. */
export const stackedKinds = ['allow', 'ask', 'deny'] as const satisfies readonly Kind[]

/** The height at which each part of the stack ends; null for an empty part. Draw the last kind first, so that lower parts cover it. */
export const stackBuckets = (buckets: readonly Bucket[]): readonly (readonly (number | null)[])[] =>
  stackedKinds.map((kind, at) => buckets.map((bucket) => (bucket[kind] === 0 ? null : stackTop(bucket, at))))

const stackTop = (bucket: Bucket, at: number): number =>
  stackedKinds.slice(0, at + 1).reduce((sum, kind) => sum + bucket[kind], 0)

/** Merges neighbouring buckets until there are at most `maxBars`, for narrow charts. */
export function mergeBuckets({ buckets, bucketMs, ...rest }: Buckets, maxBars: number): Buckets {
  const groupSize = Math.ceil(buckets.length / Math.max(1, maxBars))
  if (groupSize <= 1) return { buckets, bucketMs, ...rest }
  const groups = Array.from({ length: Math.ceil(buckets.length / groupSize) }, (_, at) =>
    buckets.slice(at * groupSize, (at + 1) * groupSize),
  )
  return { bucketMs: bucketMs * groupSize, buckets: groups.map(sumBuckets), ...rest }
}

const sumBuckets = (group: readonly Bucket[]): Bucket => ({
  at: group[0]?.at ?? '',
  allow: totalOf(group, 'allow'),
  ask: totalOf(group, 'ask'),
  deny: totalOf(group, 'deny'),
  fail: group.reduce((sum, { fail }) => sum + fail, 0),
  failed: totalOf(group, 'fail'),
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const timeParts = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit' } as const
const dayParts = { month: 'short', day: 'numeric' } as const

/** `03:15`; with the date for buckets of an hour or more; only the date for buckets of a day or more. */
export function bucketName(at: string, bucketMs: number, language?: string): string {
  const date = new Date(at)
  if (bucketMs >= DAY_MS) return date.toLocaleString(language, dayParts)
  const zone = isRepeatedHour(date) ? ({ timeZoneName: 'short' } as const) : {}
  return date.toLocaleString(language, { ...(bucketMs >= HOUR_MS ? dayParts : {}), ...timeParts, ...zone })
}

/** When clocks are set back, an hour of local time comes twice. */
const isRepeatedHour = (date: Date): boolean =>
  [-HOUR_MS, HOUR_MS].some((ms) => new Date(date.getTime() + ms).getHours() === date.getHours())

/** Dates if the chart spans more than two days. Otherwise times, with the date at midnight. */
export function tickName(seconds: number, spanSeconds: number): string {
  const at = new Date(seconds * 1000)
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0
  return isMidnight || isByDay(spanSeconds)
    ? at.toLocaleDateString(undefined, dayParts)
    : at.toLocaleTimeString(undefined, timeParts)
}

export const isByDay = (spanSeconds: number): boolean => spanSeconds > 2 * (DAY_MS / 1000)
