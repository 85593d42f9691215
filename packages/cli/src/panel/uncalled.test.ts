import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Health, LogPage, ProblemsPage, Stats, TryForm } from '@hookline/web/wire'
import { expect, test } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'
import { startPanel } from '../testing/panel.ts'

/** The guard of shell commands is on, and no agent was told to call Hookline. */
function packed(): Sandbox {
  const place = sandbox()
  mkdirSync(join(place.home, '.cursor', 'extensions'), { recursive: true })
  place.hookline(['add', 'shell-guard', '--yes'])
  place.hookline(['trust', 'add', '--yes'])
  return place
}

test('hooks that no agent calls are said on the sentence, in the steps and among the problems, with the cure', async () => {
  const place = packed()
  const panel = await startPanel(place)
  const health = await panel.get<Health>('/api/health')
  expect(health).toMatchObject({ tone: 'attention', next: 'hookline init', agents: [] })
  expect(health.sentence).toContain('no agent calls them here')
  expect(health.steps.map(({ title, done }) => [title, done])).toContainEqual(['Have an agent call them', false])
  const { uncalled } = await panel.get<ProblemsPage>('/api/problems')
  expect(uncalled).toEqual([
    {
      agent: 'Cursor',
      says: expect.stringMatching(/^\d+ hooks? of hookline.json do(es)? not run for it$/),
      next: 'hookline init',
    },
  ])
  // An event that a person sent is no agent.
  place.hookline(['trigger', 'beforeShellExecution', '--command', 'git status'])
  expect((await panel.get<Health>('/api/health')).tone).toBe('attention')
}, 60_000)

test('after init the agent runs them all, and nothing is uncalled', async () => {
  const place = packed()
  place.hookline(['init', '--yes'])
  const panel = await startPanel(place)
  const health = await panel.get<Health>('/api/health')
  expect(health.next).toBeUndefined()
  expect(health.sentence).toMatch(/^\d+ hooks? active in 1 agent/)
  expect((await panel.get<ProblemsPage>('/api/problems')).uncalled).toEqual([])
  place.hookline(['trigger', 'beforeShellExecution', '--command', 'git status'])
  const [row] = (await panel.get<LogPage>('/api/log')).rows
  expect(row).toMatchObject({ root: place.root, word: 'ALLOW' })
  // What runs inside the engine does not exit.
  expect(row?.exit).toBeUndefined()
}, 60_000)

test('of hooks in two files an agent runs those of its own: both figures are said', async () => {
  const place = packed()
  place.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'cat' }] }))
  place.hookline(['trust', 'add', '--yes'])
  const panel = await startPanel(place)
  const health = await panel.get<Health>('/api/health')
  expect(health).toMatchObject({ tone: 'attention', agents: [{ name: 'cursor', hooks: 1 }] })
  expect(health.sentence).toMatch(/^1 of \d+ hooks run in Cursor · /)
}, 60_000)

test('what is offered to send, and what Try begins with, is an event that a hook hears', async () => {
  const place = sandbox()
  place.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'cat' }] }))
  place.hookline(['trust', 'add', '--yes'])
  const panel = await startPanel(place)
  const { steps } = await panel.get<Health>('/api/health')
  expect(steps.at(-1)?.command).toMatch(/ && hookline trigger stop$/)
  expect((await panel.get<TryForm>('/api/try')).first).toBe('stop')
}, 60_000)

test('the event that is offered fits the matcher of the hook', async () => {
  const place = sandbox()
  const hook = { command: 'cat', matcher: 'deploy' }
  place.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [hook] }))
  place.hookline(['trust', 'add', '--yes'])
  const { steps } = await (await startPanel(place)).get<Health>('/api/health')
  expect(steps.at(-1)?.command).toMatch(/ && hookline trigger beforeShellExecution --set '?command=deploy'?$/)
}, 60_000)

test('a hook that fails is broken until it is switched off; a changed file closes gates and breaks no hook', async () => {
  const place = sandbox()
  const failing = { command: 'exit 3', name: 'failing' }
  place.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [failing] }))
  place.hookline(['trust', 'add', '--yes'])
  place.hookline(['trigger', 'beforeShellExecution', '--command', 'x'])
  const panel = await startPanel(place)
  const hooks = async () => (await panel.get<Health>('/api/health')).hooks
  expect(await hooks()).toEqual({ active: 1, skipped: 0, broken: 1 })
  place.hookline(['disable', 'failing'])
  await expect.poll(hooks, { timeout: 10_000 }).toEqual({ active: 0, skipped: 1, broken: 0 })
  place.hookline(['enable', 'failing'])
  place.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [failing, { command: 'cat' }] }))
  await expect.poll(hooks, { timeout: 10_000 }).toEqual({ active: 0, skipped: 2, broken: 0 })
  const health = await panel.get<Health>('/api/health')
  expect(health.tone).toBe('attention')
  expect(health.sentence).toContain('gates closed')
}, 60_000)

test('Now and Stats count the same records alike', async () => {
  const place = sandbox()
  const say = (permission: string) => ({ command: `echo '{"permission":"${permission}"}'` })
  place.write(
    '.cursor/hooks.json',
    hooksFile({
      beforeShellExecution: [
        { ...say('deny'), matcher: 'no' },
        { ...say('ask'), matcher: 'may' },
      ],
      beforeMCPExecution: [{ command: 'exit 3', failClosed: true }],
      beforeSubmitPrompt: [{ command: 'exit 3' }],
    }),
  )
  place.hookline(['trust', 'add', '--yes'])
  for (const command of ['no', 'may']) place.hookline(['trigger', 'beforeShellExecution', '--command', command])
  place.hookline(['trigger', 'beforeMCPExecution'])
  place.hookline(['trigger', 'beforeSubmitPrompt'])
  const panel = await startPanel(place)
  const { rows } = await panel.get<LogPage>('/api/log')
  const { buckets } = await panel.get<Stats>('/api/stats?since=1h')
  const total = (name: 'allow' | 'deny' | 'ask' | 'failed') => buckets.reduce((sum, bucket) => sum + bucket[name], 0)
  expect(rows.map(({ word }) => word)).toEqual(['FAILED, SO ALLOWED', 'FAILED, SO DENIED', 'ASK, NOBODY THERE', 'DENY'])
  const counts = [
    rows.filter(({ denied }) => denied).length,
    rows.filter(({ asked }) => asked).length,
    rows.filter(({ failures }) => failures > 0).length,
  ]
  expect(counts).toEqual([2, 1, 2])
  expect([total('deny'), total('ask'), total('failed')]).toEqual(counts)
}, 60_000)
