import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks, type LogRecord, openLog, verifyLog } from '@hookline/core/node'
import { afterAll, describe, expect, test } from 'vitest'

const scratch = mkdtempSync(join(tmpdir(), 'hookline-audit-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
let count = 0

type Level = 'user' | 'project'
const files = {
  user: 'home/.config/hookline/hookline.json',
  project: 'work/.hookline/hookline.json',
} as const

/** What `settings` of each level lead to, at one event that no other hook listens to. */
async function audited(settings: Readonly<Partial<Record<Level, object>>>, trust: 'all' | 'none' = 'all') {
  const base = join(scratch, String(count++))
  const [root, home] = [join(base, 'work'), join(base, 'home')]
  for (const [level, value] of Object.entries(settings)) {
    const file = join(base, files[level as Level])
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, JSON.stringify({ version: 1, hooks: {}, ...value }))
  }
  for (const one of [root, home]) mkdirSync(one, { recursive: true })
  const hooks = await createHooks({ workspaceRoots: [root], home, trust, watch: false, log: {} })
  const effect = await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
  const { problems } = hooks
  await hooks.close()
  const directory = join(home, '.local/state/hookline/log')
  const { records } = await openLog(directory, { cache: join(base, 'cache') }).query()
  return { effect, problems, records, directory, chained: isChained(records) }
}
const isChained = ([first]: readonly LogRecord[]): boolean => first?.chain !== undefined
const pack = (parameters: object = {}) => ({ packs: { audit: parameters } })

describe('an entry of the pack', () => {
  test('switches the audit log on, decides nothing, and is reported', async () => {
    const { effect, problems, records, directory } = await audited({ user: pack() })
    expect(effect).toMatchObject({ verdict: 'allow', kind: 'proceed' })
    expect(records).toMatchObject([{ chain: { n: 1 }, runs: [{ entry: { label: 'audit/beforeShellExecution' } }] }])
    expect(await verifyLog(directory)).toMatchObject({ records: 1, last: { n: 1 } })
    expect(problems).toMatchObject([
      {
        code: 'replaced-pack',
        severity: 'warning',
        message: 'the pack audit is now an option of Hookline',
        hint: expect.stringContaining('"log": { "audit": true }'),
      },
    ])
  })
  test('names the parameters that are no longer read, and stays valid', async () => {
    const old = { directory: '~/audit', maxMb: 5, retention: 9, fields: ['command'], capture: 'full' }
    const { problems, chained } = await audited({ user: pack({ ...old, events: ['beforeShellExecution'] }) })
    expect(chained).toBe(true)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.message).toContain('`directory`, `maxMb`, `retention`, `fields`, `capture` are no longer read')
    expect(problems[0]?.hint).toContain('`log.maxMb`')
  })
  test.each<[string, Partial<Record<Level, object>>, 'all' | 'none', boolean]>([
    ['of a trusted project', { project: pack() }, 'all', true],
    ['of an untrusted project', { project: pack() }, 'none', false],
    ['that is switched off', { user: pack({ enabled: false }) }, 'all', false],
    ['of the user, beside "audit": false', { user: { ...pack(), log: { audit: false } } }, 'all', true],
    ['of a project, where the user says false', { project: pack(), user: { log: { audit: false } } }, 'all', false],
    ['in monitor mode', { user: pack({ mode: 'monitor' }) }, 'all', true],
  ])('%s', async (_, settings, trust, chained) => {
    expect((await audited(settings, trust)).chained).toBe(chained)
  })
  test.each([
    [{}, 'proceed'],
    [{ failClosed: true }, 'refuse'],
    [{ failClosed: true, mode: 'monitor' }, 'proceed'],
  ])('with %j, what cannot be written ends as it did', async (parameters, kind) => {
    const state = join(scratch, String(count), 'home/.local/state/hookline')
    mkdirSync(state, { recursive: true })
    writeFileSync(join(state, 'log'), 'a file where the directory should be')
    const base = join(scratch, String(count++))
    const root = join(base, 'work')
    mkdirSync(join(root, '.hookline'), { recursive: true })
    writeFileSync(join(root, '.hookline/hookline.json'), JSON.stringify({ version: 1, ...pack(parameters) }))
    const hooks = await createHooks({
      workspaceRoots: [root],
      home: join(base, 'home'),
      trust: 'all',
      watch: false,
      log: {},
    })
    const effect = await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
    expect(effect.kind).toBe(kind)
    await hooks.close()
  })
})

test("a workspace's file cannot say where the records go", async () => {
  const { problems, chained } = await audited({ project: pack({ directory: '/nowhere' }) })
  expect(problems.map(({ code }) => code)).toEqual(['replaced-pack', 'forbidden-setting'])
  expect(chained).toBe(true)
})
