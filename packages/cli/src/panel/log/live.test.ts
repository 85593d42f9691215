import type { LogPage, LogRow } from '@hookline/web/wire'
import { expect, test } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { type LiveReader, startPanel } from '../../testing/panel.ts'
import type { Scene } from '../scene/scene.ts'
import { createLive } from './live.ts'
import { rowFilterOf } from './row-filter.ts'

const everyRow = rowFilterOf(new URLSearchParams())

function withHook(): Sandbox {
  const place = sandbox()
  place.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: 'true' }] }))
  place.hookline(['trust', 'add', '--yes'])
  return place
}
/** Another process, as an agent's is. */
const fire = (place: Sandbox, command: string) =>
  expect(place.hookline(['trigger', 'beforeShellExecution', '--command', command]).code).toBe(0)
const subjects = async (live: LiveReader, count: number) => {
  const found: string[] = []
  while (found.length < count) {
    const { event, data } = await live.next()
    found.push(event === 'row' ? (data as LogRow).subject : event)
  }
  return found
}

test('rows of other processes arrive as they are written', async () => {
  const place = withHook()
  const panel = await startPanel(place)
  const live = await panel.listen()
  fire(place, 'echo one')
  fire(place, 'echo two')
  expect(await subjects(live, 2)).toEqual(['echo one', 'echo two'])
  await live.close()
}, 60_000)

test('a page that comes back gets what it missed, once and in order, also from a panel that was restarted', async () => {
  const place = withHook()
  const first = await startPanel(place)
  fire(place, 'echo known')
  const { rows } = await first.get<LogPage>('/api/log')
  expect(await first.end()).toBe(143)
  for (const name of ['a', 'b', 'c']) fire(place, `echo ${name}`)
  const again = await startPanel(place)
  expect([again.port, again.token]).toEqual([first.port, first.token])
  const live = await again.listen(rows[0]?.id)
  expect(await subjects(live, 3)).toEqual(['echo a', 'echo b', 'echo c'])
  fire(place, 'echo d')
  expect(await subjects(live, 1)).toEqual(['echo d'])
  await live.close()
}, 90_000)

test('a page whose last record nobody knows is told to load anew', async () => {
  const panel = await startPanel(withHook())
  const live = await panel.listen('long-forgotten')
  expect(await live.next()).toEqual({ event: 'reset' })
  await live.close()
}, 30_000)

test('a change of a hook file is told', async () => {
  const place = withHook()
  const panel = await startPanel(place)
  const live = await panel.listen()
  place.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true' }] }))
  expect(await live.next()).toEqual({ event: 'change' })
  await live.close()
}, 30_000)

/** A log whose records the test writes by hand. */
function byHand() {
  const followers = new Set<(record: never) => void>()
  const scene = {
    hooks: { entries: [] },
    marks: { ids: () => new Set() },
    log: {
      follow(_from: string, tell: (record: never) => void) {
        followers.add(tell)
        return () => followers.delete(tell)
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
    for (const tell of followers) tell(record(id) as never)
  }
  return { scene, followers, write }
}

test('a page that does not read is not waited for: it loads anew, and little is kept for it', async () => {
  const { scene, write } = byHand()
  const live = createLive(() => scene)
  const reader = live.listen(undefined, everyRow).getReader()
  await new Promise(setImmediate)
  for (let at = 0; at < 20_000; at++) write(`r${at}`)
  let text = ''
  for (let part = 0; part < 2; part++) text += new TextDecoder().decode((await reader.read()).value)
  expect(text).toContain('event: reset\n')
  expect(text.match(/event: row/g)?.length ?? 0).toBeLessThan(5_000)
  live.close()
})

test('when the last page goes, nothing is followed any more', async () => {
  const { scene, followers } = byHand()
  const live = createLive(() => scene)
  const [one, two] = [live.listen(undefined, everyRow), live.listen(undefined, everyRow)]
  expect([followers.size, live.count()]).toEqual([1, 2])
  await one.cancel()
  expect([followers.size, live.count()]).toEqual([1, 1])
  await two.cancel()
  expect([followers.size, live.count()]).toEqual([0, 0])
  live.close()
})

test('a panel that ends, ends its streams', async () => {
  const { scene } = byHand()
  const live = createLive(() => scene)
  const reader = live.listen(undefined, everyRow).getReader()
  await reader.read()
  live.close()
  expect((await reader.read()).done).toBe(true)
})
