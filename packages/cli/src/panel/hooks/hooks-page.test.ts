import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Health, Hook, HooksPage, Replay, Story } from '@hookline/web/wire'
import { expect, test } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { startPanel, type TestPanel } from '../../testing/panel.ts'

const fire = (place: Sandbox, command: string, options = {}) =>
  place.hookline(['trigger', 'beforeShellExecution', '--command', command], options)
const hookOf = async (panel: TestPanel, name: string): Promise<Hook> => {
  const { events } = await panel.get<HooksPage>('/api/hooks')
  const hook = events.flatMap(({ hooks }) => hooks).find((one) => one.name === name)
  if (hook === undefined) throw new Error(`there is no ${name}`)
  return hook
}
const newestId = async (panel: TestPanel) =>
  (await panel.get<{ readonly rows: readonly { readonly id: string }[] }>('/api/log')).rows[0]?.id ?? ''

function withHooks(hooks: Readonly<Record<string, string>>): Sandbox {
  const place = sandbox()
  for (const [name, script] of Object.entries(hooks)) place.script(`.cursor/hooks/${name}`, script)
  const entries = Object.keys(hooks).map((name) => ({ command: `.cursor/hooks/${name}` }))
  place.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: entries }))
  place.hookline(['trust', 'add', '--yes'])
  return place
}

test('a hook whose every run failed is not said to run', async () => {
  const place = withHooks({
    'broken.sh': 'exit 127',
    'half.sh': `case $(cat) in *odd*) exit 1 ;; *) echo '{}' ;; esac`,
  })
  for (const command of ['odd', 'even', 'ls']) fire(place, command)
  const panel = await startPanel(place)
  expect(await hookOf(panel, 'broken.sh')).toMatchObject({ state: 'fails', why: 'fails: 3 of 3 runs' })
  expect(await hookOf(panel, 'half.sh')).toMatchObject({ state: 'runs', recent: { runs: 3, failures: 1 } })
}, 60_000)

test('what ran in another workspace did not run in this one', async () => {
  const place = withHooks({ 'guard.sh': `echo '{}'` })
  const other = join(place.directory, 'other')
  mkdirSync(join(other, '.git'), { recursive: true })
  cpSync(join(place.root, '.cursor'), join(other, '.cursor'), { recursive: true })
  place.hookline(['trust', 'add', '--yes'], { cwd: other })
  fire(place, 'there', { cwd: other })
  const panel = await startPanel(place)
  const before = await hookOf(panel, 'guard.sh')
  expect(before).toMatchObject({ recent: { runs: 0, tried: 0 }, proved: { is: false } })
  expect(before.proved.text).toBe('ran in other workspaces, not in this one')
  expect((await panel.get<Health>('/api/health')).lastEventAt).toBeUndefined()
  fire(place, 'here')
  const after = await hookOf(panel, 'guard.sh')
  expect(after).toMatchObject({ recent: { runs: 1 }, proved: { is: true, text: expect.stringMatching(/^ran /) } })
}, 60_000)

test('a story begins with what the hook wrote, and says how a hook failed that wrote nothing', async () => {
  const place = withHooks({
    'guard.sh': `case $(cat) in
      *push*) echo '{"permission":"deny","user_message":"Open a pull request.","agent_message":"No."}' ;;
      *to-the-model*) echo '{"permission":"deny","agent_message":"Not for you."}' ;;
      *two*) echo "exit two" >&2; exit 2 ;;
      *) echo '{}' ;;
    esac`,
  })
  const panel = await startPanel(place)
  for (const [command, reason] of [
    ['push', 'Open a pull request.'],
    ['to-the-model', 'Not for you.'],
    ['two', 'exit two'],
    ['ls', undefined],
  ] as const) {
    fire(place, command)
    expect((await panel.get<Story>(`/api/log/${await newestId(panel)}`)).reason, command).toBe(reason)
  }
}, 60_000)

test('a replay runs the hooks of the event, also those in a file through which an agent calls Hookline', async () => {
  const place = sandbox()
  place.script('.cursor/hooks/guard.sh', `echo '{"permission":"deny","agent_message":"Not from here."}'`)
  place.script('.cursor/hooks/edits.sh', `echo '{"permission":"deny"}'`)
  place.write(
    '.cursor/hooks.json',
    hooksFile({
      beforeShellExecution: [{ command: 'hookline run --host cursor' }, { command: '.cursor/hooks/guard.sh' }],
      preToolUse: [{ command: '.cursor/hooks/edits.sh' }],
    }),
  )
  place.hookline(['trust', 'add', '--yes'])
  fire(place, 'ls')
  const panel = await startPanel(place)
  const id = await newestId(panel)
  const ran = (await panel.get<Story>(`/api/log/${id}`)).runs.map(({ name }) => name)
  const { status, text } = await panel.post(`/api/log/${id}/replay`, {})
  expect(status).toBe(200)
  const replay = JSON.parse(text) as Replay
  expect(replay.runs.map(({ name }) => name)).toEqual(ran)
  expect(replay).toMatchObject({ changed: false, now: { word: 'DENY', message: 'Not from here.' } })
}, 60_000)
