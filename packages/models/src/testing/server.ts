/** The loopback server: one HTTP server, four wire formats by path, a script of turns. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { JsonObject } from '@hookline/core/protocol'
import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import { type Answer, type Fault, isFault, type Turn, whole } from './turn.ts'
import type { SentEvent, Wire } from './wire.ts'

export interface ModelRequest {
  /** Counts from 0. */
  readonly index: number
  readonly wire: Wire['name']
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly key: string | undefined
  readonly stream: boolean
  /** The model that the request names. */
  readonly model: string
  /** As it came, parsed. */
  readonly body: JsonObject
}

export type Script = readonly Turn[] | ((request: ModelRequest) => Turn | Promise<Turn>)

export interface ModelServerOptions {
  /** A request with another key is answered with 401. Absent: any key, or none. */
  readonly key?: string
}

export interface ModelServer {
  /** `http://127.0.0.1:<port>/v1`. Clients of the Gemini API append the version themselves and need it without `/v1`. */
  readonly baseUrl: string
  /** In the order in which they came. */
  readonly requests: readonly ModelRequest[]
  /** Ends every connection; requests that hang are cut. */
  close(): Promise<void>
}

const wires: readonly Wire[] = [anthropic, openaiChat, openaiResponses, gemini]

export async function startModelServer(script: Script, options: ModelServerOptions = {}): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const server = createServer((incoming, response) => {
    // A client that went away is no fault of the server's.
    response.on('error', () => {})
    void answer(incoming, response, { script, options, requests }).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** An address where no server listens. */
export async function refusedUrl(): Promise<string> {
  const server = await startModelServer([])
  await server.close()
  return server.baseUrl
}

interface Around {
  readonly script: Script
  readonly options: ModelServerOptions
  readonly requests: ModelRequest[]
}

async function answer(incoming: IncomingMessage, response: ServerResponse, around: Around): Promise<void> {
  const path = incoming.url ?? ''
  // Some clients append a query: Claude Code posts to /v1/messages?beta=true.
  const [route = ''] = path.split('?')
  const wire = wires.find((one) => one.path.test(route))
  if (wire === undefined) return send(response, 404, { error: { message: `nothing at ${path}` } })
  const request = await read(incoming, { path, route, wire, index: around.requests.length })
  around.requests.push(request)
  if (around.options.key !== undefined && request.key !== around.options.key)
    return send(response, 401, wire.error(401, 'the key is not valid'))
  const turn = typeof around.script === 'function' ? await around.script(request) : around.script[request.index]
  if (turn === undefined) return send(response, 500, wire.error(500, `the script has no turn ${request.index + 1}`))
  return isFault(turn) ? fail(turn, request, wire, response) : say(turn, request, wire, response)
}

interface Arrival {
  readonly path: string
  /** The path without its query. */
  readonly route: string
  readonly wire: Wire
  readonly index: number
}

async function read(incoming: IncomingMessage, { path, route, wire, index }: Arrival): Promise<ModelRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>
  const { headers } = incoming
  const stream = wire.isStream?.(route) ?? body.stream === true
  const model = wire.modelOf?.(route) ?? (typeof body.model === 'string' ? body.model : '')
  return { index, wire: wire.name, path, headers, key: wire.keyOf(headers), stream, model, body }
}

async function say(turn: Answer, request: ModelRequest, wire: Wire, response: ServerResponse): Promise<void> {
  if (turn.delayMs !== undefined) await wait(turn.delayMs)
  const complete = whole(turn, wire.forcedTool(request.body))
  const { model } = request
  if (!request.stream) return send(response, 200, wire.answer(complete, model))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of wire.stream(complete, model)) {
    response.write(text(event))
    if (turn.pieceMs !== undefined) await wait(turn.pieceMs)
  }
  response.end()
}

const text = ({ event, data }: SentEvent): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

const faults: {
  readonly [F in Fault['fault']]: (
    fault: Extract<Fault, { fault: F }>,
    request: ModelRequest,
    wire: Wire,
    response: ServerResponse,
  ) => void | Promise<void>
} = {
  hang: () => {},
  garbage: (_, request, __, response) => {
    response.writeHead(200, { 'content-type': request.stream ? 'text/event-stream' : 'application/json' })
    response.end('<html>a proxy was here</html>\n\n{"half": ')
  },
  reset: async (fault, request, wire, response) => {
    const complete = whole({ text: fault.text ?? 'half of an answer' }, undefined)
    const sent = request.stream
      ? wire.stream(complete, 'm').map(text).join('')
      : JSON.stringify(wire.answer(complete, 'm'))
    response.writeHead(200, { 'content-type': request.stream ? 'text/event-stream' : 'application/json' })
    await new Promise<void>((resolve) => response.write(sent.slice(0, sent.length / 2), () => resolve()))
    // So that what was sent arrives before the connection breaks.
    await wait(20)
    response.socket?.resetAndDestroy()
  },
  status: ({ status, retryAfter, message }, _, wire, response) => {
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
    send(response, status, wire.error(status, message ?? `scripted ${status}`), headers)
  },
}

const fail = (fault: Fault, request: ModelRequest, wire: Wire, response: ServerResponse): void | Promise<void> =>
  // The table is indexed by the fault's own word, so the entry takes exactly this fault.
  faults[fault.fault](fault as never, request, wire, response)

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
