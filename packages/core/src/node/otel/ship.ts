/** Sends what the engines have spooled. Only the background process and `hookline otel` do this. */
import { addCounts, noCounts, toMetrics } from '../../otel/metrics.ts'
import { logsRequest, metricsRequest, type Resource, tracesRequest } from '../../otel/model.ts'
import { toLogs, toSpans } from '../../otel/signals.ts'
import type { Platform } from '../../ports.ts'
import type { OtelSignal } from '../../protocol/otel-setting.ts'
import { isObject } from '../../schema.ts'
import type { OtelLine } from '../../sinks/otel-line.ts'
import type { OtelDestination } from '../../sinks/otel-settings.ts'
import { readSpool, removeShipped, resolvePosition } from '../spool/read.ts'
import { sha256 } from '../system/hashes.ts'
import { otelPaths } from './paths.ts'
import { machineResource } from './resource.ts'
import { cleanMessage, type OtelRequest, type OtelTarget, sendOtlp } from './send.ts'
import { type OtelState, readOtelState, saveOtelState } from './status.ts'
import { toTarget } from './target.ts'

export interface ShipContext {
  readonly platform: Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** Of Hookline. */
  readonly version: string
  /** False ends the work before the next request. */
  mayGoOn?(): boolean
}
export type Shipped =
  | { readonly kind: 'sent'; readonly events: number; readonly rejected?: string }
  | { readonly kind: 'failed'; readonly message: string; readonly afterMs?: number }

const limits = { most: 500, mostBytes: 1024 * 1024 }

/** Sends all that waits for a destination. After a failure the rest stays in the spool. May throw file system errors. */
export async function shipOtel(destination: OtelDestination, context: ShipContext): Promise<Shipped> {
  const { platform, env } = context
  const target = toTarget(destination, env)
  let state = readOtelState(platform, destination.owner)
  if (typeof target === 'string') return fail(destination, context, state, { message: target })
  const resource = machineResource(platform, context.version, destination.resource)
  const spool = otelPaths(platform).spool(destination.owner)
  let [events, refusal] = [0, '']
  while (context.mayGoOn?.() ?? true) {
    const batch = readSpool(resolvePosition(state.from, spool), spool, isOtelLine, limits)
    if (batch.lines.length === 0 && batch.dropped === 0) break
    const made = makeBatch(batch, state, destination, resource, context)
    const result = await sendBatch(made.requests, target)
    if (result.kind === 'later') return fail(destination, context, state, result)
    state = {
      ...state,
      from: batch.until,
      counts: made.counts,
      sent: state.sent + batch.lines.length,
      dropped: state.dropped + batch.dropped,
      rejected: state.rejected + result.rejected,
      sentAt: new Date().toISOString(),
      failures: 0,
    }
    events += batch.lines.length
    if (result.message !== '') refusal = result.message
    saveOtelState(platform, destination.owner, state)
    removeShipped(state.from, spool)
  }
  return { kind: 'sent', events, ...(refusal === '' ? {} : { rejected: refusal }) }
}

function makeBatch(
  { lines, dropped }: { readonly lines: readonly OtelLine[]; readonly dropped: number },
  { counts }: OtelState,
  { signals, temporality }: OtelDestination,
  resource: Resource,
  { version }: ShipContext,
) {
  const now = Date.now()
  const total = addCounts(counts, lines, dropped)
  const earliest = Math.min(now, ...lines.map(({ at }) => Date.parse(at)))
  const shown = temporality === 'delta' ? addCounts(noCounts(earliest), lines, dropped) : total
  const makers: Readonly<Record<OtelSignal, () => OtelRequest | undefined>> = {
    logs: () => (lines.length === 0 ? undefined : logsRequest(resource, version, toLogs(lines, now))),
    metrics: () => metricsRequest(resource, version, toMetrics(shown, temporality, now)),
    traces: () => {
      const spans = toSpans(lines, sha256)
      return spans.length === 0 ? undefined : tracesRequest(resource, version, spans)
    },
  }
  return { counts: total, requests: signals.map((signal) => ({ signal, request: makers[signal]() })) }
}

type BatchResult =
  | { readonly kind: 'sent'; readonly rejected: number; readonly message: string }
  | { readonly kind: 'later'; readonly message: string; readonly afterMs?: number }

/** If a later request fails, the earlier ones are sent again with it: a collector may get a record twice, and loses none. */
async function sendBatch(
  requests: readonly { readonly signal: OtelSignal; readonly request: OtelRequest | undefined }[],
  target: OtelTarget,
): Promise<BatchResult> {
  let [rejected, message] = [0, '']
  for (const { signal, request } of requests) {
    if (request === undefined) continue
    const result = await sendOtlp(signal, request, target)
    if (result.kind === 'later') return result
    if (result.kind === 'refused') {
      rejected = Math.max(rejected, countItems(request))
      message = `${signal}: ${result.message}`
    } else if (result.rejected > 0) {
      rejected = Math.max(rejected, result.rejected)
      message = `${signal}: ${result.message === '' ? 'not all of it was taken' : result.message}`
    }
  }
  return { kind: 'sent', rejected, message }
}

const countItems = (request: OtelRequest): number =>
  'resourceLogs' in request ? (request.resourceLogs[0]?.scopeLogs[0]?.logRecords.length ?? 0) : 1

function fail(
  { owner }: OtelDestination,
  { platform }: ShipContext,
  state: OtelState,
  { message, afterMs }: { readonly message: string; readonly afterMs?: number },
): Shipped {
  const shown = cleanMessage(message)
  const failure = { at: new Date().toISOString(), message: shown }
  saveOtelState(platform, owner, { ...state, failures: state.failures + 1, failure })
  return { kind: 'failed', message: shown, ...(afterMs === undefined ? {} : { afterMs }) }
}

/** The sink wrote it, unless a kill has cut it off or another program wrote it. One that cannot be sent must not keep the others. */
const isOtelLine = (value: unknown): value is OtelLine =>
  isObject(value) &&
  [value.id, value.at, value.event, value.verdict, value.effect, value.reason].every(
    (one) => typeof one === 'string',
  ) &&
  Number.isFinite(Date.parse(String(value.at))) &&
  Number.isFinite(value.durationMs) &&
  (value.trace === undefined || isObject(value.trace)) &&
  isObject(value.skipped) &&
  Object.values(value.skipped).every(Number.isSafeInteger) &&
  Array.isArray(value.runs) &&
  value.runs.every(
    (run) =>
      isObject(run) &&
      [run.id, run.hook, run.type, run.source, run.outcome].every((one) => typeof one === 'string') &&
      Number.isFinite(Date.parse(String(run.at))) &&
      Number.isFinite(run.durationMs),
  )
