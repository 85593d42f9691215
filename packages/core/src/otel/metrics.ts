/** Counts spooled events into counters and histograms. The counts can be kept as JSON between processes. Pure. */
import type { OtelTemporality } from '../protocol/otel-setting.ts'
import type { OtelLine } from '../sinks/otel-line.ts'
import { hookAttributes } from './convention.ts'
import { type Attributes, type Metric, type NumberPoint, temporalityNumbers, toAttributes, toNanos } from './model.ts'

interface Instrument {
  readonly name: string
  readonly kind: 'counter' | 'histogram'
  readonly unit: string
  readonly description: string
}
const instruments = {
  decisions: {
    ...{ name: 'hookline.decisions', kind: 'counter', unit: '{decision}' },
    description: 'Decisions of hooks about events.',
  },
  eventDuration: {
    ...{ name: 'hookline.event.duration', kind: 'histogram', unit: 's' },
    description: 'How long all hooks of an event took.',
  },
  hookDuration: {
    ...{ name: 'hookline.hook.duration', kind: 'histogram', unit: 's' },
    description: 'How long one hook took.',
  },
  failures: {
    ...{ name: 'hookline.hook.failures', kind: 'counter', unit: '{failure}' },
    description: 'Hooks that failed.',
  },
  skipped: {
    ...{ name: 'hookline.hook.skipped', kind: 'counter', unit: '{hook}' },
    description: 'Hooks that did not run although their event came.',
  },
  dropped: {
    ...{ name: 'hookline.telemetry.dropped', kind: 'counter', unit: '{event}' },
    description: 'Events that were lost before they were sent here.',
  },
} as const satisfies Record<string, Instrument>
type InstrumentName = keyof typeof instruments

/** In seconds: from what a rule takes to the limit of a hook. */
const durationBounds: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300,
]

interface Series {
  readonly instrument: InstrumentName
  readonly attributes: Attributes
  count: number
  sum?: number
  buckets?: number[]
}
/** Everything that was counted since a moment. */
export interface Counts {
  /** Milliseconds since 1970. */
  readonly since: number
  readonly series: Readonly<Record<string, Series>>
}
export const noCounts = (since: number): Counts => ({ since, series: {} })

/** Further ones go into a series that says so, as the specification asks for. */
const MAX_SERIES = 2000
const overflow: Attributes = { 'otel.metric.overflow': true }

/** The counts with these events. Those that were given stay as they are. */
export function addCounts(counts: Counts, lines: readonly OtelLine[], dropped: number): Counts {
  const series: Record<string, Series> = structuredClone(counts.series)
  let size = Object.keys(series).length
  const find = (instrument: InstrumentName, attributes: Attributes): Series => {
    const key = keyOf(instrument, attributes)
    if (series[key] === undefined && size >= MAX_SERIES && attributes !== overflow) return find(instrument, overflow)
    if (series[key] === undefined) size += 1
    series[key] ??= { instrument, attributes, count: 0 }
    return series[key]
  }
  const add = (instrument: InstrumentName, attributes: Attributes, amount = 1) => {
    find(instrument, attributes).count += amount
  }
  const measure = (instrument: InstrumentName, attributes: Attributes, ms: number) =>
    addValue(find(instrument, attributes), ms / 1000)
  for (const line of lines) countLine(line, add, measure)
  if (dropped > 0) add('dropped', {}, dropped)
  return { since: counts.since, series }
}

function countLine(
  { event, verdict, effect, reason, agent, durationMs, runs, skipped, of }: OtelLine,
  add: (instrument: InstrumentName, attributes: Attributes, amount?: number) => void,
  measure: (instrument: InstrumentName, attributes: Attributes, ms: number) => void,
): void {
  const name = { 'hookline.event.name': event }
  const from = { ...name, 'hookline.agent.name': agent }
  const decision = { 'hookline.decision.verdict': verdict, 'hookline.decision.effect': effect }
  // Background hooks decide nothing.
  if (of === undefined) {
    add('decisions', { ...from, ...decision, 'hookline.decision.reason': reason })
    measure('eventDuration', from, durationMs)
  }
  for (const run of runs) {
    measure('hookDuration', { ...name, ...hookAttributes(run) }, run.durationMs)
    if (run.failure !== undefined) {
      const { 'hookline.hook.outcome': _, ...hook } = hookAttributes(run)
      add('failures', { ...name, ...hook, 'error.type': run.failure })
    }
  }
  for (const [why, count] of Object.entries(skipped))
    add('skipped', { ...name, 'hookline.hook.skip_reason': why }, count)
}

function addValue(series: Series, seconds: number): void {
  series.buckets ??= Array.from({ length: durationBounds.length + 1 }, () => 0)
  const found = durationBounds.findIndex((bound) => seconds <= bound)
  const bucket = found < 0 ? durationBounds.length : found
  series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
  series.count += 1
  series.sum = (series.sum ?? 0) + seconds
}

const keyOf = (instrument: string, attributes: Attributes): string =>
  JSON.stringify([instrument, ...Object.entries(attributes).filter(([, value]) => value !== undefined)])

export function toMetrics({ since, series }: Counts, temporality: OtelTemporality, now: number): readonly Metric[] {
  const times = { startTimeUnixNano: toNanos(since), timeUnixNano: toNanos(now) }
  const aggregationTemporality = temporalityNumbers[temporality]
  return Object.entries(instruments).flatMap(([key, { name, kind, unit, description }]): readonly Metric[] => {
    const points = Object.values(series).filter(({ instrument }) => instrument === key)
    if (points.length === 0) return []
    const about = { name, description, unit }
    if (kind === 'counter')
      return [
        {
          ...about,
          sum: { dataPoints: points.map((point) => toNumber(point, times)), aggregationTemporality, isMonotonic: true },
        },
      ]
    const dataPoints = points.map(({ attributes, count, sum = 0, buckets = [] }) => ({
      attributes: toAttributes(attributes),
      ...times,
      count: String(count),
      sum,
      bucketCounts: buckets.map(String),
      explicitBounds: durationBounds,
    }))
    return [{ ...about, histogram: { dataPoints, aggregationTemporality } }]
  })
}

const toNumber = (
  { attributes, count }: Series,
  times: { readonly startTimeUnixNano: string; readonly timeUnixNano: string },
): NumberPoint => ({ attributes: toAttributes(attributes), ...times, asInt: String(count) })
