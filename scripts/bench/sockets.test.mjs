import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { openSockets } from '../../bench/team/sockets.mjs'

const request = 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'
const open = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

async function start(handler) {
  const server = createServer(handler).listen(0, '127.0.0.1')
  const connections = []
  server.on('connection', (socket) => connections.push(socket))
  await once(server, 'listening')
  const pool = await openSockets(server.address().port, 2)
  open.push(() => {
    pool.close()
    server.close()
  })
  await expect.poll(() => connections.length).toBe(2)
  return { pool, connections }
}

test('a socket that the server closed while it was idle is opened again', async () => {
  const { pool, connections } = await start((_, response) => response.end('x'))
  for (const socket of connections) socket.end()
  await Promise.all(connections.slice(0, 2).map((socket) => once(socket, 'close')))
  expect((await Promise.all([pool.send(request), pool.send(request)])).map(({ status }) => status)).toEqual([200, 200])
  expect(pool.reopened()).toBe(2)
})

test('a connection that ends during a request is an error of that request', async () => {
  const { pool } = await start((incoming) => incoming.socket.destroy())
  expect((await pool.send(request)).status).toBe(-1)
  expect(pool.reopened()).toBe(0)
})
