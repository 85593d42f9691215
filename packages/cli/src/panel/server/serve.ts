/** The server: on 127.0.0.1 alone, and deaf to whoever asks for it under another name. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createApp, refused } from './app.ts'
import type { Panel } from './ask.ts'
import { checkHost, checkOrigin } from './gate.ts'
import type { Pages } from './pages.ts'

export interface ServeOptions {
  readonly panel: Panel
  readonly pages: Pages
  readonly token: string
  /** 0 is any that is free. */
  readonly port: number
  onError(error: unknown): void
}
export interface Serving {
  readonly port: number
  close(): Promise<void>
}

/** Rejects with what the system says (EADDRINUSE). */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { onError } = options
  const app = createApp(options)
  const listener = getRequestListener((request, env) => app.fetch(request, env), { overrideGlobalObjects: false })
  const server = createServer({ requireHostHeader: false, maxHeaderSize: 16 * 1024 }, (request, response) => {
    try {
      const { port } = server.address() as AddressInfo
      checkOrigin(request, checkHost(request, port))
    } catch (thrown) {
      return void send(refused(thrown, onError), request, response)
    }
    void listener(request, response)
  })
  // A page that listens is not idle; one that sends its headers letter by letter is cut off.
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
      resolve((server.address() as AddressInfo).port)
    })
  })

async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), connection: 'close' })
  response.end(request.method === 'HEAD' ? undefined : await answer.text())
}
