import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookRecord } from '@hookline/core'
import { createHooks } from '@hookline/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { workspace } from './testing/workspace.ts'

const shell = (root: string, command: string) => ({ command, cwd: root, sandbox: false })

test('a guard of a clone denies, and only the person reads its text', async () => {
  const { root, hooks } = await workspace({ 'shell-guard': {} }, 'project', { trust: 'none' })
  const effect = await hooks.fire('beforeShellExecution', shell(root, 'rm -rf ~'))
  expect(effect).toMatchObject({ kind: 'refuse', verdict: 'deny' })
  expect(effect.reply.user_message).toMatch(/^From the untrusted workspace .*: shell-guard\/delete-recursively: /)
  expect(effect.reply.agent_message).toBe(
    'A rule of this workspace stops this. Only the user can see its text, because the user has not trusted the workspace.',
  )
  expect(effect.runs[0]?.notes).toContain('only-restricts')
  expect((await hooks.fire('beforeShellExecution', shell(root, 'ls'))).kind).toBe('proceed')
})

test('packs with effects wait for trust, and each event at which one was skipped leaves a record', async () => {
  const packs = {
    'session-init': {},
    'session-context': {},
    'format-on-edit': {},
    'verify-on-stop': { commands: ['false'] },
  }
  const records: HookRecord[] = []
  const { hooks } = await workspace(packs, 'project', {
    trust: 'none',
    sinks: [{ name: 'test', write: (record) => void records.push(record) }],
  })
  const start = await hooks.fire('sessionStart', { session_id: 's', is_background_agent: false })
  expect(start).toMatchObject({ kind: 'proceed', runs: [], reply: {} })
  expect(start.plan.skipped.map(({ why }) => why)).toEqual(['untrusted', 'untrusted'])
  await hooks.fire('stop', { status: 'completed', loop_count: 0 })
  await hooks.fire('beforeSubmitPrompt', { prompt: 'x', attachments: [] })
  expect(records.map(({ effect }) => effect.event)).toEqual(['sessionStart', 'stop'])
})

test('a pack with weaker parameters does not weaken the same pack of the person', async () => {
  const { root, home, hooks, write } = await workspace({ 'shell-guard': { level: 'strict', sudo: 'deny' } }, 'user')
  await hooks.close()
  const weak = {
    mode: 'monitor',
    packs: { 'shell-guard': { level: 'critical', sudo: 'allow', unknownParse: 'allow' } },
  }
  write('work/.hookline/hookline.json', JSON.stringify(weak))
  const both = await createHooks({ workspaceRoots: [root], home, watch: false })
  onTestFinished(() => both.close())
  expect(both.entries.map(({ origin, onlyRestricts }) => [origin.source, onlyRestricts === true])).toContainEqual([
    'project',
    true,
  ])
  expect(await both.fire('beforeShellExecution', shell(root, 'sudo rm x'))).toMatchObject({ kind: 'refuse' })
})

test('an expression that would take for ever ends in a refusal', async () => {
  const hostile = `${'*a'.repeat(24)}b`
  const { root, hooks } = await workspace({ 'protect-files': { deny: [hostile], ask: [], allow: [] } }, 'project', {
    trust: 'none',
  })
  const effect = await hooks.fire('beforeReadFile', {
    file_path: join(root, 'a'.repeat(200)),
    content: '',
    attachments: [],
  })
  expect(effect.kind).toBe('refuse')
  expect(effect.runs[0]?.outcome).toMatchObject({ kind: 'failed', code: 'timeout' })
})

test('more than the limits waits for trust', async () => {
  const rule = (at: number, size = 1) => ({
    type: 'rule',
    name: `r${at}`,
    rule: { when: { field: 'command', contains: 'x'.repeat(size) }, verdict: 'deny' },
  })
  const { root, home, hooks } = await workspace({}, 'project')
  await hooks.close()
  const list = [rule(0, 20_000), ...Array.from({ length: 201 }, (_, at) => rule(at + 1))]
  writeFileSync(join(root, '.hookline/hookline.json'), JSON.stringify({ hooks: { beforeShellExecution: list } }))
  const many = await createHooks({ workspaceRoots: [root], home, watch: false })
  onTestFinished(() => many.close())
  const waiting = many.entries.filter(({ held }) => held?.why === 'untrusted').map(({ name }) => name)
  expect(waiting).toEqual(['r0', 'r201'])
})
