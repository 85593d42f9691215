/** A proxy on loopback that behaves like a bad network: it delays, resets connections, and keeps some open without an answer. */
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface BadNetwork {
  readonly url: string
  /** How many connections were reset, and how many stopped answering. */
  readonly faults: { resets: number; stalls: number }
  /** From now on everything arrives at once. Connections that stopped answering stay so. */
  heal(): void
  /** Makes it bad, or bad again. */
  damage(): void
  close(): Promise<void>
}

/** Every so many pieces of data the connection is reset, or stops answering. Counted, so that both happen in every test. */
const [RESET, STALL, MAX_DELAY_MS] = [23, 37, 80]

/** It is a good network until `damage`. */
export async function startBadNetwork(target: string): Promise<BadNetwork> {
  const { port, hostname } = new URL(target)
  const faults = { resets: 0, stalls: 0 }
  const sockets = new Set<Socket>()
  let isBad = false
  let pieces = 0
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    }
    const state = { stalled: false }
    relay(near, far, state)
    relay(far, near, state)
  })
  /** In order, and not before what came earlier. */
  function relay(from: Socket, to: Socket, state: { stalled: boolean }): void {
    let before = Promise.resolve()
    from.on('data', (chunk) => {
      before = before.then(async () => {
        if (isBad) await wait(Math.random() * MAX_DELAY_MS)
        if (isBad && !state.stalled) suffer(from, to, state)
        if (!state.stalled && !to.destroyed) to.write(chunk)
      })
    })
    from.once('close', () => void before.then(() => (state.stalled ? undefined : to.end())))
  }
  function suffer(from: Socket, to: Socket, state: { stalled: boolean }): void {
    pieces++
    if (pieces % RESET === 0) {
      faults.resets++
      for (const socket of [from, to]) socket.resetAndDestroy()
    } else if (pieces % STALL === 0) {
      faults.stalls++
      state.stalled = true
    }
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const own = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${own}`,
    faults,
    heal: () => {
      isBad = false
    },
    damage: () => {
      isBad = true
    },
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => closed())
      }),
  }
}
