/** HTTP/1.1 and HTTP/2 without TLS on one port: the first bytes of a connection say which it is. */
import { createServer, type RequestListener } from 'node:http'
import { constants, createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { type Limits, limits as usual } from './limits.ts'
import type { NodeHandler } from './node-handler.ts'

export interface Listening {
  readonly port: number
  close(): Promise<void>
}

export async function listen(
  handler: NodeHandler,
  host: string,
  port: number,
  limits: Limits = usual,
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
    // One that says the preface and asks for nothing, whatever else it sends.
    const waiting = setTimeout(() => session.destroy(), limits.headersMs)
    session.once('stream', () => clearTimeout(waiting))
    session.on('close', () => {
      clearTimeout(waiting)
      sessions.delete(session)
    })
  })
  http2.on('sessionError', () => {})
  // A body that trickles in: HTTP/1.1 has a limit of its own.
  http2.on('stream', (stream) => {
    const over = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), limits.requestMs)
    for (const end of ['end', 'close']) stream.once(end, () => clearTimeout(over))
  })

  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      keepAliveTimeout: limits.idleMs,
      maxHeaderSize: limits.headerBytes,
    },
    // The two protocols' requests and responses are alike in all that handlers use.
    handler as RequestListener,
  )
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
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      // Again and again: one that has had its answer is idle only then.
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
  const waiting = setTimeout(() => socket.destroy(), withinMs)
  socket.once('close', () => clearTimeout(waiting))
  let seen = Buffer.alloc(0)
  const look = (chunk: Buffer) => {
    seen = Buffer.concat([seen, chunk])
    const isPrefix = preface.subarray(0, seen.length).equals(seen.subarray(0, preface.length))
    if (isPrefix && seen.length < preface.length) return
    clearTimeout(waiting)
    socket.off('data', look)
    socket.pause()
    socket.unshift(seen)
    decide(isPrefix)
    process.nextTick(() => socket.resume())
  }
  socket.on('data', look)
}
