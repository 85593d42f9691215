import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Settings } from '../flow.ts'
import type { ApprovableRefusal } from '../ports.ts'
import { createApprovalStore, createApprovals, readCode } from './approvals.ts'

function setUp(settings: readonly Settings[] = []) {
  const home = mkdtempSync(join(tmpdir(), 'hookline-approvals-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const platform = { system: 'linux', home, env: {} } as const
  return { approvals: createApprovals(platform, () => settings), store: createApprovalStore(platform) }
}

const refusal = (command: string, covers: readonly string[] = ['git-policy/force-push']): ApprovableRefusal => ({
  key: createApprovals({ system: 'linux', home: '/', env: {} }, () => []).hash({ command }),
  event: 'beforeShellExecution',
  input: { command, workspace_roots: ['/work'] },
  covers,
  hooks: covers,
  agent: 'cursor',
})
const soon = () => Date.now() + 60_000

test('a code has six letters or digits that do not look alike, in files that only their owner can read', () => {
  const { approvals, store } = setUp()
  const code = approvals.offer(refusal('git push -f')) ?? ''
  expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{2}$/)
  const [file = ''] = readdirSync(store.directory)
  expect(statSync(join(store.directory, file)).mode & 0o777).toBe(0o600)
  expect(statSync(store.directory).mode & 0o777).toBe(0o700)
  expect(readCode(code.toLowerCase().replace('-', ' '))).toBe(code)
  expect(readCode('0000-00')).toBeUndefined()
})

test('the same refusal keeps its code; other hooks get a new one', () => {
  const { approvals } = setUp()
  const code = approvals.offer(refusal('git push -f'))
  expect(approvals.offer(refusal('git push -f'))).toBe(code)
  expect(approvals.offer(refusal('git push -f', ['guard']))).not.toBe(code)
})

test('the call is kept in short and without secrets', () => {
  const { approvals, store } = setUp()
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
  approvals.offer(refusal(`git push https://${token}@github.com ${'x'.repeat(1000)}`))
  const [waiting] = store.pending(Date.now())
  expect(waiting).toMatchObject({ hooks: ['git-policy/force-push'], workspaces: ['/work'], agent: 'cursor' })
  expect(waiting?.shows.length).toBeLessThanOrEqual(400)
  const files = readdirSync(store.directory).map((name) => readFileSync(join(store.directory, name), 'utf8'))
  expect(files.join('')).not.toContain(token)
})

test('an approval is found for its call alone, and can be used once', () => {
  const { approvals, store } = setUp()
  const { key } = refusal('git push -f')
  approvals.offer(refusal('git push -f'))
  expect(approvals.find(key)).toEqual([])
  const [waiting] = store.pending(Date.now())
  if (waiting === undefined) throw new Error('nothing waits')
  store.grant(waiting, { until: soon(), reason: 'mine' })
  expect(store.pending(Date.now())).toEqual([])
  const [found] = approvals.find(key)
  if (found === undefined) throw new Error('nothing was approved')
  expect(found).toMatchObject({ covers: ['git-policy/force-push'], how: { lasts: false, reason: 'mine' } })
  expect(approvals.find(refusal('git push -f ').key)).toEqual([])
  expect([approvals.use(found), approvals.use(found)]).toEqual([true, false])
  expect(approvals.find(key)).toEqual([])
})

test('an approval that is over, damaged or of another call does not count', () => {
  const { approvals, store } = setUp()
  const { key } = refusal('a')
  approvals.offer(refusal('a'))
  const [waiting] = store.pending(Date.now())
  if (waiting === undefined) throw new Error('nothing waits')
  const file = join(store.directory, `granted-${key}.json`)
  store.grant(waiting, { until: Date.now() - 1 })
  expect(approvals.find(key)).toEqual([])
  for (const text of ['{', '[]', '{}', JSON.stringify({ key: 'b', covers: waiting.covers, until: soon() })]) {
    writeFileSync(file, text)
    expect(approvals.find(key)).toEqual([])
  }
  store.grant(waiting, { until: soon() })
  const [found] = approvals.find(key)
  store.grant(waiting, { until: Date.now() - 1 })
  expect(found !== undefined && approvals.use(found)).toBe(false)
})

test('only the last hundred refusals of the last hour wait', () => {
  const { approvals, store } = setUp()
  for (let at = 0; at < 120; at++) approvals.offer(refusal(`command ${at}`))
  expect(store.pending(Date.now())).toHaveLength(100)
  expect(readdirSync(store.directory)).toHaveLength(100)
  expect(store.pending(Date.now() + 3_600_001)).toEqual([])
})

test('a directory that cannot be written costs the code, not the refusal', () => {
  const { approvals, store } = setUp()
  writeFileSync(join(store.directory, '../../../..', 'x'), '')
  rmSync(join(store.directory, '..'), { recursive: true, force: true })
  const blocked = createApprovals({ system: 'linux', home: '/dev/null', env: {} }, () => [])
  expect(blocked.offer(refusal('a'))).toBeUndefined()
  expect(blocked.find(refusal('a').key)).toEqual([])
  expect(approvals.offer(refusal('a'))).toBeDefined()
})

test("exceptions count in the user's own file alone, and last", () => {
  const { key } = refusal('a')
  const exceptions = [{ call: key, covers: ['guard'], reason: 'every release' }]
  const settings = (source: Settings['source']): Settings => ({ source, file: '/f', values: { exceptions } })
  for (const source of ['project', 'enterprise', 'team', 'plugin'] as const)
    expect(setUp([settings(source)]).approvals.find(key)).toEqual([])
  const { approvals } = setUp([settings('user')])
  const [found] = approvals.find(key)
  expect(found).toMatchObject({ covers: ['guard'], how: { lasts: true, reason: 'every release' } })
  expect(found !== undefined && approvals.use(found) && approvals.use(found)).toBe(true)
  expect(approvals.find(refusal('b').key)).toEqual([])
})
