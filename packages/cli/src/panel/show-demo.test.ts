import { existsSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { run } from '../commands/demo.ts'
import type { Io } from '../io.ts'
import { sandbox } from '../testing/cli.ts'

test('on a terminal the panel shows the demo too, and Ctrl-C ends both and leaves no files', async () => {
  const { root, home } = sandbox()
  const stop = new AbortController()
  let text = ''
  let health: Readonly<Record<string, unknown>> = {}
  const readHealth = async () => {
    const [, at, token] = /(http:\S+)#token=(\S+)/.exec(text) ?? []
    const answer = await fetch(`${at}api/health`, { headers: { authorization: `Bearer ${token}` } })
    health = (await answer.json()) as typeof health
    stop.abort()
  }
  const write = (more: string) => {
    text += more
    if (more.includes('sessionStart')) void readHealth()
  }
  const io: Io = {
    stdout: { write, isTTY: true },
    stderr: { write },
    stdin: new PassThrough(),
    env: { PATH: process.env.PATH, NO_COLOR: '1', HOME: home },
    cwd: root,
    signal: stop.signal,
  }
  expect(await run(['--no-open'], io)).toBe(130)
  expect(text).toMatch(/^Watch it in the panel: http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}\n/)
  expect(health).toMatchObject({ demo: true, write: false, agents: [{ name: 'cursor' }] })
  expect(health.records).toBeGreaterThanOrEqual(1)
  expect(existsSync(String(health.root))).toBe(false)
})
