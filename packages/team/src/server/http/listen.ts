/** HTTP/1.1 and HTTP/2 without TLS on one port. The first bytes of a connection decide the protocol. */
import { createServer, type RequestListener } from 'node:http'
import { constants, createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { limits as defaultLimits, type Limits } from './limits.ts'
import type { NodeHandler } from './node-handler.ts'

export interface Listening {
  readonly port: number
  close(): Promise<void>
}

export async function listen(
  handler: NodeHandler,
  host: string,
  port: number,
  limits: Limits = defaultLimits,
): Promise<Listening> {
  const sessions = new Set<ServerHttp2Session>()
  const sockets = new Set<Socket>()
  const http2 = createHttp2Server(
    { settings: { maxConcurrentStreams: limits.streams, maxHeaderListSize: limits.headerBytes } },
    handler,
  )
  http2.on('session', (session) => {
    sessions.add(session)
    session.setTimeout(limits.idleMs, () => session.close())
    // Close a session that never sends a request after the preface.
    const timer = setTimeout(() => session.destroy(), limits.headersMs)
    session.once('stream', () => clearTimeout(timer))
    session.on('close', () => {
      clearTimeout(timer)
      sessions.delete(session)
    })
  })
  http2.on('sessionError', () => {})
  // Limit the time of a slow body. HTTP/1.1 has its own limit.
  http2.on('stream', (stream) => {
    const timeout = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), limits.requestMs)
    for (const end of ['end', 'close']) stream.once(end, () => clearTimeout(timeout))
  })

  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      keepAliveTimeout: limits.idleMs,
      maxHeaderSize: limits.headerBytes,
    },
    // The requests and responses of both protocols have everything that handlers use.
    handler as RequestListener,
  )
  // The constructor of node:http adds this listener.
  const [http1] = server.listeners('connection') as [(socket: Socket) => void]
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    sniff(socket, limits.headersMs, (isHttp2) =>
      isHttp2 ? http2.emit('connection', socket) : http1.call(server, socket),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })

  return {
    // A server that listens on a port has an address with this port.
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      // Repeat this, because a connection becomes idle only after its response.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      for (const session of sessions) session.close()
      const force = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, limits.closeMs)
      await closed
      clearInterval(idle)
      clearTimeout(force)
    },
  }
}

const preface = Buffer.from('PRI * HTTP/2.0')

function sniff(socket: Socket, withinMs: number, decide: (isHttp2: boolean) => void): void {
  const timer = setTimeout(() => socket.destroy(), withinMs)
  socket.once('close', () => clearTimeout(timer))
  let received = Buffer.alloc(0)
  const readPreface = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const isPrefix = preface.subarray(0, received.length).equals(received.subarray(0, preface.length))
    if (isPrefix && received.length < preface.length) return
    clearTimeout(timer)
    socket.off('data', readPreface)
    socket.pause()
    socket.unshift(received)
    decide(isPrefix)
    process.nextTick(() => socket.resume())
  }
  socket.on('data', readPreface)
}
