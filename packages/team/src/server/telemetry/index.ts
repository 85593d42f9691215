/** Sends what happens on this server to the outside. Nothing waits for it: what cannot be sent is sent later, or dropped and counted. */
import { randomBytes } from 'node:crypto'
import {
  metricsRequest,
  type OtelMetric,
  type OtelSpan,
  parseTraceparent,
  sendOtlp,
  temporalityNumbers,
  toAttributes,
  toNanos,
  tracesRequest,
} from '@hookline/core/otel'
import type { Store } from '../store/index.ts'
import type { TelemetryConfig } from './config.ts'
import { decisionEvent, type ReportedRow, type TelemetryEvent } from './event.ts'
import { createOutputs, type Output } from './outputs.ts'
import { claimPosition, readBatch, readPosition, savePosition } from './position.ts'
import { createQueue, type QueueLimits } from './queue.ts'

export interface RequestFacts {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly startedAt: number
  readonly endedAt: number
  readonly traceparent: string | undefined
}
/** A sample of `/metrics`. */
export interface ServerMetric {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly samples: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]
}
export interface Telemetry {
  /** Decisions that were stored. They are sent once, and lost if the server ends or the queue is full. */
  noteDecisions(team: string, device: string, decisions: readonly ReportedRow[]): void
  noteRequest(request: RequestFacts): void
  provideMetrics(read: () => Promise<readonly ServerMetric[]>): void
  close(): Promise<void>
}

interface Services {
  readonly store: Store
  readonly startedAt: number
  now(): number
  log(line: string): void
  /** For tests. */
  readonly everyMs?: number
}

const [maxQueued, maxBatch, longestWaitMs] = [10_000, 500, 60_000]

/** Undefined if the environment names no place to send to. */
export function startTelemetry(config: TelemetryConfig, services: Services): Telemetry | undefined {
  const { store, now, log, everyMs = 2000 } = services
  const outputs = createOutputs(config, log)
  if (outputs.length === 0 && Object.keys(config.otlp).length === 0) return undefined
  const limits: QueueLimits = {
    ...{ most: maxQueued, mostAtOnce: maxBatch },
    onDropped: (count) => {
      dropped += count
    },
  }
  const decisions = new Map(outputs.map((output) => [output, createQueue<TelemetryEvent>(limits)]))
  const spans = createQueue<OtelSpan>(limits)
  let readMetrics: (() => Promise<readonly ServerMetric[]>) | undefined
  let dropped = 0
  const failures = new Map<string, string>()
  /** Logs a failure when it begins, when it changes and when it ends. */
  const note = (name: string, failure: string | undefined) => {
    if (failures.get(name) === failure) return
    log(
      failure === undefined
        ? `telemetry: ${name} is reached again`
        : `telemetry: ${name} cannot be reached: ${failure}`,
    )
    if (failure === undefined) failures.delete(name)
    else failures.set(name, failure)
  }

  /** What the database holds. True: there may be more to send. */
  async function flushStored(output: Output): Promise<boolean> {
    const position = await readPosition(store, output, now())
    if (position === undefined) return true
    const { events, next } = await readBatch(store, output, position, now())
    if (events.length === 0) return true
    const claimed = await claimPosition(store, output, position, now())
    if (claimed === undefined) return true
    const failure = await send(output, events)
    await savePosition(store, output, claimed, failure === undefined ? next : position)
    return failure === undefined
  }

  const waits = new Map<Output, { readonly failures: number; readonly until: number }>()
  async function send(output: Output, events: readonly TelemetryEvent[]): Promise<string | undefined> {
    const failure = await output.send(events)
    note(output.name, failure)
    const failures = (waits.get(output)?.failures ?? 0) + 1
    if (failure === undefined) waits.delete(output)
    else waits.set(output, { failures, until: Date.now() + Math.min(longestWaitMs, everyMs * 2 ** failures) })
    return failure
  }

  async function flush(output: Output): Promise<void> {
    if ((waits.get(output)?.until ?? 0) > Date.now() || !(await flushStored(output))) return
    await decisions.get(output)?.drain(async (batch) => (await send(output, batch)) === undefined)
  }

  const resource = { attributes: toAttributes(config.resource) }
  async function flushSpans(): Promise<void> {
    const { traces } = config.otlp
    if (traces === undefined) return
    await spans.drain(async (batch) => {
      const result = await sendOtlp('traces', tracesRequest(resource, '', batch), traces)
      note('traces', result.kind === 'later' ? result.message : undefined)
      return result.kind !== 'later'
    })
  }
  let metricsAt = 0
  async function flushMetrics(): Promise<void> {
    const { metrics } = config.otlp
    if (metrics === undefined || readMetrics === undefined || now() - metricsAt < config.metricsMs) return
    metricsAt = now()
    const own: ServerMetric = {
      name: 'hookline_telemetry_dropped_total',
      type: 'counter',
      help: 'Decisions and spans that were lost before they were sent.',
      samples: [[{}, dropped]],
    }
    const made = [...(await readMetrics()), own].map((metric) => toOtelMetric(metric, services.startedAt, now()))
    const result = await sendOtlp('metrics', metricsRequest(resource, '', made), metrics)
    note('metrics', result.kind === 'sent' ? undefined : result.message)
  }

  const flushAll = async () => {
    const work = [...outputs.map(flush), flushSpans(), flushMetrics()]
    for (const result of await Promise.allSettled(work))
      if (result.status === 'rejected' && !store.isUnavailable(result.reason))
        log(`telemetry: ${String(result.reason)}`)
  }
  let running: Promise<void> | undefined
  const run = () => {
    running ??= flushAll().finally(() => {
      running = undefined
    })
    return running
  }
  const timer = setInterval(run, everyMs)
  timer.unref()
  return {
    noteDecisions(team, device, rows) {
      const events = rows.map((row) => decisionEvent(team, device, row))
      for (const [output, queue] of decisions) if (output.kinds.has('decisions')) queue.add(events)
    },
    noteRequest(request) {
      if (config.otlp.traces !== undefined) spans.add(toSpan(request))
    },
    provideMetrics(read) {
      readMetrics = read
    },
    async close() {
      clearInterval(timer)
      await running
      // One last attempt, so that what a stopped server did is not lost.
      await run()
    },
  }
}

/** None if the caller does not sample its trace. */
function toSpan({ method, route, status, startedAt, endedAt, traceparent }: RequestFacts): readonly OtelSpan[] {
  const parent = parseTraceparent(traceparent)
  if (parent?.isSampled === false) return []
  return [
    {
      traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      ...(parent === undefined ? {} : { parentSpanId: parent.spanId }),
      flags: 1,
      name: `${method} ${route}`,
      kind: 2,
      startTimeUnixNano: toNanos(startedAt),
      endTimeUnixNano: toNanos(endedAt),
      attributes: toAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      }),
      status: status >= 500 ? { code: 2 } : {},
    },
  ]
}

/** `hookline_polls_total` becomes `hookline.server.polls`: the collector's Prometheus exporter adds the ending again. */
function toOtelMetric({ name, type, help, samples }: ServerMetric, since: number, now: number): OtelMetric {
  const dataPoints = samples.map(([labels, value]) => ({
    attributes: toAttributes(labels),
    ...(type === 'counter' ? { startTimeUnixNano: toNanos(since) } : {}),
    timeUnixNano: toNanos(now),
    asDouble: value,
  }))
  const about = {
    name: name.replace(/^hookline_/, 'hookline.server.').replace(/_total$/, ''),
    description: help,
    unit: '',
  }
  return type === 'gauge'
    ? { ...about, gauge: { dataPoints } }
    : { ...about, sum: { dataPoints, aggregationTemporality: temporalityNumbers.cumulative, isMonotonic: true } }
}
