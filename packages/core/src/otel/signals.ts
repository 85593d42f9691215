/** Makes log records and spans of spooled events. Pure. */
import type { OtelLine, OtelRun } from '../sinks/otel-line.ts'
import { eventAttributes, runAttributes } from './convention.ts'
import { type LogRecord, type Severity, type Span, severities, toAttributes, toNanos } from './model.ts'

/** One record for each decision. */
export function toLogs(lines: readonly OtelLine[], now: number): readonly LogRecord[] {
  return lines.map((line) => {
    const severity = severityOf(line)
    const { trace } = line
    const denied = line.runs.filter(({ outcome, rule }) => outcome === line.verdict && rule !== undefined)
    return {
      timeUnixNano: toNanos(Date.parse(line.at) + line.durationMs),
      observedTimeUnixNano: toNanos(now),
      severityNumber: severities[severity],
      severityText: severity.toUpperCase(),
      eventName: 'hookline.decision',
      body: { stringValue: `${line.event}: ${line.verdict} (${line.reason})` },
      attributes: toAttributes({
        ...eventAttributes(line),
        'hookline.event.duration': line.durationMs / 1000,
        'hookline.decision.hooks': hooksThatDecided(line).map(({ hook }) => hook),
        'hookline.decision.rules': [...new Set(denied.flatMap(({ rule }) => rule ?? []))],
        'hookline.hook.failures': line.runs.filter(({ failure }) => failure !== undefined).length,
      }),
      ...(trace === undefined ? {} : { traceId: trace.traceId, spanId: trace.spanId, flags: trace.isSampled ? 1 : 0 }),
    }
  })
}

/** Those with the verdict of the event, or that failed. */
const hooksThatDecided = ({ runs, verdict }: OtelLine): readonly OtelRun[] =>
  runs.filter(({ outcome, failure }) => outcome === verdict || failure !== undefined)

/** A guard that failed is worse than one that denied: that is its job. */
function severityOf({ runs, verdict, effect }: OtelLine): Severity {
  if (runs.some(({ failure }) => failure !== undefined)) return 'error'
  return verdict === 'deny' || effect === 'refuse' ? 'warn' : 'info'
}

/** One span for each event, with a child for each hook. None for an event whose caller does not sample its trace. */
export const toSpans = (lines: readonly OtelLine[], hash: (text: string) => string): readonly Span[] =>
  lines.flatMap((line) =>
    line.trace === undefined || !line.trace.isSampled ? [] : [toEventSpan(line), ...toHookSpans(line, hash)],
  )

function toEventSpan(line: OtelLine): Span {
  const begun = Date.parse(line.at)
  const { traceId = '', spanId = '', parentId } = line.trace ?? {}
  return {
    traceId,
    spanId,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    flags: 1,
    name: `hookline ${line.event}`,
    kind: 1,
    startTimeUnixNano: toNanos(begun),
    endTimeUnixNano: toNanos(begun + line.durationMs),
    attributes: toAttributes({ ...eventAttributes(line), 'hookline.event.unlisted_runs': line.moreRuns }),
    status: line.failure === undefined ? {} : { code: 2 },
  }
}

/** A hook that did not get its span has one from the id of its run, so that a repeated request has the same. */
function toHookSpans({ trace, runs, event }: OtelLine, hash: (text: string) => string): readonly Span[] {
  return runs.map((run) => {
    const begun = Date.parse(run.at)
    return {
      traceId: trace?.traceId ?? '',
      spanId: run.spanId ?? hash(`${trace?.spanId} ${run.id}`).slice(0, 16),
      ...(trace === undefined ? {} : { parentSpanId: trace.spanId }),
      flags: 1,
      name: `hook ${run.pack ?? run.type}`,
      kind: 1,
      startTimeUnixNano: toNanos(begun),
      endTimeUnixNano: toNanos(begun + run.durationMs),
      attributes: toAttributes({ 'hookline.event.name': event, ...runAttributes(run) }),
      status: run.failure === undefined ? {} : { code: 2, message: run.failure },
    }
  })
}
