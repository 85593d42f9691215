import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  AsTest,
  CoveragePage,
  FixResponse,
  Health,
  HooksPage,
  LogPage,
  LogRow,
  ProblemsPage,
  Replay,
  Script,
  Stats,
  Story,
  TryForm,
  TryResponse,
} from '@hookline/web/wire'
import { expect, test } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'
import { startPanel, type TestPanel } from '../testing/panel.ts'

const guard = `case "$(cat)" in
  *"git push"*) echo '{ "permission": "deny", "agent_message": "Not from here." }' ;;
  *) echo '{ "permission": "allow" }' ;;
esac`

function createWorkspace(): Sandbox {
  const scratch = sandbox()
  // Cursor runs the hooks of its own file.
  mkdirSync(join(scratch.home, '.cursor/extensions'), { recursive: true })
  scratch.script('.cursor/hooks/guard.sh', guard)
  scratch.write(
    '.cursor/hooks.json',
    hooksFile({
      beforeShellExecution: [{ command: '.cursor/hooks/guard.sh', matcher: 'git|echo' }],
      stop: [{ command: 'exit 3', timeout: 60_000 }],
    }),
  )
  scratch.hookline(['trust', 'add', '--yes'])
  return scratch
}
const fire = (scratch: Sandbox, command: string) =>
  scratch.hookline(['trigger', 'beforeShellExecution', '--command', command])
const readRows = async (panel: TestPanel, query = '') => (await panel.get<LogPage>(`/api/log${query}`)).rows
const readNewestId = async (panel: TestPanel) => (await readRows(panel))[0]?.id ?? ''
const readHooks = async (panel: TestPanel) =>
  (await panel.get<HooksPage>('/api/hooks')).events.flatMap(({ hooks }) => hooks)
const post = async <T>(panel: TestPanel, path: string, body: unknown): Promise<T> => {
  const { status, text } = await panel.post(path, body)
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  return JSON.parse(text) as T
}

test('the log: rows newest first with decision and colour, filtered and in pages', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch)
  for (const command of ['git push', 'git status', 'echo x']) fire(scratch, command)
  const page = await panel.get<LogPage>('/api/log?limit=2&total')
  expect(page.rows.map(({ subject, word, tone }) => [subject, word, tone])).toEqual([
    ['echo x', 'ALLOW', 'allow'],
    ['git status', 'ALLOW', 'allow'],
  ])
  expect(page.total).toBe(3)
  const [last] = await readRows(panel, `?limit=2&before=${page.next}`)
  expect(last).toMatchObject({ word: 'DENY', tone: 'deny', who: 'guard.sh', exit: 0, source: 'project', denied: true })
  expect(last?.budgetMs).toBe(60_000)
  expect((await readRows(panel, '?denied')).map(({ subject }) => subject)).toEqual(['git push'])
  expect((await readRows(panel, '?denied=0&text=status')).map(({ subject }) => subject)).toEqual(['git status'])
})

test('a story: what each hook printed, which hook decided, its command line, and names of variables without values', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch)
  fire(scratch, 'git push')
  const story = await panel.get<Story>(`/api/log/${await readNewestId(panel)}`)
  expect(story).toMatchObject({ kind: 'refuse', verdict: 'deny', marked: false, replayable: { ok: true } })
  expect(story.input.command).toBe('git push')
  const [run] = story.runs
  expect(run).toMatchObject({ name: 'guard.sh', outcome: 'deny', exit: 0, decided: true, canDisable: true })
  expect(run?.spawned).toEqual(['/bin/sh', '-c', 'exec .cursor/hooks/guard.sh'])
  expect(run?.environment).toContain('CURSOR_PROJECT_DIR')
  expect(JSON.stringify(run?.environment)).not.toContain(scratch.home)
  const script = await panel.get<Script>(`/api/script?hook=${encodeURIComponent(run?.hookId ?? '')}`)
  expect(script).toMatchObject({ file: join(scratch.root, '.cursor/hooks/guard.sh'), cut: false })
  expect(script.text).toContain('Not from here.')
})

test('a record as a test: the text that hookline record would write, without writing it', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch)
  fire(scratch, 'git push')
  const made = await panel.get<AsTest>(`/api/log/${await readNewestId(panel)}/test`)
  expect(made.files.map(({ file }) => file)).toEqual(['.cursor/hooks/guard.hooktest.yaml'])
  expect(made.files[0]?.text).toContain('input: { command: git push }')
  expect(existsSync(join(scratch.root, '.cursor/hooks/guard.hooktest.yaml'))).toBe(false)
})

test("a replay: today's hooks run in a copy, and the response compares both decisions", async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch, ['--write'])
  fire(scratch, 'git push')
  scratch.script('.cursor/hooks/guard.sh', 'touch ran; echo "{}"')
  const replay = await post<Replay>(panel, `/api/log/${await readNewestId(panel)}/replay`, {})
  expect(replay).toMatchObject({ was: { word: 'DENY' }, now: { word: 'ALLOW', tone: 'allow' }, changed: true })
  expect(replay.runs.map(({ name, outcome }) => [name, outcome])).toEqual([['guard.sh', 'no opinion']])
  expect(existsSync(join(scratch.root, 'ran'))).toBe(false)
})

test('health: one sentence, and "not yet proven" until an event comes', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch)
  const before = await panel.get<Health>('/api/health')
  expect(before.sentence).toMatch(/^2 hooks active in 1 agent · not yet proven since \d\d:\d\d$/)
  expect(before).toMatchObject({ records: 0, write: false, demo: false, problems: { errors: 0, warnings: 1 } })
  expect(before.steps.map(({ done }) => done)).toEqual([true, true, true, false])
  fire(scratch, 'git status')
  const after = await panel.get<Health>('/api/health')
  expect(after.sentence).toMatch(/^2 hooks active in 1 agent · last event \d+ s ago$/)
  scratch.hookline(['trigger', 'stop'])
  expect((await panel.get<Health>('/api/health')).sentence).toMatch(/ · 1 broken · last event/)
})

test('hooks: matchers tried against recorded events, times, failures, and whether each hook is proven', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch)
  for (const command of ['git push', 'ls', 'echo a']) fire(scratch, command)
  scratch.hookline(['trigger', 'stop'])
  const [first, second] = await readHooks(panel)
  expect(first).toMatchObject({ state: 'runs', trust: 'trusted', fails: 'open', matcher: 'git|echo', line: 5 })
  // No hook matched ls, so it was not recorded.
  expect(first?.recent).toMatchObject({ tried: 2, matched: 2, runs: 2, failures: 0 })
  expect(first?.proved).toEqual({ is: true, text: expect.stringMatching(/^ran \d\d:\d\d: allow$/) })
  expect(second?.recent).toMatchObject({ tried: 1, matched: 1, runs: 1, failures: 1 })
  expect(second?.proved).toEqual({ is: false, text: expect.stringContaining('its last run failed') })
  scratch.script('.cursor/hooks/guard.sh', `${guard}\n# changed`)
  scratch.hookline(['trust', 'add', '--yes'])
  const [changed] = await readHooks(panel)
  expect(changed?.proved).toEqual({
    is: false,
    text: expect.stringMatching(/^changed \d\d:\d\d, and has not run since$/),
  })
})

test('problems: findings grouped by kind with their line, and equal failures grouped', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch)
  scratch.hookline(['trigger', 'stop'])
  scratch.hookline(['trigger', 'stop'])
  const page = await panel.get<ProblemsPage>('/api/problems')
  expect(page.files).toEqual([join(scratch.root, '.cursor/hooks.json')])
  const [unit] = page.groups
  expect(unit).toMatchObject({ code: 'timeout-unit', severity: 'warning' })
  expect(unit?.problems[0]).toMatchObject({ text: '        "timeout": 60000', fix: expect.any(String) })
  expect(page.failures.map(({ label, what, count }) => [label, what, count])).toEqual([['exit 3', 'exit 3', 2]])
})

test('a fix: shown without --write, applied with it, and rejected if the file has changed', async () => {
  const scratch = createWorkspace()
  const file = join(scratch.root, '.cursor/hooks.json')
  const readOnly = await startPanel(scratch)
  const readFixKey = async (panel: TestPanel) => {
    const { groups } = await panel.get<ProblemsPage>('/api/problems')
    return groups.find(({ code }) => code === 'timeout-unit')?.problems[0]?.fix
  }
  const key = await readFixKey(readOnly)
  const shown = await post<FixResponse>(readOnly, '/api/problems/fix', { key, dryRun: true })
  expect(shown.changes[0]?.diff).toContain('+        "timeout": 60')
  expect(readFileSync(file, 'utf8')).toContain('60000')
  expect((await readOnly.post('/api/problems/fix', { key })).status).toBe(403)
  const writing = await startPanel(scratch, ['--write'])
  const made = await post<FixResponse>(writing, '/api/problems/fix', { key: await readFixKey(writing) })
  expect(made.failed).toEqual([])
  expect(made.after?.groups.map(({ code }) => code)).not.toContain('timeout-unit')
  expect(readFileSync(file, 'utf8')).toContain('"timeout": 60\n')
  expect((await writing.post('/api/problems/fix', { key })).status).toBe(409)
})

test('a hook is disabled for an hour, for real events too, and enabled again', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch, ['--write'])
  const [{ id } = { id: '' }] = await readHooks(panel)
  const page = await post<HooksPage>(panel, '/api/hooks/disable', { id, forMs: 3_600_000 })
  const [off] = page.events[0]?.hooks ?? []
  expect(off).toMatchObject({ state: 'skipped', canDisable: true, disabledUntil: expect.stringMatching(/Z$/) })
  expect(fire(scratch, 'git push').stdout).not.toContain('DENY')
  await post(panel, '/api/hooks/enable', { id })
  expect((await readHooks(panel))[0]?.state).toBe('runs')
  expect(fire(scratch, 'git push').stdout).toContain('Not from here.')
})

test('try: the form has every event with sample and schema; a run is not recorded and depends on edition and agent', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch)
  const form = await panel.get<TryForm>('/api/try')
  const shell = form.events.find(({ name }) => name === 'beforeShellExecution')
  expect(shell).toMatchObject({ gate: 'permission', sample: { command: expect.any(String) } })
  expect(shell?.schema.type).toBe('object')
  const columns = [
    { edition: 'hookline', agent: 'cursor' },
    { edition: '2.3', agent: 'cursor' },
    { edition: 'hookline', agent: 'claude' },
  ]
  const input = { ...shell?.sample, command: 'git push' }
  const { columns: got } = await post<TryResponse>(panel, '/api/try', {
    event: 'beforeShellExecution',
    input,
    columns,
  })
  expect(got.map(({ word, error }) => word ?? error)).toEqual(['DENY', 'DENY', 'claude never sends this event'])
  expect(got[0]?.runs[0]).toMatchObject({ name: 'guard.sh', outcome: 'deny', exit: 0 })
  expect(await readRows(panel)).toEqual([])
})

test('try: hooks of a workspace that was never trusted do not run, and the error has the command to trust them', async () => {
  const scratch = sandbox()
  scratch.script('hook.sh', 'touch ran')
  scratch.write('.cursor/hooks.json', hooksFile({ stop: [{ command: './hook.sh' }] }))
  const panel = await startPanel(scratch)
  const body = { event: 'stop', input: { status: 'completed' }, columns: [{ edition: 'hookline', agent: 'cursor' }] }
  const { columns } = await post<TryResponse>(panel, '/api/try', body)
  expect(columns[0]?.error).toContain(`hookline trust add ${scratch.root}`)
  expect(columns[0]?.runs).toEqual([])
})

test('try and replay: hooks that changed since they were trusted run only in a panel with --write', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch)
  fire(scratch, 'git push')
  scratch.script('.cursor/hooks/guard.sh', `touch ${scratch.directory}/ran; echo "{}"`)
  const input = { command: 'git push', cwd: scratch.root, sandbox: false }
  const body = { event: 'beforeShellExecution', input, columns: [{ edition: 'hookline', agent: 'cursor' }] }
  const { columns } = await post<TryResponse>(panel, '/api/try', body)
  const replay = await post<Replay>(panel, `/api/log/${await readNewestId(panel)}/replay`, {})
  for (const message of [columns[0]?.error, replay.unusable]) {
    expect(message).toContain('~ .cursor/hooks/guard.sh')
    expect(message).toContain(`hookline trust add ${scratch.root}`)
  }
  expect(existsSync(join(scratch.directory, 'ran'))).toBe(false)
  const writing = await startPanel(scratch, ['--write'])
  expect((await post<TryResponse>(writing, '/api/try', body)).columns[0]?.runs).toHaveLength(1)
  expect(existsSync(join(scratch.directory, 'ran'))).toBe(true)
})

test('the script of an untrusted hook is not shown if it is outside the workspace, not even through a link', async () => {
  const scratch = sandbox()
  writeFileSync(join(scratch.home, 'id_rsa'), 'PRIVATE')
  scratch.write('inside.txt', 'inside')
  symlinkSync(join(scratch.home, 'id_rsa'), join(scratch.root, 'linked.txt'))
  const commands = [`cat ${scratch.home}/id_rsa`, 'cat ~/id_rsa', 'cat ./linked.txt', 'cat ./inside.txt']
  scratch.write('.cursor/hooks.json', hooksFile({ stop: commands.map((command) => ({ command })) }))
  const shown = async () => {
    const panel = await startPanel(scratch)
    const hooks = await readHooks(panel)
    const scripts: string[] = []
    for (const { id } of hooks) scripts.push((await panel.ask(`/api/script?hook=${encodeURIComponent(id)}`)).text)
    return scripts.map((text) => (text.includes('PRIVATE') ? 'private' : text.includes('"inside"') ? 'inside' : 'none'))
  }
  expect(await shown()).toEqual(['none', 'none', 'none', 'inside'])
  scratch.hookline(['trust', 'add', '--yes'])
  expect((await shown())[0]).toBe('private')
})

test('try: output of a hook on the descriptors of its process is not taken for a response', async () => {
  const scratch = sandbox()
  const forged = '{"id":1,"result":null}\\n'
  scratch.write(
    'loud.mjs',
    `import fs from 'node:fs'
    export default () => {
      for (const fd of [1, 3]) fs.writeSync(fd, 'garbage\\n${forged}')
      return { permission: 'deny' }
    }`,
  )
  const hooks = { beforeShellExecution: [{ type: 'module', module: './loud.mjs' }] }
  scratch.write('.hookline/hookline.json', { hooks })
  scratch.hookline(['trust', 'add', '--yes'])
  const panel = await startPanel(scratch)
  const input = { command: 'ls', cwd: scratch.root, sandbox: false }
  const body = { event: 'beforeShellExecution', input, columns: [{ edition: 'hookline', agent: 'cursor' }] }
  for (const _time of [1, 2]) {
    const { columns } = await post<TryResponse>(panel, '/api/try', body)
    expect(columns[0]).toMatchObject({ word: 'DENY' })
  }
})

test('marks are stored, and stats count them', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch, ['--write'])
  fire(scratch, 'git push')
  fire(scratch, 'git status')
  const denied = (await readRows(panel, '?denied'))[0]?.id
  expect(await post<LogRow>(panel, '/api/marks', { id: denied, marked: true })).toMatchObject({ marked: true })
  const stats = await panel.get<Stats>('/api/stats?since=1h')
  expect(stats).toMatchObject({ records: 2, partial: false })
  const total = (name: 'allow' | 'deny') => stats.buckets.reduce((sum, bucket) => sum + bucket[name], 0)
  expect([total('allow'), total('deny')]).toEqual([1, 1])
  expect(stats.hooks).toMatchObject([{ name: 'guard.sh', runs: 2, denies: 1, failures: 0, falsePositives: 1 }])
  expect(stats.falsePositives.map(({ id }) => id)).toEqual([denied])
  await post<LogRow>(panel, '/api/marks', { id: denied, marked: false })
  expect((await panel.get<Stats>('/api/stats')).falsePositives).toEqual([])
})

test('the demo has a workspace and a log of its own, and leaves no files', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch, ['--write'])
  fire(scratch, 'git push')
  const stream = await panel.listen()
  await post(panel, '/api/demo', { on: true })
  expect(await stream.next()).toEqual({ event: 'reset' })
  const first = await stream.next()
  expect(first).toMatchObject({ event: 'row', data: { agent: 'demo' } })
  const health = await panel.get<Health>('/api/health')
  expect(health).toMatchObject({ demo: true, write: false })
  expect((await readRows(panel)).some(({ subject }) => subject === 'git push')).toBe(false)
  expect((await panel.post('/api/marks', { id: first.id, marked: true })).status).toBe(403)
  const input = { command: 'git push', cwd: health.root, sandbox: false }
  const body = { event: 'beforeShellExecution', input, columns: [{ edition: 'hookline', agent: 'cursor' }] }
  const { columns } = await post<TryResponse>(panel, '/api/try', body)
  expect(columns[0]?.runs.map(({ name }) => name)).toEqual(['block-git.sh', 'audit.sh'])
  await post(panel, '/api/demo', { on: false })
  expect((await readRows(panel)).map(({ subject }) => subject)).toEqual(['git push'])
  expect(existsSync(health.root)).toBe(false)
  await stream.close()
})

test('hostile texts arrive unchanged as JSON, never as HTML', async () => {
  const scratch = sandbox()
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a text that a template must not read.
  const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'`${1}\u202e{{7*7}}'
  const reply = JSON.stringify({ permission: 'deny', agent_message: hostile })
  scratch.write('reply.json', reply)
  const command = `cat reply.json; echo '${hostile.replaceAll("'", '')}' >&2`
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command, name: hostile }] }))
  scratch.hookline(['trust', 'add', '--yes'])
  const panel = await startPanel(scratch)
  fire(scratch, hostile)
  const { headers, text } = await panel.ask(`/api/log/${await readNewestId(panel)}`)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['x-content-type-options']).toBe('nosniff')
  const story = JSON.parse(text) as Story
  expect(story.input.command).toBe(hostile)
  expect(story.reply.agent_message).toBe(hostile)
  expect(story.runs[0]).toMatchObject({ label: hostile, stdout: reply })
  expect(story.runs[0]?.stderr).toContain('<script>')
  // A row is one line, without characters that change the direction of text.
  expect(story.row.subject).toBe(hostile.replace('\u202e', ''))
  const stream = await panel.listen()
  fire(scratch, `a\nevent: reset\ndata: ${hostile}\n\n`)
  const { event, data } = await stream.next()
  expect([event, (data as LogRow).subject.startsWith('a ⏎ event: reset')]).toEqual(['row', true])
  await stream.close()
})

test('coverage: what the terminal says, for every agent and each place', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch)
  const { agents, policies } = await panel.get<CoveragePage>('/api/coverage')
  expect(agents.find(({ name }) => name === 'cursor')).toMatchObject({ title: 'Cursor', here: true })
  expect(agents.find(({ name }) => name === 'claude')).toMatchObject({ proved: true })
  expect(agents.find(({ name }) => name === 'kiro')).toMatchObject({ proved: false })
  const printed = JSON.parse(scratch.hookline(['coverage', '--all', '--json']).stdout) as {
    readonly policies: readonly {
      readonly label: string
      readonly agents: Record<string, { readonly level?: string }>
    }[]
  }
  const levelsOf = (of: Record<string, { readonly level?: string } | undefined>) =>
    Object.fromEntries(Object.entries(of).map(([name, cell]) => [name, cell?.level]))
  expect(
    policies.map(({ label, agents: cells }) => [
      label,
      levelsOf(Object.fromEntries(Object.entries(cells).map(([name, { all }]) => [name, all]))),
    ]),
  ).toEqual(printed.policies.map(({ label, agents: cells }) => [label, levelsOf(cells)]))
  const guard = policies.find(({ event }) => event === 'beforeShellExecution')
  expect(guard?.agents.cursor?.surfaces).toMatchObject({ ide: { level: 'enforced' }, cli: { level: 'enforced' } })
})
