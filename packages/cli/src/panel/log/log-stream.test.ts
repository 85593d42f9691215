import type { LogPage, LogRow } from '@hookline/web/wire'
import { expect, test } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { type StreamReader, startPanel } from '../../testing/panel.ts'
import type { Scene } from '../scene/scene.ts'
import { createLogStream } from './log-stream.ts'
import { parseRowFilter } from './row-filter.ts'

const everyRow = parseRowFilter(new URLSearchParams())

function withHook(): Sandbox {
  const scratch = sandbox()
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: 'true' }] }))
  scratch.hookline(['trust', 'add', '--yes'])
  return scratch
}
/** Fires the event from another process, as an agent does. */
const fire = (scratch: Sandbox, command: string) =>
  expect(scratch.hookline(['trigger', 'beforeShellExecution', '--command', command]).code).toBe(0)
const subjects = async (stream: StreamReader, count: number) => {
  const found: string[] = []
  while (found.length < count) {
    const { event, data } = await stream.next()
    found.push(event === 'row' ? (data as LogRow).subject : event)
  }
  return found
}

test('rows of other processes arrive when they are written', async () => {
  const scratch = withHook()
  const panel = await startPanel(scratch)
  const stream = await panel.listen()
  fire(scratch, 'echo one')
  fire(scratch, 'echo two')
  expect(await subjects(stream, 2)).toEqual(['echo one', 'echo two'])
  await stream.close()
})

test('a returning page gets the rows it missed, once and in order, also after the panel restarted', async () => {
  const scratch = withHook()
  const first = await startPanel(scratch)
  fire(scratch, 'echo known')
  const { rows } = await first.get<LogPage>('/api/log')
  expect(await first.end()).toBe(143)
  for (const name of ['a', 'b', 'c']) fire(scratch, `echo ${name}`)
  const again = await startPanel(scratch)
  expect([again.port, again.token]).toEqual([first.port, first.token])
  const stream = await again.listen(rows[0]?.id)
  expect(await subjects(stream, 3)).toEqual(['echo a', 'echo b', 'echo c'])
  fire(scratch, 'echo d')
  expect(await subjects(stream, 1)).toEqual(['echo d'])
  await stream.close()
})

test('a page whose last record is not in the log is asked to reload', async () => {
  const panel = await startPanel(withHook())
  const stream = await panel.listen('long-forgotten')
  expect(await stream.next()).toEqual({ event: 'reset' })
  await stream.close()
})

test('a change of a hook file is reported', async () => {
  const scratch = withHook()
  const panel = await startPanel(scratch)
  const stream = await panel.listen()
  scratch.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true' }] }))
  expect(await stream.next()).toEqual({ event: 'change' })
  await stream.close()
})

/** A fake log to which the test writes records itself. */
function createFakeLog() {
  const followers = new Set<(record: never) => void>()
  const scene = {
    hooks: { entries: [] },
    marks: { ids: () => new Set() },
    log: {
      follow(_from: string, onRecord: (record: never) => void) {
        followers.add(onRecord)
        return () => followers.delete(onRecord)
      },
    },
  } as unknown as Scene
  const record = (id: string) => ({
    id,
    at: '2026-01-01T00:00:00Z',
    event: 'stop',
    host: { surface: 'agent' },
    verdict: 'allow',
    kind: 'proceed',
    because: { rule: 'no-opinion', entries: [] },
    input: {},
    reply: {},
    runs: [],
    failures: 0,
  })
  const write = (id: string) => {
    for (const onRecord of followers) onRecord(record(id) as never)
  }
  return { scene, followers, write }
}

test('a page that does not read has a short queue, and is asked to reload', async () => {
  const { scene, write } = createFakeLog()
  const stream = createLogStream(() => scene)
  const reader = stream.listen(undefined, everyRow).getReader()
  await new Promise(setImmediate)
  for (let at = 0; at < 20_000; at++) write(`r${at}`)
  let text = ''
  for (let part = 0; part < 2; part++) text += new TextDecoder().decode((await reader.read()).value)
  expect(text).toContain('event: reset\n')
  expect(text.match(/event: row/g)?.length ?? 0).toBeLessThan(5_000)
  stream.close()
})

test('the log is no longer followed when the last page is closed', async () => {
  const { scene, followers } = createFakeLog()
  const stream = createLogStream(() => scene)
  const [one, two] = [stream.listen(undefined, everyRow), stream.listen(undefined, everyRow)]
  expect([followers.size, stream.count()]).toEqual([1, 2])
  await one.cancel()
  expect([followers.size, stream.count()]).toEqual([1, 1])
  await two.cancel()
  expect([followers.size, stream.count()]).toEqual([0, 0])
  stream.close()
})

test('closing the panel ends its streams', async () => {
  const { scene } = createFakeLog()
  const stream = createLogStream(() => scene)
  const reader = stream.listen(undefined, everyRow).getReader()
  await reader.read()
  stream.close()
  expect((await reader.read()).done).toBe(true)
})
