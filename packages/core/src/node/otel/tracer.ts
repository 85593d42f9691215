/** Makes the ids of spans from random bytes. */
import { randomBytes } from 'node:crypto'
import type { Settings } from '../../flow.ts'
import type { Tracer } from '../../ports.ts'
import { otelDestinations } from '../../sinks/otel-settings.ts'

/** With `oneTrace`, all events of the engine that have no caller's span are in one trace: they are parts of one call. */
export function createTracer(oneTrace: boolean): Tracer {
  const known = new WeakMap<readonly Settings[], boolean>()
  const newTraceId = () => randomBytes(16).toString('hex')
  let only: string | undefined
  return {
    isOn(settings) {
      if (settings.length === 0) return false
      const isOn = known.get(settings) ?? otelDestinations(settings).some(({ signals }) => signals.includes('traces'))
      known.set(settings, isOn)
      return isOn
    },
    traceId() {
      if (!oneTrace) return newTraceId()
      only ??= newTraceId()
      return only
    },
    newSpanId: () => randomBytes(8).toString('hex'),
  }
}
