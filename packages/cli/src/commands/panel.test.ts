import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { sandbox } from '../testing/cli.ts'
import { startPanel } from '../testing/panel.ts'

test('--json says where it is on one line; the token is behind the #, where no server sees it', async () => {
  const { url, token, port, ask } = await startPanel(sandbox())
  expect(url).toBe(`http://127.0.0.1:${port}/#token=${token}`)
  expect((await ask('/')).status).toBe(200)
})

test('it ends on Ctrl-C with 130 and on SIGTERM with 143, also while a page listens', async () => {
  const scratch = sandbox()
  const first = await startPanel(scratch)
  const stream = await first.listen()
  expect(await first.end('SIGINT')).toBe(130)
  await stream.close()
  expect(await (await startPanel(scratch)).end('SIGTERM')).toBe(143)
})

test('two at once have a port each, and the second a token of its own', async () => {
  const scratch = sandbox()
  const [one, two] = [await startPanel(scratch), await startPanel(scratch)]
  expect(one.port).not.toBe(two.port)
  expect(one.token).not.toBe(two.token)
  expect((await two.ask('/api/health', { headers: { authorization: `Bearer ${one.token}` } })).status).toBe(401)
})

test('a port that is taken is reported, with the next step', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, stderr } = sandbox().hookline(['panel', '--no-open', '--port', String(port)])
  other.close()
  expect([code, stderr]).toEqual([
    1,
    `hookline: port ${port} cannot be used (EADDRINUSE). Without --port a free one is taken: hookline panel\n`,
  ])
})

test('a wrong port is a usage error', () => {
  for (const port of ['0', '65536', '-1', 'x', '80x']) {
    const { code, stderr } = sandbox().hookline(['panel', `--port=${port}`])
    expect([code, stderr.includes('is not a port. Use a number from 1 to 65535')]).toEqual([64, true])
  }
})
