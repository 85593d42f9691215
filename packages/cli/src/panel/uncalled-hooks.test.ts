import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Health, LogPage, ProblemsPage, Stats, TryForm } from '@hookline/web/wire'
import { expect, test } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'
import { startPanel } from '../testing/panel.ts'

/** A workspace with shell-guard, in which no agent is configured to call Hookline. */
function withoutAgent(): Sandbox {
  const scratch = sandbox()
  mkdirSync(join(scratch.home, '.cursor', 'extensions'), { recursive: true })
  scratch.hookline(['add', 'shell-guard', '--yes'])
  scratch.hookline(['trust', 'add', '--yes'])
  return scratch
}

test('hooks that no agent calls appear in the sentence, the steps and the problems, with the command to fix it', async () => {
  const scratch = withoutAgent()
  const panel = await startPanel(scratch)
  const health = await panel.get<Health>('/api/health')
  expect(health).toMatchObject({ tone: 'attention', next: 'hookline connect', agents: [] })
  expect(health.sentence).toContain('no agent calls them here')
  expect(health.steps.map(({ title, done }) => [title, done])).toContainEqual(['Have an agent call them', false])
  const { uncalled } = await panel.get<ProblemsPage>('/api/problems')
  expect(uncalled).toEqual([
    {
      agent: 'Cursor',
      says: expect.stringMatching(/^\d+ hooks? of hookline.json do(es)? not run in it$/),
      next: 'hookline connect',
    },
  ])
  // An event that the user sent does not count as one of an agent.
  scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'git status'])
  expect((await panel.get<Health>('/api/health')).tone).toBe('attention')
})

test('after init the agent calls all hooks', async () => {
  const scratch = withoutAgent()
  scratch.hookline(['init', '--yes'])
  const panel = await startPanel(scratch)
  const health = await panel.get<Health>('/api/health')
  expect(health.next).toBeUndefined()
  expect(health.sentence).toMatch(/^\d+ hooks? active in 1 agent/)
  expect((await panel.get<ProblemsPage>('/api/problems')).uncalled).toEqual([])
  scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'git status'])
  const [row] = (await panel.get<LogPage>('/api/log')).rows
  expect(row).toMatchObject({ root: scratch.root, word: 'ALLOW' })
  // A hook that runs inside the engine has no exit code.
  expect(row?.exit).toBeUndefined()
})

test('with hooks in two files, the sentence has how many of them the agent runs', async () => {
  const scratch = withoutAgent()
  scratch.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'cat' }] }))
  scratch.hookline(['trust', 'add', '--yes'])
  const panel = await startPanel(scratch)
  const health = await panel.get<Health>('/api/health')
  expect(health).toMatchObject({ tone: 'attention', agents: [{ name: 'cursor', hooks: 1 }] })
  expect(health.sentence).toMatch(/^1 of \d+ hooks run in Cursor · /)
})

test('the setup step and Try propose an event that a hook receives', async () => {
  const scratch = sandbox()
  scratch.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'cat' }] }))
  scratch.hookline(['trust', 'add', '--yes'])
  const panel = await startPanel(scratch)
  const { steps } = await panel.get<Health>('/api/health')
  expect(steps.at(-1)?.command).toMatch(/ && hookline trigger stop$/)
  expect((await panel.get<TryForm>('/api/try')).first).toBe('stop')
})

test('the proposed event fits the matcher of the hook', async () => {
  const scratch = sandbox()
  const hook = { command: 'cat', matcher: 'deploy' }
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [hook] }))
  scratch.hookline(['trust', 'add', '--yes'])
  const { steps } = await (await startPanel(scratch)).get<Health>('/api/health')
  expect(steps.at(-1)?.command).toMatch(/ && hookline trigger beforeShellExecution --set '?command=deploy'?$/)
})

test('a failing hook is broken until it is disabled; a changed file closes gates but breaks no hook', async () => {
  const scratch = sandbox()
  const failing = { command: 'exit 3', name: 'failing' }
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [failing] }))
  scratch.hookline(['trust', 'add', '--yes'])
  scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'x'])
  const panel = await startPanel(scratch)
  const hooks = async () => (await panel.get<Health>('/api/health')).hooks
  expect(await hooks()).toEqual({ active: 1, skipped: 0, broken: 1 })
  scratch.hookline(['disable', 'failing'])
  await expect.poll(hooks).toEqual({ active: 0, skipped: 1, broken: 0 })
  scratch.hookline(['enable', 'failing'])
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [failing, { command: 'cat' }] }))
  await expect.poll(hooks).toEqual({ active: 0, skipped: 2, broken: 0 })
  const health = await panel.get<Health>('/api/health')
  expect(health.tone).toBe('attention')
  expect(health.sentence).toContain('gates closed')
})

test('Now and Stats count records the same way', async () => {
  const scratch = sandbox()
  const replyWith = (permission: string) => ({ command: `echo '{"permission":"${permission}"}'` })
  scratch.write(
    '.cursor/hooks.json',
    hooksFile({
      beforeShellExecution: [
        { ...replyWith('deny'), matcher: 'no' },
        { ...replyWith('ask'), matcher: 'may' },
      ],
      beforeMCPExecution: [{ command: 'exit 3', failClosed: true }],
      beforeSubmitPrompt: [{ command: 'exit 3' }],
    }),
  )
  scratch.hookline(['trust', 'add', '--yes'])
  for (const command of ['no', 'may']) scratch.hookline(['trigger', 'beforeShellExecution', '--command', command])
  scratch.hookline(['trigger', 'beforeMCPExecution'])
  scratch.hookline(['trigger', 'beforeSubmitPrompt'])
  const panel = await startPanel(scratch)
  const { rows } = await panel.get<LogPage>('/api/log')
  const { buckets } = await panel.get<Stats>('/api/stats?since=1h')
  const total = (name: 'allow' | 'deny' | 'ask' | 'failed') => buckets.reduce((sum, bucket) => sum + bucket[name], 0)
  expect(rows.map(({ word }) => word)).toEqual([
    'FAILED, SO ALLOWED',
    'FAILED, SO DENIED',
    'ASK, NO ONE TO ASK',
    'DENY',
  ])
  const counts = [
    rows.filter(({ denied }) => denied).length,
    rows.filter(({ asked }) => asked).length,
    rows.filter(({ failures }) => failures > 0).length,
  ]
  expect(counts).toEqual([2, 1, 2])
  expect([total('deny'), total('ask'), total('failed')]).toEqual(counts)
})
