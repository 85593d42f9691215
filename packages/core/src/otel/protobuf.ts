/**
 * Writes the messages of OTLP in the binary form of protobuf, from tables with the official field numbers. Written by hand: the official
 * exporters take 40 MB on disk, and only these messages are needed. The tests decode what it writes with the official definitions.
 */
import type { LogsRequest, MetricsRequest, TracesRequest } from './model.ts'

type Scalar = 'string' | 'bytes' | 'bool' | 'enum' | 'int64' | 'fixed64' | 'fixed32' | 'double'
type Field =
  | { readonly number: number; readonly kind: Scalar; readonly packed?: true }
  | { readonly number: number; readonly table: () => Table }
type Table = Readonly<Record<string, Field>>

const scalar = (number: number, kind: Scalar): Field => ({ number, kind })
const packed = (number: number, kind: Scalar): Field => ({ number, kind, packed: true })
const message = (number: number, table: () => Table): Field => ({ number, table })

const anyValue: Table = {
  stringValue: scalar(1, 'string'),
  boolValue: scalar(2, 'bool'),
  intValue: scalar(3, 'int64'),
  doubleValue: scalar(4, 'double'),
  arrayValue: message(5, () => ({ values: message(1, () => anyValue) })),
}
const keyValue: Table = { key: scalar(1, 'string'), value: message(2, () => anyValue) }
const resource: Table = { attributes: message(1, () => keyValue) }
const scope: Table = { name: scalar(1, 'string'), version: scalar(2, 'string') }

const logRecord: Table = {
  timeUnixNano: scalar(1, 'fixed64'),
  severityNumber: scalar(2, 'enum'),
  severityText: scalar(3, 'string'),
  body: message(5, () => anyValue),
  attributes: message(6, () => keyValue),
  flags: scalar(8, 'fixed32'),
  traceId: scalar(9, 'bytes'),
  spanId: scalar(10, 'bytes'),
  observedTimeUnixNano: scalar(11, 'fixed64'),
  eventName: scalar(12, 'string'),
}
const span: Table = {
  traceId: scalar(1, 'bytes'),
  spanId: scalar(2, 'bytes'),
  parentSpanId: scalar(4, 'bytes'),
  name: scalar(5, 'string'),
  kind: scalar(6, 'enum'),
  startTimeUnixNano: scalar(7, 'fixed64'),
  endTimeUnixNano: scalar(8, 'fixed64'),
  attributes: message(9, () => keyValue),
  status: message(15, () => ({ message: scalar(2, 'string'), code: scalar(3, 'enum') })),
  flags: scalar(16, 'fixed32'),
}
const numberPoint: Table = {
  startTimeUnixNano: scalar(2, 'fixed64'),
  timeUnixNano: scalar(3, 'fixed64'),
  asDouble: scalar(4, 'double'),
  asInt: scalar(6, 'fixed64'),
  attributes: message(7, () => keyValue),
}
const histogramPoint: Table = {
  startTimeUnixNano: scalar(2, 'fixed64'),
  timeUnixNano: scalar(3, 'fixed64'),
  count: scalar(4, 'fixed64'),
  sum: scalar(5, 'double'),
  bucketCounts: packed(6, 'fixed64'),
  explicitBounds: packed(7, 'double'),
  attributes: message(9, () => keyValue),
  min: scalar(11, 'double'),
  max: scalar(12, 'double'),
}
const metric: Table = {
  name: scalar(1, 'string'),
  description: scalar(2, 'string'),
  unit: scalar(3, 'string'),
  gauge: message(5, () => ({ dataPoints: message(1, () => numberPoint) })),
  sum: message(7, () => ({
    dataPoints: message(1, () => numberPoint),
    aggregationTemporality: scalar(2, 'enum'),
    isMonotonic: scalar(3, 'bool'),
  })),
  histogram: message(9, () => ({
    dataPoints: message(1, () => histogramPoint),
    aggregationTemporality: scalar(2, 'enum'),
  })),
}
/** The three requests have the same two levels around what they carry. */
const request = (level: string, inner: string, items: string, table: Table): Table => ({
  [level]: message(1, () => ({
    resource: message(1, () => resource),
    [inner]: message(2, () => ({ scope: message(1, () => scope), [items]: message(2, () => table) })),
  })),
})
const requests: Readonly<Record<string, Table>> = {
  resourceLogs: request('resourceLogs', 'scopeLogs', 'logRecords', logRecord),
  resourceSpans: request('resourceSpans', 'scopeSpans', 'spans', span),
  resourceMetrics: request('resourceMetrics', 'scopeMetrics', 'metrics', metric),
}

export function toProtobuf(value: LogsRequest | MetricsRequest | TracesRequest): Uint8Array {
  const [name = ''] = Object.keys(value)
  const bytes: number[] = []
  writeMessage(value, requests[name] ?? {}, bytes)
  return Uint8Array.from(bytes)
}

function writeMessage(value: object, table: Table, to: number[]): void {
  for (const [name, content] of Object.entries(value)) {
    const field = table[name]
    if (field === undefined || content === undefined) continue
    const items: readonly unknown[] = Array.isArray(content) ? content : [content]
    if ('table' in field) for (const item of items) writeNested(item, field.number, field.table(), to)
    else if (field.packed === true) writePacked(items, field.number, field.kind, to)
    else for (const item of items) writeScalar(item, field.number, field.kind, to)
  }
}

function writeNested(item: unknown, number: number, table: Table, to: number[]): void {
  const inner: number[] = []
  // The tables describe the types of `model.ts`, where each of these is an object.
  writeMessage(item as object, table, inner)
  writeBytes(number, inner, to)
}

function writePacked(items: readonly unknown[], number: number, kind: Scalar, to: number[]): void {
  const inner: number[] = []
  for (const item of items) writeValue(item, kind, inner)
  writeBytes(number, inner, to)
}

/** The kinds of the wire format: 0 a varint, 1 eight bytes, 2 a length and bytes, 5 four bytes. */
const wireTypes: Readonly<Record<Scalar, number>> = {
  ...{ string: 2, bytes: 2, bool: 0, enum: 0, int64: 0, fixed64: 1, double: 1, fixed32: 5 },
}

function writeScalar(item: unknown, number: number, kind: Scalar, to: number[]): void {
  if (kind === 'string') writeBytes(number, new TextEncoder().encode(String(item)), to)
  else if (kind === 'bytes') writeBytes(number, fromHex(String(item)), to)
  else {
    writeVarint(BigInt(number * 8 + wireTypes[kind]), to)
    writeValue(item, kind, to)
  }
}

function writeValue(item: unknown, kind: Scalar, to: number[]): void {
  if (kind === 'fixed64' || kind === 'double' || kind === 'fixed32') writeFixed(item, kind, to)
  // Text, numbers and booleans are all that the types of `model.ts` have here.
  else writeVarint(BigInt.asUintN(64, BigInt(item as string | number | boolean)), to)
}

function writeFixed(item: unknown, kind: 'fixed64' | 'fixed32' | 'double', to: number[]): void {
  const view = new DataView(new ArrayBuffer(kind === 'fixed32' ? 4 : 8))
  if (kind === 'double') view.setFloat64(0, Number(item), true)
  else if (kind === 'fixed32') view.setUint32(0, Number(item), true)
  else view.setBigInt64(0, BigInt.asIntN(64, BigInt(String(item))), true)
  for (let at = 0; at < view.byteLength; at += 1) to.push(view.getUint8(at))
}

function writeBytes(number: number, bytes: ArrayLike<number>, to: number[]): void {
  writeVarint(BigInt(number * 8 + 2), to)
  writeVarint(BigInt(bytes.length), to)
  // Not spread into one call: a message may have more bytes than a call may have arguments.
  for (let at = 0; at < bytes.length; at += 1) to.push(bytes[at] ?? 0)
}

function writeVarint(value: bigint, to: number[]): void {
  let rest = value
  while (rest > 127n) {
    to.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  to.push(Number(rest))
}

const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
