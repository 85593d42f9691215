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

test('what keeps it from starting is said, with what to do', async () => {
  const box = sandbox()
  const { said } = await serve(box)
  const taken = new URL(said.url).port
  const file = box.write('a-file', '')
  const cases: readonly (readonly [readonly string[], string])[] = [
    [
      ['--port', taken, '--data', 'other'],
      `port ${taken} is taken by another program. To take another one: hookline serve`,
    ],
    [['--port', '0', '--host', '203.0.113.9', '--data', 'other'], 'this machine has no address 203.0.113.9'],
    [['--port', '0', '--host', 'no.invalid', '--data', 'other'], 'there is no address for "no.invalid"'],
    [['--port', '0', '--data', file], 'is a file: --data takes a directory'],
    [['--port', '0', '--data', join(file, 'below')], 'is a file: --data takes a directory'],
  ]
  for (const [args, message] of cases) {
    const ended = box.hookline(['serve', ...args])
    expect([args, ended.code, ended.stderr]).toEqual([args, 1, expect.stringContaining(message)])
  }
}, 60_000)

test('a team whose owner cannot sign in any more gets another one from the server’s own terminal', async () => {
  const box = sandbox()
  const first = await serve(box)
  await accept(first.said.url, first.said.owner_link)
  await end(first.child, 'SIGTERM')
  const nowhere = box.hookline(['serve', '--port', '0', '--owner-link', 'Nobody'])
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('there is no team "Nobody" here: hl_')])
  const second = await serve(box, '--owner-link')
  const joined = await accept(second.said.url, second.said.owner_link, 'bea@example.com')
  expect(await joined.json()).toMatchObject({ teams: [{ role: 'owner' }] })
  expect((await accept(second.said.url, second.said.owner_link, 'eve@example.com')).status).toBe(404)
}, 60_000)
