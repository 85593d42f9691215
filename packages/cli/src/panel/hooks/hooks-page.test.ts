import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Health, Hook, HookRuns, HooksPage, MatcherTest, ProblemsPage, Replay, Story } from '@hookline/web/wire'
import { expect, test } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { startPanel, type TestPanel } from '../../testing/panel.ts'

const fire = (scratch: Sandbox, command: string, options = {}) =>
  scratch.hookline(['trigger', 'beforeShellExecution', '--command', command], options)
const readHook = async (panel: TestPanel, name: string): Promise<Hook> => {
  const { events } = await panel.get<HooksPage>('/api/hooks')
  const hook = events.flatMap(({ hooks }) => hooks).find((one) => one.name === name)
  if (hook === undefined) throw new Error(`there is no ${name}`)
  return hook
}
const readNewestId = async (panel: TestPanel) =>
  (await panel.get<{ readonly rows: readonly { readonly id: string }[] }>('/api/log')).rows[0]?.id ?? ''

function withHooks(hooks: Readonly<Record<string, string>>): Sandbox {
  const scratch = sandbox()
  // Cursor runs the hooks of its own file.
  mkdirSync(join(scratch.home, '.cursor/extensions'), { recursive: true })
  for (const [name, script] of Object.entries(hooks)) scratch.script(`.cursor/hooks/${name}`, script)
  const entries = Object.keys(hooks).map((name) => ({ command: `.cursor/hooks/${name}` }))
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: entries }))
  scratch.hookline(['trust', 'add', '--yes'])
  return scratch
}

test('a hook that failed in every run has the state "fails"', async () => {
  const scratch = withHooks({
    'broken.sh': 'exit 127',
    'half.sh': `case $(cat) in *odd*) exit 1 ;; *) echo '{}' ;; esac`,
  })
  for (const command of ['odd', 'even', 'ls']) fire(scratch, command)
  const panel = await startPanel(scratch)
  expect(await readHook(panel, 'broken.sh')).toMatchObject({ state: 'fails', why: 'fails: 3 of 3 runs' })
  expect(await readHook(panel, 'half.sh')).toMatchObject({ state: 'runs', recent: { runs: 3, failures: 1 } })
})

test('a hook shows its order, its budget, whether it runs in the background, and what its model may look at', async () => {
  const scratch = sandbox()
  scratch.write('../home/config/hookline/hookline.json', {
    budget: { beforeShellExecution: 2500 },
    hooks: {
      beforeShellExecution: [
        { name: 'ordered', command: 'true', order: 3 },
        {
          name: 'verifier',
          type: 'prompt',
          prompt: 'ok?',
          verify: { read: ['src/**'], commands: ['npm test'], dollars: 0.1 },
        },
      ],
      afterFileEdit: [{ name: 'behind', command: 'true', async: true }],
    },
  })
  const panel = await startPanel(scratch)
  expect(await readHook(panel, 'ordered')).toMatchObject({ order: 3, budgetMs: 2500, lateDenies: true })
  expect(await readHook(panel, 'behind')).toMatchObject({ async: true })
  expect(await readHook(panel, 'verifier')).toMatchObject({
    type: 'prompt',
    verify: 'reads src/**, runs "npm test", at most 8 rounds, 200000 tokens, $0.1',
  })
})

test('runs in another workspace do not count for this one', async () => {
  const scratch = withHooks({ 'guard.sh': `echo '{}'` })
  const other = join(scratch.directory, 'other')
  mkdirSync(join(other, '.git'), { recursive: true })
  cpSync(join(scratch.root, '.cursor'), join(other, '.cursor'), { recursive: true })
  scratch.hookline(['trust', 'add', '--yes'], { cwd: other })
  fire(scratch, 'there', { cwd: other })
  const panel = await startPanel(scratch)
  const before = await readHook(panel, 'guard.sh')
  expect(before).toMatchObject({ recent: { runs: 0, tried: 0 }, proved: { is: false } })
  expect(before.proved.text).toBe('ran in other workspaces, not in this one')
  expect((await panel.get<Health>('/api/health')).lastEventAt).toBeUndefined()
  fire(scratch, 'here')
  const after = await readHook(panel, 'guard.sh')
  expect(after).toMatchObject({ recent: { runs: 1 }, proved: { is: true, text: expect.stringMatching(/^ran /) } })
})

test('the reason of a story is the message of the hook, or how the hook failed if it wrote none', async () => {
  const scratch = withHooks({
    'guard.sh': `case $(cat) in
      *push*) echo '{"permission":"deny","user_message":"Open a pull request.","agent_message":"No."}' ;;
      *to-the-model*) echo '{"permission":"deny","agent_message":"Not for you."}' ;;
      *two*) echo "exit two" >&2; exit 2 ;;
      *) echo '{}' ;;
    esac`,
  })
  const panel = await startPanel(scratch)
  for (const [command, reason] of [
    ['push', 'Open a pull request.'],
    ['to-the-model', 'Not for you.'],
    ['two', 'exit two'],
    ['ls', undefined],
  ] as const) {
    fire(scratch, command)
    expect((await panel.get<Story>(`/api/log/${await readNewestId(panel)}`)).reason, command).toBe(reason)
  }
})

test('a replay runs the hooks of the event, also from a file with a call of Hookline itself', async () => {
  const scratch = sandbox()
  scratch.script('.cursor/hooks/guard.sh', `echo '{"permission":"deny","agent_message":"Not from here."}'`)
  scratch.script('.cursor/hooks/edits.sh', `echo '{"permission":"deny"}'`)
  scratch.write(
    '.cursor/hooks.json',
    hooksFile({
      beforeShellExecution: [{ command: 'hookline run --host cursor' }, { command: '.cursor/hooks/guard.sh' }],
      preToolUse: [{ command: '.cursor/hooks/edits.sh' }],
    }),
  )
  scratch.hookline(['trust', 'add', '--yes'])
  fire(scratch, 'ls')
  const panel = await startPanel(scratch)
  const id = await readNewestId(panel)
  const ran = (await panel.get<Story>(`/api/log/${id}`)).runs.map(({ name }) => name)
  const { status, text } = await panel.post(`/api/log/${id}/replay`, {})
  expect(status).toBe(200)
  const replay = JSON.parse(text) as Replay
  expect(replay.runs.map(({ name }) => name)).toEqual(ran)
  expect(replay).toMatchObject({ changed: false, now: { word: 'DENY', message: 'Not from here.' } })
})

test('a hook has its recent runs, a histogram, its last error, and a field that tries a matcher', async () => {
  const scratch = withHooks({ 'half.sh': `case $(cat) in *odd*) echo broken >&2; exit 1 ;; *) echo '{}' ;; esac` })
  for (const command of ['odd', 'even']) fire(scratch, command)
  const panel = await startPanel(scratch)
  const { id } = await readHook(panel, 'half.sh')
  const details = await panel.get<HookRuns>(`/api/hook?hook=${encodeURIComponent(id)}`)
  expect(details.runs.map(({ subject, tone }) => [subject, tone])).toEqual([
    ['even', 'plain'],
    ['odd', 'fail'],
  ])
  expect(details.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  expect(details.lastError).toMatchObject({ stderr: 'broken' })
  const tryMatcher = (matcher: string) =>
    panel.get<MatcherTest>(`/api/matcher?hook=${encodeURIComponent(id)}&matcher=${encodeURIComponent(matcher)}`)
  expect(await tryMatcher('^od')).toMatchObject({
    tried: 2,
    matched: 1,
    events: [{ matched: false }, { matched: true }],
  })
  expect(await tryMatcher('(')).toMatchObject({ invalid: expect.stringContaining('Unterminated'), tried: 0 })
})

test('the hooks of directories below the workspace are shown, with their directories and trust', async () => {
  const scratch = withHooks({ 'guard.sh': `echo '{}'` })
  for (const name of ['api', 'web'])
    scratch.write(`apps/${name}/.cursor/hooks.json`, hooksFile({ stop: [{ command: './done.sh' }] }))
  scratch.hookline(['trust', 'add', 'apps/web', '--yes'])
  const panel = await startPanel(scratch, ['--write'])
  const { roots, events } = await panel.get<HooksPage>('/api/hooks')
  const at = (path: string) => join(scratch.root, path)
  expect(roots).toEqual([
    { root: scratch.root, trust: 'trusted' },
    { root: at('apps/api'), trust: 'untrusted' },
    { root: at('apps/web'), trust: 'trusted' },
  ])
  const stops = events.flatMap(({ event, hooks }) => (event === 'stop' ? hooks : []))
  expect(stops).toMatchObject([
    { trust: 'untrusted', onlyIn: at('apps/api') },
    { trust: 'trusted', onlyIn: at('apps/web') },
  ])
  // In an event of its own directory, this hook has another id, because the equal one of the other directory is not there.
  expect(stops[1]).toMatchObject({ canDisable: false })
  expect((await readHook(panel, 'guard.sh')).onlyIn).toBeUndefined()
  const { groups } = await panel.get<ProblemsPage>('/api/problems')
  expect(groups.flatMap(({ problems }) => problems.map(({ file }) => file))).toContain(
    at('apps/api/.cursor/hooks.json'),
  )
})
