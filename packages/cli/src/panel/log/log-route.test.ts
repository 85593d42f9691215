import type { LogPage } from '@hookline/web/wire'
import { expect, test } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { startPanel, type TestPanel } from '../../testing/panel.ts'
import { fillLog } from '../browser/fill-log.ts'

const guard = `case "$(cat)" in
  *"git push"*) echo '{"permission":"deny","user_message":"Ask Marguerite first.","agent_message":"Open a PULL request."}' ;;
  *) echo '{}' ;;
esac`

/** Two hooks see every command; one of them never decides, and one fails at the end. */
function guarded(): Sandbox {
  const place = sandbox()
  place.script('.cursor/hooks/guard.sh', guard)
  place.script('.cursor/hooks/audit.sh', 'cat >/dev/null')
  place.write(
    '.cursor/hooks.json',
    hooksFile({
      beforeShellExecution: [{ command: '.cursor/hooks/guard.sh' }, { command: '.cursor/hooks/audit.sh' }],
      stop: [{ command: 'echo "the disk is full" >&2; exit 3' }],
    }),
  )
  place.hookline(['trust', 'add', '--yes'])
  return place
}
const fire = (place: Sandbox, command: string) =>
  place.hookline(['trigger', 'beforeShellExecution', '--command', command])
const pageOf = (panel: TestPanel, query: Readonly<Record<string, string>>) =>
  panel.get<LogPage>(`/api/log?${new URLSearchParams(query)}`)
const subjectsOf = async (panel: TestPanel, query: Readonly<Record<string, string>>) =>
  (await pageOf(panel, query)).rows.map(({ subject }) => subject)

test('a search finds what hooks wrote to the person and to the model, in any case', async () => {
  const place = guarded()
  const panel = await startPanel(place)
  for (const command of ['git push', 'git status']) fire(place, command)
  for (const search of ['marguerite', 'pull REQUEST', 'push marguerite', 'DENY', 'guard.sh push'])
    expect(await subjectsOf(panel, { search }), search).toEqual(['git push'])
  expect(await subjectsOf(panel, { search: 'marguerite status' })).toEqual([])
  expect(await subjectsOf(panel, { search: 'git' })).toEqual(['git status', 'git push'])
}, 60_000)

test('a hook is found wherever it ran, whichever hook decided, by its name and by its id', async () => {
  const place = guarded()
  const panel = await startPanel(place)
  for (const command of ['git push', 'git status']) fire(place, command)
  place.hookline(['trigger', 'stop'])
  expect(await subjectsOf(panel, { hook: 'audit.sh' })).toEqual(['git status', 'git push'])
  expect(await subjectsOf(panel, { hook: 'guard.sh' })).toEqual(['git status', 'git push'])
  expect(await subjectsOf(panel, { hook: 'guard.sh, audit.sh' })).toEqual(['git status', 'git push'])
  const [push] = (await pageOf(panel, { search: 'push' })).rows
  expect(push?.who).toBe('guard.sh')
  for (const hook of push?.hookIds ?? []) expect((await pageOf(panel, { hook })).rows).toHaveLength(2)
  expect(await subjectsOf(panel, { hook: 'nothing.sh' })).toEqual([])
}, 60_000)

test('kinds are counted whichever are asked for, and an unknown one is refused', async () => {
  const place = guarded()
  const panel = await startPanel(place)
  for (const command of ['git push', 'git status']) fire(place, command)
  place.hookline(['trigger', 'stop'])
  const page = await pageOf(panel, { kind: 'denied' })
  expect(page.rows.map(({ subject }) => subject)).toEqual(['git push'])
  expect(page.counts).toMatchObject({ denied: 1, asked: 0, failed: 1 })
  expect((await panel.ask('/api/log?kind=odd')).status).toBe(400)
}, 60_000)

test('the whole log can be paged through and searched, and a first page is small', async () => {
  const place = guarded()
  fillLog(place, 12_000)
  const panel = await startPanel(place)
  const { text } = await panel.ask('/api/log')
  expect(text.length).toBeLessThan(200_000)
  const seen = new Set<string>()
  for (let before: string | undefined = ''; before !== undefined; ) {
    const page: LogPage = await pageOf(panel, { limit: '2000', ...(before === '' ? {} : { before }) })
    for (const { subject } of page.rows) seen.add(subject)
    before = page.next
  }
  expect(seen.size).toBe(12_000)
  // The oldest record lies further back than one answer reads: the search goes on from where it stopped.
  const found: string[] = []
  let answers = 0
  for (let before: string | undefined = ''; before !== undefined; answers += 1) {
    const page: LogPage = await pageOf(panel, { search: '#0', ...(before === '' ? {} : { before }) })
    found.push(...page.rows.filter(({ subject }) => subject.endsWith(' #0')).map(({ subject }) => subject))
    before = page.next
  }
  expect(found).toEqual(['npm test #0'])
  expect(answers).toBeGreaterThan(1)
}, 120_000)

test('the live stream sends only what passes the filters', async () => {
  const place = guarded()
  const panel = await startPanel(place)
  fire(place, 'git status')
  const { newest } = await pageOf(panel, { search: 'marguerite' })
  expect(newest).toBeDefined()
  const live = await panel.listen(newest, 'search=marguerite')
  for (const command of ['git log', 'git push', 'git fetch']) fire(place, command)
  expect(await live.next()).toMatchObject({ event: 'row', data: { subject: 'git push' } })
  await live.close()
}, 60_000)
