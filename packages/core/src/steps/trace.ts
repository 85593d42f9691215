/** Step: gives an event its span, as a child of what the caller names (CONTRACT §5). Only where settings ask for traces. */
import type { Config, Event, Trace } from '../flow.ts'
import type { Tracer } from '../ports.ts'
import { parseTraceparent } from '../protocol/trace-context.ts'

export interface TraceRim {
  /** Absent: this engine makes no traces. */
  readonly tracer?: Tracer
  readonly env: Readonly<Record<string, string | undefined>>
}

export function trace(event: Event, { settings = [] }: Config, { tracer, env }: TraceRim): Event {
  if (tracer === undefined || !tracer.isOn(settings)) return event
  const { traceparent, tracestate } = event.input
  const parent = parseTraceparent(traceparent, tracestate) ?? parseTraceparent(env.TRACEPARENT, env.TRACESTATE)
  const spanId = tracer.newSpanId()
  const begun: Trace =
    parent === undefined
      ? { traceId: tracer.traceId(), spanId, isSampled: true }
      : { ...parent, spanId, parentId: parent.spanId }
  return withTrace(event, begun)
}

/** Keeps the getter of the event, which a copy would read: most events leave no record. */
const withTrace = (event: Event, begun: Trace): Event =>
  // All fields of the event, and its span.
  Object.defineProperties({ trace: begun }, Object.getOwnPropertyDescriptors(event)) as Event & { trace: Trace }

/** The span of hooks that the event does not wait for: a child of the event's. */
export const childSpan = (parent: Trace | undefined, tracer: Tracer | undefined): { readonly trace?: Trace } =>
  parent === undefined || tracer === undefined
    ? {}
    : { trace: { ...parent, spanId: tracer.newSpanId(), parentId: parent.spanId } }
