/** Sends one item of each signal to a destination and says what became of it, so that a person need not wait for an event. */
import { randomBytes } from 'node:crypto'
import {
  logsRequest,
  metricsRequest,
  severities,
  temporalityNumbers,
  toAttributes,
  toNanos,
  tracesRequest,
} from '../../otel/model.ts'
import type { OtelSignal } from '../../protocol/otel-setting.ts'
import type { OtelDestination } from '../../sinks/otel-settings.ts'
import { machineResource } from './resource.ts'
import { type OtelRequest, sendOtlp } from './send.ts'
import type { ShipContext } from './ship.ts'
import { toTarget } from './target.ts'

export interface TestResult {
  readonly signal: OtelSignal
  /** Absent: it arrived. */
  readonly failure?: string
}

export async function testDestination(
  destination: OtelDestination,
  { platform, env, version }: ShipContext,
): Promise<readonly TestResult[]> {
  const target = toTarget(destination, env)
  if (typeof target === 'string') return destination.signals.map((signal) => ({ signal, failure: target }))
  const resource = machineResource(platform, version, destination.resource)
  const requests = testRequests(resource, version)
  return Promise.all(
    destination.signals.map(async (signal): Promise<TestResult> => {
      const result = await sendOtlp(signal, requests[signal], target)
      if (result.kind !== 'sent') return { signal, failure: result.message }
      return result.rejected === 0 ? { signal } : { signal, failure: `it was not taken: ${result.message}` }
    }),
  )
}

function testRequests(
  resource: ReturnType<typeof machineResource>,
  version: string,
): Readonly<Record<OtelSignal, OtelRequest>> {
  const now = toNanos(Date.now())
  const attributes = toAttributes({ 'hookline.event.purpose': 'trial' })
  const ids = { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') }
  const record = {
    ...{ timeUnixNano: now, observedTimeUnixNano: now, severityNumber: severities.info, severityText: 'INFO' },
    ...{ eventName: 'hookline.test', body: { stringValue: 'a test of the connection' }, attributes, ...ids, flags: 1 },
  }
  const span = {
    ...{ ...ids, flags: 1, name: 'hookline test', kind: 1, attributes, status: {} },
    ...{ startTimeUnixNano: now, endTimeUnixNano: now },
  }
  const dataPoints = [{ attributes, startTimeUnixNano: now, timeUnixNano: now, asInt: '1' }]
  const metric = {
    ...{ name: 'hookline.telemetry.tests', description: 'Tests of the connection.', unit: '{test}' },
    sum: { dataPoints, aggregationTemporality: temporalityNumbers.delta, isMonotonic: true },
  }
  return {
    logs: logsRequest(resource, version, [record]),
    traces: tracesRequest(resource, version, [span]),
    metrics: metricsRequest(resource, version, [metric]),
  }
}
