import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from './limits.ts'
import { type Listening, listen } from './listen.ts'

/** The same limits with shorter times. */
const hasty = { ...limits, headersMs: 150, requestMs: 300, checkEveryMs: 50 }
let server: Listening

beforeAll(async () => {
  server = await listen(
    (request, response) => {
      request.resume()
      request.on('end', () => response.end('whole'))
    },
    '127.0.0.1',
    0,
    hasty,
  )
})
afterAll(() => server.close())

/** Reads everything until the server closes the connection. */
const until = (first: string, trickle: string) =>
  new Promise<string>((resolve) => {
    const socket = connect(server.port, '127.0.0.1')
    let output = ''
    socket.write(first)
    const more = setInterval(() => socket.write(trickle), 20)
    socket.on('data', (data) => {
      output += data
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(more)
      resolve(output.split('\r\n')[0] ?? '')
    })
  })

test('a connection without data is closed', async () => {
  expect(await until('', '')).toBe('')
})

test('an incomplete HTTP/2 preface is closed', async () => {
  expect(await until('PRI * HT', '')).toBe('')
})

test('an HTTP/2 session without a request is closed even if it sends other frames', async () => {
  const ping = '\0\0\x08\x06\0\0\0\0\0pingpong'
  await until('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', ping)
})

test('slow headers are closed', async () => {
  expect(await until('GET / HTTP/1.1\r\nhost: x\r\n', 'a: b\r\n')).toBe('HTTP/1.1 408 Request Timeout')
})

test('a slow body is closed', async () => {
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n'
  expect(await until(head, 'x')).toBe('HTTP/1.1 408 Request Timeout')
})

test('a slow body on HTTP/2 is closed, and the connection stays open for other requests', async () => {
  const session = connectHttp2(`http://127.0.0.1:${server.port}`)
  const slow = session.request({ ':method': 'POST', ':path': '/' })
  slow.on('error', () => {})
  const more = setInterval(() => slow.write('x'), 20)
  await new Promise((resolve) => slow.once('close', resolve))
  clearInterval(more)
  const quick = session.request({ ':path': '/' })
  const [body] = await quick.toArray()
  expect(String(body)).toBe('whole')
  session.destroy()
})
