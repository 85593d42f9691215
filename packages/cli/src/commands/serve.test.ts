import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Sandbox, sandbox } from '../testing/cli.ts'

interface Started {
  readonly child: ChildProcess
  readonly said: { readonly url: string; readonly engine: string; readonly data: string; readonly owner_link?: string }
}

async function serve(box: Sandbox, ...args: readonly string[]): Promise<Started> {
  const child = box.start(['serve', '--port', '0', '--json', ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout ?? child, 'data')
  return { child, said: JSON.parse(String(line)) }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal)
  const [code] = await once(child, 'exit')
  return code
}

const accept = (url: string, link = '', email = 'ada@example.com') =>
  fetch(`${url}/hookline.team.v1.AccountService/Accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret: link.split('#')[1], email, password: 'correct horse battery staple' }),
  })

test('serve starts without any set-up, in a directory of its own, and stops with 0 when asked', async () => {
  const box = sandbox()
  const { child, said } = await serve(box)
  expect(said).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    engine: 'sqlite',
    data: join(box.home, '.local/share/hookline/server'),
    owner_link: expect.stringContaining(`${said.url}/accept#`),
    warnings: [],
  })
  expect((await fetch(`${said.url}/readyz`)).status).toBe(200)
  for (const secret of ['master.key', 'hookline.db']) expect(statSync(join(said.data, secret)).mode & 0o077).toBe(0)
  expect(await end(child, 'SIGTERM')).toBe(0)
})

test('an account made before kill -9 is there afterwards, and no second link is printed', async () => {
  const box = sandbox()
  const first = await serve(box)
  expect((await accept(first.said.url, first.said.owner_link)).status).toBe(200)
  await end(first.child, 'SIGKILL')
  const second = await serve(box)
  expect(second.said.owner_link).toBeUndefined()
  expect(await end(second.child, 'SIGINT')).toBe(0)
})

test('a second server on the same data is told who has it', async () => {
  const box = sandbox()
  const { child, said } = await serve(box)
  const ended = box.hookline(['serve', '--port', '0'])
  expect(ended).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`${said.data} is in use by process ${child.pid}. Stop that one`),
  })
})

test.runIf(existsSync('/proc/self/status'))('at rest it takes at most 250 MB', async () => {
  const { child, said } = await serve(sandbox())
  await accept(said.url, said.owner_link)
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  expect(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1])).toBeLessThan(250 * 1024)
})

test('for a person the link stands on a line of its own, with what to do next', async () => {
  const box = sandbox()
  const child = box.start(['serve', '--port', '0', '--host', '0.0.0.0', '--data', 'team'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [stdout, stderr] = await Promise.all([once(child.stdout ?? child, 'data'), once(child.stderr ?? child, 'data')])
  expect(String(stdout)).toMatch(/^The team server listens on http:\/\/\S+ \(its own database; data in team\)\.\n/)
  expect(String(stderr)).toContain('Warning: this address has no TLS')
})

test.each([
  [['--port', 'x'], '--port takes 0 to 65535, not "x"'],
  [['--database', 'mysql://x'], '--database takes postgres://'],
  [['--public-url', 'https://x.test/path'], '--public-url takes an address without a path'],
  [['extra'], 'unexpected argument "extra"'],
])('%j is wrong usage', (args, message) => {
  const ended = sandbox().hookline(['serve', ...args])
  expect([ended.code, ended.stderr]).toEqual([64, expect.stringContaining(message)])
})

test('a database that cannot be reached is named, without its password', () => {
  const ended = sandbox().hookline(['serve'], { env: { HOOKLINE_DATABASE: 'postgres://me:secret@127.0.0.1:1/team' } })
  expect(ended.code).toBe(1)
  expect(ended.stderr).toMatch(/^hookline: no PostgreSQL at postgres:\/\/me@127\.0\.0\.1:1\/team: .*ECONNREFUSED/)
})
