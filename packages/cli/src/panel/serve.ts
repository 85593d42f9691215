/** The HTTP server of the panel. It listens only on 127.0.0.1 and rejects requests with another Host or Origin. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createApp, errorResponse } from './app.ts'
import { checkHost, checkOrigin } from './server/gate.ts'
import type { Pages } from './server/pages.ts'
import type { Panel } from './server/route.ts'

export interface ServeOptions {
  readonly panel: Panel
  readonly pages: Pages
  readonly token: string
  /** 0 means any free port. */
  readonly port: number
  /** Writes the commands in hints as the person can type them. */
  readonly writeHints?: (text: string) => string
  onError(error: unknown): void
}
export interface PanelServer {
  readonly port: number
  close(): Promise<void>
}

/** Rejects with the error of the system, for example EADDRINUSE. */
export async function serve(options: ServeOptions): Promise<PanelServer> {
  const { onError, writeHints } = options
  const app = createApp(options)
  const listener = getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false })
  const server = createServer({ requireHostHeader: false, maxHeaderSize: 16 * 1024 }, (request, response) => {
    try {
      checkOrigin(request, checkHost(request, portOf(server)))
    } catch (thrown) {
      return void send(errorResponse(thrown, onError, writeHints), request, response)
    }
    void listener(request, response)
  })
  // Limits only how long a client may take to send its headers: streams stay open for longer.
  server.headersTimeout = 10_000
  const port = await listenOn(server, options.port)
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const listenOn = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.off('error', reject)
      resolve(portOf(server))
    })
  })

// True: a server that listens on a port has an address object. Only one on a pipe has a string, and a closed one null.
const portOf = (server: Server): number => (server.address() as AddressInfo).port

async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), connection: 'close' })
  response.end(request.method === 'HEAD' ? undefined : await answer.text())
}
