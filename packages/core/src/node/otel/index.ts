/** `@hookline/core/otel`: OpenTelemetry without its packages. Loaded only by what sends, never by an event. */
export {
  type Attributes,
  type LogRecord as OtelLogRecord,
  logsRequest,
  type Metric as OtelMetric,
  metricsRequest,
  type Severity,
  type Span as OtelSpan,
  severities,
  temporalityNumbers,
  toAttributes,
  toNanos,
  tracesRequest,
} from '../../otel/model.ts'
export { parseTraceparent } from '../../protocol/trace-context.ts'
export { type OtelDestination, otelDestinations } from '../../sinks/otel-settings.ts'
export { claimShipping } from './paths.ts'
export { type OtelRequest, type OtelResult, type OtelTarget, sendOtlp, signalPaths } from './send.ts'
export { type Shipped, shipOtel } from './ship.ts'
export { shipWhileActive } from './ship-loop.ts'
export { type OtelStatus, otelStatus } from './status.ts'
export { testDestination } from './test-destination.ts'
