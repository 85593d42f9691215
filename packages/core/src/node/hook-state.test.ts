import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type StateScope, stateVariable } from '../state-scope.ts'
import { listStates, openState, openStore } from './hook-state.ts'

function prepare() {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-state-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const [state, project] = [join(directory, 'state'), join(directory, 'project')]
  mkdirSync(project)
  const scope: StateScope = { level: 'project', project }
  return { directory, state, project, scope, store: openStore(state, scope) }
}
/** Every file of the state, without locks. */
const filesIn = (state: string): readonly string[] =>
  readdirSync(state, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(state, name))

test('keeps any JSON value, and says what was there', () => {
  const { store } = prepare()
  for (const value of [0, -1.5, '', 'text\u0000\u2028', true, null, [], { a: [1] }]) {
    expect(store.set('k', value)).toBe(true)
    expect(store.get('k')).toEqual(value)
  }
  expect(store.get('other')).toBeUndefined()
  expect(store.set('k', 1, { ifAbsent: true })).toBe(false)
  expect(store.set('__proto__', 1, { ifAbsent: true })).toBe(true)
  expect(store.list()).toEqual([
    ['k', { a: [1] }],
    ['__proto__', 1],
  ])
  expect([store.delete('k'), store.delete('k')]).toEqual([true, false])
})

test('levels, plugins, projects and sessions have values of their own', () => {
  const { directory, state, project, scope } = prepare()
  const other = join(directory, 'other')
  mkdirSync(other)
  const scopes: readonly [StateScope, string?][] = [
    [scope],
    [scope, 'a'],
    [scope, 'b'],
    [{ ...scope, level: 'user' }],
    [{ ...scope, level: 'enterprise' }],
    [{ ...scope, level: 'plugin', of: '/one' }],
    [{ ...scope, level: 'plugin', of: '/two' }],
    [{ ...scope, project: other }],
  ]
  for (const [nth, [one, session]] of scopes.entries()) openStore(state, one, session).set('k', nth)
  expect(scopes.map(([one, session]) => openStore(state, one, session).get('k'))).toEqual([...scopes.keys()])
  expect(listStates(state, project).stores).toHaveLength(7)
  expect(listStates(state, other).stores).toEqual([{ level: 'project', values: [['k', 7]] }])
})

test('a link to a project is the project', () => {
  const { directory, state, project, store } = prepare()
  store.set('k', 1)
  symlinkSync(project, join(directory, 'link'))
  expect(openStore(state, { level: 'project', project: join(directory, 'link') }).get('k')).toBe(1)
})

test('is for this user alone', () => {
  const { state, store } = prepare()
  store.set('k', 1)
  const [file = ''] = filesIn(state)
  const modeOf = (path: string) => statSync(path).mode & 0o777
  expect([modeOf(file), modeOf(dirname(file)), modeOf(dirname(dirname(file)))]).toEqual([0o600, 0o700, 0o700])
})

test('refuses what exceeds a limit, and keeps the old value', () => {
  const { store } = prepare()
  store.set('k', 'x'.repeat(65_534))
  expect(() => store.set('k', 'x'.repeat(65_535))).toThrow('more than 64 KiB')
  expect(store.get('k')).toHaveLength(65_534)
  for (let nth = 1; nth < 16; nth += 1) store.set(`k${nth}`, 'x'.repeat(65_000))
  expect(() => store.set('last', 'x'.repeat(65_000))).toThrow('more than 1 MiB')
  expect(store.get('last')).toBeUndefined()
})

test('has at most 1,000 keys', () => {
  const { state, scope, store } = prepare()
  store.set('0', 0)
  const [file = ''] = filesIn(state)
  const values = Array.from({ length: 1000 }, (_, nth) => [String(nth), '0'])
  writeFileSync(file, JSON.stringify({ version: 1, scope, values }))
  expect(() => store.set('1000', 0)).toThrow('already 1000 keys')
  expect(store.set('999', 1)).toBe(true)
})

test.each(['', 'x'.repeat(201), 'a\nb', '\u0000'])('%j is not a key', (key) => {
  const { store } = prepare()
  for (const act of [store.get, store.delete, store.increment, (name: string) => store.set(name, 1)])
    expect(() => act(key)).toThrow('A key has')
})

test('increments integers alone', () => {
  const { store } = prepare()
  expect([store.increment('n'), store.increment('n', 5), store.increment('n', -7)]).toEqual([1, 6, -1])
  store.set('n', 'text')
  expect(() => store.increment('n')).toThrow('is not an integer')
  store.set('n', Number.MAX_SAFE_INTEGER)
  expect(() => store.increment('n')).toThrow('too large')
  expect(() => store.increment('n', 0.5)).toThrow('0.5 is not an integer')
})

test.each(['', 'null', '{"values":', '{"version":1,"scope":{},"values":[]}', '{"values":[["n","{"]]}'])(
  'a damaged file (%j) is an error, and stays as it is until it is cleared',
  (text) => {
    const { state, project, store } = prepare()
    store.set('n', 1)
    const [file = ''] = filesIn(state)
    writeFileSync(file, text)
    for (const act of [
      () => store.get('n'),
      () => store.list(),
      () => store.set('n', 1),
      () => store.increment('n'),
      () => store.delete('n'),
    ])
      expect(act).toThrow('is damaged')
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(listStates(state, project)).toEqual({ stores: [], damaged: [file] })
    store.clear()
    expect(store.increment('n')).toBe(1)
  },
)

test('forgets sessions that have not changed for seven days, and the oldest above 1,000', () => {
  const { state, scope, store } = prepare()
  store.set('k', 1)
  const directory = dirname(filesIn(state)[0] ?? '')
  const age = (name: string, days: number) =>
    utimesSync(join(directory, name), new Date(), new Date(Date.now() - days * 86_400_000))
  age('project.json', 100)
  for (let nth = 0; nth < 1005; nth += 1) {
    const name = `session-${String(nth).padStart(4, '0')}.json`
    writeFileSync(join(directory, name), JSON.stringify({ version: 1, scope, session: String(nth), values: [] }))
    age(name, nth < 3 ? 8 : nth / 1000)
  }
  openStore(state, scope, 'new').set('k', 1)
  const left = readdirSync(directory).filter((name) => name.startsWith('session-'))
  expect(left).toHaveLength(1000)
  expect(left).not.toContain('session-0000.json')
  expect(left).not.toContain('session-1004.json')
  expect(store.get('k')).toBe(1)
})

test('a module finds its state in its context, and a program outside a hook has none', () => {
  const { state, scope } = prepare()
  const context = { state, env: { [stateVariable]: JSON.stringify(scope) } }
  expect(openState(context, 'a').increment('n')).toBe(1)
  expect(openState(context).get('n')).toBeUndefined()
  for (const env of [{}, { [stateVariable]: '{}' }, { [stateVariable]: 'x' }])
    expect(() => openState({ state, env })).toThrow('does not run in a command or module hook')
  expect(() => openState(context, '')).toThrow("A session's id")
})
