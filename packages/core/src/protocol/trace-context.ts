/** The trace context of the W3C: how a caller, Hookline and a hook name their spans to each other (CONTRACT §5). */

/** The variables that carry it. They differ from event to event, like those of the payload. */
export const traceVariables = ['TRACEPARENT', 'TRACESTATE'] as const

export interface ParentSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  readonly isSampled: boolean
  /** What tracing systems hand on beside it. */
  readonly state?: string
}

const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
/** Printable ASCII without control characters, as in a header. */
const stateShape = /^[\x20-\x7e]{1,512}$/

/** Undefined for anything that is not a valid `traceparent`: the standard then begins a new trace. */
export function parseTraceparent(text: unknown, state?: unknown): ParentSpan | undefined {
  if (typeof text !== 'string' || text.length > 256) return undefined
  const [, version = '', traceId = '', spanId = '', flags = '', rest] = shape.exec(text) ?? []
  if (version === '' || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return {
    traceId,
    spanId,
    isSampled: (Number.parseInt(flags, 16) & 1) === 1,
    ...(typeof state === 'string' && stateShape.test(state) ? { state } : {}),
  }
}

export const formatTraceparent = ({ traceId, spanId, isSampled }: Omit<ParentSpan, 'state'>): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
