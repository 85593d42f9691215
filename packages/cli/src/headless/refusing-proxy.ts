/** Starts a proxy that refuses every request and records the hosts that the agent tried to reach. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RefusingProxy {
  readonly refusedHosts: readonly string[]
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

export async function startRefusingProxy(): Promise<RefusingProxy> {
  const wanted: string[] = []
  const server = createServer((request, response) => {
    wanted.push(request.url ?? '')
    response.writeHead(502).end()
  })
  server.on('connect', (request, socket) => {
    wanted.push(request.url ?? '')
    socket.on('error', () => {})
    socket.end('HTTP/1.1 502 no network here\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with a port.
  const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    refusedHosts: wanted,
    env: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: '127.0.0.1,localhost' },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
