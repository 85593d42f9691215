/** A collector on loopback that decodes what it gets with the official definitions of OTLP, and answers as a test says. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { JsonObject } from '../schema.ts'

interface OfficialMessage {
  decode(bytes: Uint8Array): unknown
  fromObject(value: object): unknown
  /** Why the value is not such a message. */
  verify(value: object): string | null
  toObject(message: unknown, options: object): JsonObject
  encode(value: object): { finish(): Uint8Array }
}
type OfficialService = Readonly<Record<string, OfficialMessage>>

// Its types are not part of the package's interface.
const { opentelemetry } = createRequire(import.meta.url)(
  '@opentelemetry/otlp-transformer/build/src/generated/root',
) as {
  opentelemetry: { proto: { collector: Readonly<Record<string, { v1: OfficialService }>> } }
}
const services = {
  '/v1/logs': ['logs', 'Logs'],
  '/v1/metrics': ['metrics', 'Metrics'],
  '/v1/traces': ['trace', 'Trace'],
} as const
type Path = keyof typeof services
const official = (path: Path, kind: 'Request' | 'Response'): OfficialMessage => {
  const [folder, name] = services[path]
  // The names are those of the official files.
  return opentelemetry.proto.collector[folder]?.v1[`Export${name}Service${kind}`] as OfficialMessage
}

interface Received {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly bytes: Uint8Array
  /** As the official definitions read it: ids and bytes in base64, 64-bit numbers as text. */
  readonly message: JsonObject
}

export interface Collector {
  readonly url: string
  readonly received: readonly Received[]
  /** Replaces the answer. Undefined: 200. */
  answer: ((response: ServerResponse, count: number) => void) | undefined
}

export async function startCollector(): Promise<Collector> {
  const received: Received[] = []
  const collector: { answer: Collector['answer'] } = { answer: undefined }
  let count = 0
  const listener: RequestListener = (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      count += 1
      if (collector.answer !== undefined) return collector.answer(response, count)
      const whole = Buffer.concat(parts)
      const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(whole) : whole
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, bytes, message: decode(path as Path, request, bytes) })
      response.end()
    })
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // It listens on a port.
  const { port } = server.address() as AddressInfo
  return Object.assign(collector, { url: `http://127.0.0.1:${port}`, received })
}

function decode(path: Path, { headers }: IncomingMessage, bytes: Uint8Array): JsonObject {
  const type = official(path, 'Request')
  if (headers['content-type'] === 'application/json') return JSON.parse(Buffer.from(bytes).toString('utf8'))
  return type.toObject(type.decode(bytes), { longs: String, bytes: String, enums: Number })
}

/** The answer of a collector that did not take all of it. */
export const partialSuccess = (path: Path, rejected: object): Uint8Array =>
  official(path, 'Response').encode({ partialSuccess: rejected }).finish()

/** Every message inside, of a list at this name, at any depth. */
export function findAll(message: unknown, name: string): readonly JsonObject[] {
  if (typeof message !== 'object' || message === null) return []
  return Object.entries(message).flatMap(([key, value]) =>
    key === name && Array.isArray(value) ? value : findAll(value, name),
  )
}

/** The attributes of a message as a plain object. */
export const attributesOf = ({ attributes }: JsonObject): JsonObject =>
  Object.fromEntries(
    // An attribute has a key and a value of one kind.
    (attributes as readonly { key: string; value: JsonObject }[]).map(({ key, value }) => [key, plainValue(value)]),
  )

function plainValue(value: JsonObject): unknown {
  const [kind = '', content] = Object.entries(value)[0] ?? []
  if (kind === 'arrayValue') return findAll({ content }, 'values').map(plainValue)
  return kind === 'intValue' ? Number(content) : content
}
