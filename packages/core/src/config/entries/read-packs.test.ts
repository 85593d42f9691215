import { describe, expect, test } from 'vitest'
import { editions } from '../../editions.ts'
import { defineHook } from '../../sdk/define-hook.ts'
import type { LoadedPacks, Pack, PackHook, PackRegistry } from '../../sdk/pack.ts'
import { deny } from '../../sdk/say.ts'
import { closedGates } from '../entry.ts'
import { readHooks } from '../read-hooks.ts'
import type { SourceInfo } from '../reader.ts'

const guard: Pack = {
  name: 'guard',
  description: 'refuses a word',
  about: '',
  parameters: {
    word: { schema: { type: 'string', default: 'no' }, doc: 'The word.' },
    strict: { schema: { type: 'boolean', default: false }, doc: 'More of it.' },
    paths: { schema: { type: 'array', items: { type: 'string' }, default: [] }, doc: 'Where.' },
  },
  hooks: ({ word }) => {
    if (word === 'never') throw new Error('`word` cannot be "never"')
    const shell = defineHook('beforeShellExecution', ({ command }) => (command === word ? deny('x') : undefined))
    const stop = defineHook('stop', () => undefined)
    return [
      { ...shell, name: 'shell', failClosed: true, pure: true },
      { ...stop, name: 'stop', loopLimit: 2 },
    ] as readonly PackHook[]
  },
  canaries: () => [],
}
const other: Pack = { ...guard, name: 'watch', parameters: {}, hooks: () => guard.hooks({}).slice(1) }

const registry = (current: LoadedPacks | undefined = { kind: 'packs', packs: [guard, other] }): PackRegistry => ({
  current: () => current,
  load: async () => {},
  machine: { home: '/home/me', env: {}, state: '/state' },
})
const mine: SourceInfo = { source: 'user', own: true, file: '/f', cwd: '/w', trust: 'own' }
const managed: SourceInfo = { source: 'enterprise', own: true, file: '/f', cwd: '/w', trust: 'managed' }

const read = (text: string, info = mine, packs = registry()) =>
  readHooks(text, info, { edition: editions.hookline, hash: () => '0123456789', system: 'linux', packs })
const problemsOf = (text: string, info?: SourceInfo) =>
  read(text, info).problems.map(({ code, line, column, message, hint }) => [code, `${line}:${column}`, message, hint])

describe('packs become entries', () => {
  test('of their file, in the order of the file', () => {
    const { entries, problems } = read(
      '{ "packs": { "watch": {}, "guard": { "mode": "monitor" } }, "hooks": { "stop": [{ "command": "x" }] } }',
    )
    expect(problems).toEqual([])
    expect(entries.map(({ label, event, monitor }) => [label, event, monitor])).toEqual([
      ['watch/stop', 'stop', false],
      ['guard/shell', 'beforeShellExecution', true],
      ['guard/stop', 'stop', true],
      ['x', 'stop', false],
    ])
    const shell = entries[1]
    expect(shell).toMatchObject({
      name: 'guard/shell',
      pack: 'guard',
      type: 'module',
      pure: true,
      failClosed: true,
      cwd: '/w',
      trust: 'own',
      origin: { source: 'user', own: true, file: '/f', line: 1, column: 27 },
    })
    expect(entries[2]).toMatchObject({ loopLimit: 2 })
  })

  test('that use the parameters of the file, and defaults for the rest', async () => {
    const say = async (text: string, command: string) =>
      read(text).entries[0]?.call?.({ command } as never, new AbortController().signal)
    expect(await say('{ "packs": { "guard": {} } }', 'no')).toMatchObject({ permission: 'deny' })
    expect(await say('{ "packs": { "guard": { "word": "nein" } } }', 'no')).toBeUndefined()
    expect(await say('{ "packs": { "guard": { "word": "nein" } } }', 'nein')).toMatchObject({ permission: 'deny' })
  })

  test('whose id changes with the parameters', () => {
    const text = (parameters: string) => read(`{ "packs": { "guard": ${parameters} } }`).entries[0]?.text
    expect(text('{}')).not.toBe(text('{ "word": "a" }'))
    expect(text('{ "word": "a", "strict": true }')).toBe(text('{ "strict": true, "word": "a" }'))
  })

  test('that do not run if they are switched off', () => {
    const { entries } = read('{ "packs": { "guard": { "enabled": false }, "watch": {} } }')
    expect(entries.map(({ held }) => held?.why)).toEqual(['disabled', 'disabled', undefined])
  })

  test('but not in a hooks.json', () => {
    const { entries, problems } = read('{ "version": 1, "packs": { "guard": {} }, "hooks": {} }', {
      ...mine,
      own: false,
    })
    expect(entries).toEqual([])
    expect(problems.map(({ code }) => code)).toEqual(['own-key'])
  })
})

describe('a mistake is reported with its line and column, and the rest works', () => {
  test.each([
    ['{ "packs": { "gaurd": {} } }', 'unknown-pack', '1:14', 'Did you mean "guard"?'],
    ['{ "packs": { "zzz": {} } }', 'unknown-pack', '1:14', 'The packs are guard, watch.'],
    ['{ "packs": { "guard": { "wrod": "x" } } }', 'bad-parameter', '1:25', 'Did you mean "word"?'],
    ['{ "packs": { "guard": { "strict": "yes" } } }', 'bad-parameter', '1:35', 'More of it.'],
    ['{ "packs": { "guard": { "paths": ["a", 1] } } }', 'bad-parameter', '1:40', ''],
    ['{ "packs": { "guard": { "word": "never" } } }', 'bad-parameter', '1:14', 'hookline packs guard'],
    ['{ "packs": { "guard": [] } }', 'bad-parameter', '1:23', 'Write "guard": {}.'],
    ['{ "packs": { "guard": { "mode": "off" } } }', 'wrong-type', '1:33', 'Write "monitor"'],
  ])('%s', (text, code, at, hint) => {
    const [first] = problemsOf(text)
    expect(first?.slice(0, 2)).toEqual([code, at])
    expect(first?.[3]?.toLowerCase()).toContain(hint.toLowerCase())
    const both = read(text.replace(/ \} \}$/, ', "watch": {} } }'))
    expect(both.entries.some(({ pack }) => pack === 'watch')).toBe(true)
  })

  test('a wrong value is replaced by the default', () => {
    const { entries } = read('{ "packs": { "guard": { "strict": "yes" } } }')
    expect(entries.map(({ label }) => label)).toEqual(['guard/shell', 'guard/stop'])
  })
})

describe('in a managed file a pack that cannot be used closes gates', () => {
  const closed = (text: string, packs?: PackRegistry) =>
    read(text, managed, packs).entries.flatMap(({ broken, event }) => (broken === undefined ? [] : [event]))

  test('those that it guards, if they are known', () => {
    expect(closed('{ "packs": { "gaurd": {} } }')).toEqual(['beforeShellExecution'])
    expect(closed('{ "packs": { "guard": { "strict": 1 } } }')).toEqual(['beforeShellExecution'])
  })
  test('all of them, if they are not known', () => {
    const all = closedGates(editions.hookline)
    const missing = registry({ kind: 'missing', message: 'not installed', hint: 'npm i' })
    expect(closed('{ "packs": { "zzz": {} } }')).toEqual(all)
    expect(closed('{ "packs": { "guard": {} } }', missing)).toEqual(all)
    expect(closed('{ "packs": [] }')).toEqual(all)
  })
  test('and a valid pack closes none', () => {
    expect(closed('{ "packs": { "guard": { "strict": true }, "watch": {} } }')).toEqual([])
  })
})

test('without the package the problem says how to install it', () => {
  const missing = registry({ kind: 'missing', message: 'packs need x', hint: 'Run: npm i x' })
  const { problems } = read('{\n  "packs": { "guard": {} }\n}', mine, missing)
  expect(problems).toMatchObject([
    { code: 'packs-missing', severity: 'error', line: 2, column: 3, hint: 'Run: npm i x' },
  ])
})

describe('in a file of the person or a project a pack that cannot be loaded closes its gates', () => {
  const closed = (text: string, packs?: PackRegistry) =>
    read(text, mine, packs).entries.flatMap(({ broken, event }) => (broken === undefined ? [] : [event]))
  const missing = registry({ kind: 'missing', message: 'packs need x', hint: 'Run: npm i x' })

  test('all gates if the package is missing, with what to do for the person', () => {
    expect(closed('{ "packs": { "guard": {} } }', missing)).toEqual(closedGates(editions.hookline))
    const [first] = read('{ "packs": { "guard": {} } }', mine, missing).entries
    expect(first?.broken).toMatchObject({ message: expect.stringContaining('packs need x'), fix: 'Run: npm i x' })
  })
  test('none for packs that never refuse, are off or only monitor', () => {
    expect(closed('{ "packs": { "notify": {} } }', missing)).toEqual([])
    expect(closed('{ "packs": { "guard": { "enabled": false } } }', missing)).toEqual([])
    expect(closed('{ "packs": { "guard": { "mode": "monitor" } } }', missing)).toEqual([])
    expect(closed('{ "packs": {} }', missing)).toEqual([])
  })
  test('its own gates if its parameters make it unusable', () => {
    expect(closed('{ "packs": { "guard": { "word": "never" } } }')).toEqual(['beforeShellExecution'])
    expect(closed('{ "packs": { "guard": [] } }')).toEqual(['beforeShellExecution'])
    expect(closed('{ "packs": { "gaurd": {} } }')).toEqual([])
  })
})
