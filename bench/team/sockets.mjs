// A small HTTP/1.1 client with a fixed number of keep-alive sockets. It writes whole requests unchanged, so that the load tool
// costs less than what it measures. Like every client with a pool, it opens a socket again that the server closed while it was idle.
import { connect } from 'node:net'

export async function openSockets(port, count) {
  const idle = []
  const waiting = []
  const give = (socket) => {
    const next = waiting.shift()
    if (next === undefined) idle.push(socket)
    else next(socket)
  }
  const sockets = new Set()
  let reopened = 0
  const open = async () => {
    const socket = await openSocket(port)
    sockets.add(socket)
    return socket
  }
  /** The server closes a socket that never sent anything after 10 s, and any other that is idle for 65 s. */
  const reopenIfClosed = async (socket) => {
    if (!socket.isClosed()) return socket
    sockets.delete(socket)
    reopened += 1
    return open()
  }
  idle.push(...(await Promise.all(Array.from({ length: count }, open))))
  return {
    /** Resolves with the response. Its status is -1 if the connection ended during the request. */
    async send(bytes) {
      const taken = idle.pop() ?? (await new Promise((resolve) => waiting.push(resolve)))
      const socket = await reopenIfClosed(taken)
      const answered = await socket.send(bytes)
      give(socket)
      return answered
    },
    /** How many sockets were opened again. */
    reopened: () => reopened,
    close() {
      for (const socket of sockets) socket.close()
    },
  }
}

function openSocket(port) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let settle
    let seen = ''
    socket.setEncoding('latin1')
    socket.once('error', reject)
    socket.on('data', (text) => {
      seen += text
      const head = seen.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(seen)?.[1] ?? 0)
      if (seen.length < head + 4 + length) return
      const answered = { status: Number(seen.slice(9, 12)), head: seen.slice(0, head), body: seen.slice(head + 4) }
      seen = ''
      settle?.(answered)
    })
    let isClosed = false
    socket.on('close', () => {
      isClosed = true
      settle?.({ status: -1, head: '', body: '' })
    })
    socket.once('connect', () =>
      resolve({
        send: (bytes) =>
          new Promise((done) => {
            settle = done
            if (isClosed) done({ status: -1, head: '', body: '' })
            else socket.write(bytes)
          }),
        isClosed: () => isClosed,
        close: () => socket.destroy(),
      }),
    )
  })
}
