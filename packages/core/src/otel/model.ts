/**
 * The messages of OTLP in their JSON form: ids in hexadecimal, 64-bit numbers as decimal text. `protobuf.ts` writes the same objects
 * in the binary form. Only the fields that Hookline fills are here.
 */
export interface AnyValue {
  readonly stringValue?: string
  readonly boolValue?: boolean
  readonly intValue?: string
  readonly doubleValue?: number
  readonly arrayValue?: { readonly values: readonly AnyValue[] }
}
export interface KeyValue {
  readonly key: string
  readonly value: AnyValue
}
export interface Resource {
  readonly attributes: readonly KeyValue[]
}
interface Scope {
  readonly name: string
  readonly version: string
}

export interface LogRecord {
  readonly timeUnixNano: string
  readonly observedTimeUnixNano: string
  readonly severityNumber: number
  readonly severityText: string
  readonly eventName: string
  readonly body: AnyValue
  readonly attributes: readonly KeyValue[]
  readonly traceId?: string
  readonly spanId?: string
  readonly flags?: number
}
export interface LogsRequest {
  readonly resourceLogs: readonly {
    readonly resource: Resource
    readonly scopeLogs: readonly { readonly scope: Scope; readonly logRecords: readonly LogRecord[] }[]
  }[]
}

export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly flags: number
  readonly name: string
  /** 1: internal, 2: server. */
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly KeyValue[]
  /** 2: an error. */
  readonly status: { readonly code?: number; readonly message?: string }
}
export interface TracesRequest {
  readonly resourceSpans: readonly {
    readonly resource: Resource
    readonly scopeSpans: readonly { readonly scope: Scope; readonly spans: readonly Span[] }[]
  }[]
}

export interface NumberPoint {
  readonly attributes: readonly KeyValue[]
  readonly startTimeUnixNano?: string
  readonly timeUnixNano: string
  readonly asInt?: string
  readonly asDouble?: number
}
interface HistogramPoint {
  readonly attributes: readonly KeyValue[]
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
  readonly count: string
  readonly sum: number
  readonly bucketCounts: readonly string[]
  readonly explicitBounds: readonly number[]
  readonly min?: number
  readonly max?: number
}
export interface Metric {
  readonly name: string
  readonly description: string
  readonly unit: string
  readonly gauge?: { readonly dataPoints: readonly NumberPoint[] }
  /** Of the temporality: 1 is delta, 2 is cumulative. */
  readonly sum?: {
    readonly dataPoints: readonly NumberPoint[]
    readonly aggregationTemporality: number
    readonly isMonotonic: boolean
  }
  readonly histogram?: { readonly dataPoints: readonly HistogramPoint[]; readonly aggregationTemporality: number }
}
export interface MetricsRequest {
  readonly resourceMetrics: readonly {
    readonly resource: Resource
    readonly scopeMetrics: readonly { readonly scope: Scope; readonly metrics: readonly Metric[] }[]
  }[]
}

export const severities = { info: 9, warn: 13, error: 17 } as const
export type Severity = keyof typeof severities
export const temporalityNumbers = { delta: 1, cumulative: 2 } as const

export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** Without the attributes that have no value. */
export const toAttributes = (attributes: Attributes): readonly KeyValue[] =>
  Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: toValue(value) }]))

function toValue(value: string | number | boolean | readonly string[]): AnyValue {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value !== 'number') return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** Nanoseconds since 1970, from milliseconds. */
export const toNanos = (ms: number): string => {
  const whole = Math.floor(ms)
  return String(BigInt(whole) * 1_000_000n + BigInt(Math.round((ms - whole) * 1e6)))
}

/** The scope of everything that Hookline sends. */
const scopeName = 'hookline'

export const logsRequest = (resource: Resource, version: string, logRecords: readonly LogRecord[]): LogsRequest => ({
  resourceLogs: [{ resource, scopeLogs: [{ scope: { name: scopeName, version }, logRecords }] }],
})
export const tracesRequest = (resource: Resource, version: string, spans: readonly Span[]): TracesRequest => ({
  resourceSpans: [{ resource, scopeSpans: [{ scope: { name: scopeName, version }, spans }] }],
})
export const metricsRequest = (resource: Resource, version: string, metrics: readonly Metric[]): MetricsRequest => ({
  resourceMetrics: [{ resource, scopeMetrics: [{ scope: { name: scopeName, version }, metrics }] }],
})
