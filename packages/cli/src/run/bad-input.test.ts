import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dialect } from '@hookline/core'
import { dialects, hostNames } from '@hookline/core/dialects'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { payloadFor } from '../connect/call.ts'
import { sandbox } from '../testing/cli.ts'
import { type AnswerOptions, answer } from './answer.ts'
import { toOutput } from './options.ts'

const directory = mkdtempSync(join(tmpdir(), 'hookline-bad-input-'))
vi.stubEnv('XDG_STATE_HOME', directory)
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true })
})

const hosts = hostNames.flatMap((name) => dialects[name] ?? [])
const { signal } = new AbortController()
const payloadOf = (host: Dialect, command = 'ls'): string =>
  payloadFor(
    host,
    'beforeShellExecution',
    { command, cwd: '/', sandbox: false },
    { root: '/', edition: 'hookline', env: {}, signal },
  )
const send = async (host: Dialect, text: string, more: Partial<AnswerOptions> = {}) =>
  toOutput(
    await answer(text, {
      host,
      others: () => hosts,
      installed: false,
      cwd: '/',
      env: {},
      findSignal: () => signal,
      ...more,
    }),
  )
/** By the exit code, or by a reply of an agent for which exit code 2 is not a refusal everywhere; and with the reason. */
const isRefused = ({ exitCode, stdout, stderr }: Awaited<ReturnType<typeof send>>): boolean =>
  (exitCode === 2 || /"(?:deny|block)"/.test(stdout)) &&
  `${stdout}${stderr}`.includes('Hookline cannot read this event')

describe.each(hosts.map((host) => [host.name, host] as const))('%s', (_name, host) => {
  it('a byte order mark and CRLF change nothing', async () => {
    const plain = await send(host, payloadOf(host))
    const windows = `\uFEFF${JSON.stringify(JSON.parse(payloadOf(host)), null, 2).replaceAll('\n', '\r\n')}\r\n`
    expect(await send(host, windows)).toEqual(plain)
  })
  it.each([
    ['truncated JSON', (text: string) => text.slice(0, -3)],
    ['nothing', () => ''],
    ['a list', (text: string) => `[${text}]`],
    ['text', () => 'ls'],
    ['an object without an event', () => '{}'],
    ['JSON nested too deeply', () => `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`],
  ])('%s is refused, with the reason', async (_what, change) => {
    expect(isRefused(await send(host, change(payloadOf(host))))).toBe(true)
  })
  it('an event of a newer version is refused, with the reason', async () => {
    const names = new Set(host.firedBy?.('beforeShellExecution') ?? [])
    const text = JSON.stringify(JSON.parse(payloadOf(host)), (_key, value: unknown) =>
      typeof value === 'string' && (names.has(value) || value === 'beforeShellExecution') ? 'BrandNewEvent' : value,
    )
    expect(isRefused(await send(host, text))).toBe(true)
  })
  it('a payload of another agent is refused, with its name', async () => {
    for (const other of hosts.filter((one) => one !== host && one.sends?.(JSON.parse(payloadOf(one))) === true)) {
      const isForeign = host.sends?.(JSON.parse(payloadOf(other))) !== true
      const sent = await send(host, payloadOf(other))
      expect(isRefused(sent)).toBe(isForeign)
      // The agent that sent it may not read this agent's reply.
      if (isForeign) expect(sent).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('cannot read') })
    }
  })
  it('20 MB are answered', async () => {
    expect([0, 2]).toContain((await send(host, payloadOf(host, `echo ${'x'.repeat(20_000_000)}`))).exitCode)
  })
})

it('UTF-16 is refused', () => {
  const { hookline } = sandbox()
  const stdin = Buffer.from(`\uFEFF{"hook_event_name":"beforeShellExecution","command":"ls"}`, 'utf16le')
  expect(hookline(['run', '--host', 'cursor'], { stdin })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('could not be read as UTF-8'),
  })
})
