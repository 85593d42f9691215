import type { LogPage } from '@hookline/web/wire'
import { expect, test } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../../testing/cli.ts'
import { startPanel, type TestPanel } from '../../testing/panel.ts'
import { fillLog } from '../browser/fill-log.ts'

const guard = `case "$(cat)" in
  *"git push"*) echo '{"permission":"deny","user_message":"Ask Marguerite first.","agent_message":"Open a PULL request."}' ;;
  *) echo '{}' ;;
esac`

/** Two hooks receive every command, and one of them never decides. The hook for `stop` fails. */
function createWorkspace(): Sandbox {
  const scratch = sandbox()
  scratch.script('.cursor/hooks/guard.sh', guard)
  scratch.script('.cursor/hooks/audit.sh', 'cat >/dev/null')
  scratch.write(
    '.cursor/hooks.json',
    hooksFile({
      beforeShellExecution: [{ command: '.cursor/hooks/guard.sh' }, { command: '.cursor/hooks/audit.sh' }],
      stop: [{ command: 'echo "the disk is full" >&2; exit 3' }],
    }),
  )
  scratch.hookline(['trust', 'add', '--yes'])
  return scratch
}
const fire = (scratch: Sandbox, command: string) =>
  scratch.hookline(['trigger', 'beforeShellExecution', '--command', command])
const readPage = (panel: TestPanel, query: Readonly<Record<string, string>>) =>
  panel.get<LogPage>(`/api/log?${new URLSearchParams(query)}`)
const readSubjects = async (panel: TestPanel, query: Readonly<Record<string, string>>) =>
  (await readPage(panel, query)).rows.map(({ subject }) => subject)

test('a search finds messages of hooks to the user and to the model, and ignores case', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch)
  for (const command of ['git push', 'git status']) fire(scratch, command)
  for (const search of ['marguerite', 'pull REQUEST', 'push marguerite', 'DENY', 'guard.sh push'])
    expect(await readSubjects(panel, { search }), search).toEqual(['git push'])
  expect(await readSubjects(panel, { search: 'marguerite status' })).toEqual([])
  expect(await readSubjects(panel, { search: 'git' })).toEqual(['git status', 'git push'])
})

test('the hook filter finds every event for which the hook ran, by name and by id, even if another hook decided', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch)
  for (const command of ['git push', 'git status']) fire(scratch, command)
  scratch.hookline(['trigger', 'stop'])
  expect(await readSubjects(panel, { hook: 'audit.sh' })).toEqual(['git status', 'git push'])
  expect(await readSubjects(panel, { hook: 'guard.sh' })).toEqual(['git status', 'git push'])
  expect(await readSubjects(panel, { hook: 'guard.sh, audit.sh' })).toEqual(['git status', 'git push'])
  const [push] = (await readPage(panel, { search: 'push' })).rows
  expect(push?.who).toBe('guard.sh')
  for (const hook of push?.hookIds ?? []) expect((await readPage(panel, { hook })).rows).toHaveLength(2)
  expect(await readSubjects(panel, { hook: 'nothing.sh' })).toEqual([])
})

test('all kinds are counted whatever kind is requested, and an unknown kind is an error', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch)
  for (const command of ['git push', 'git status']) fire(scratch, command)
  scratch.hookline(['trigger', 'stop'])
  const page = await readPage(panel, { kind: 'denied' })
  expect(page.rows.map(({ subject }) => subject)).toEqual(['git push'])
  expect(page.counts).toMatchObject({ denied: 1, asked: 0, failed: 1 })
  expect((await panel.ask('/api/log?kind=odd')).status).toBe(400)
})

test('requests can page through the whole log and search it, and the first page is small', async () => {
  const scratch = createWorkspace()
  fillLog(scratch, 12_000)
  const panel = await startPanel(scratch)
  const { text } = await panel.ask('/api/log')
  expect(text.length).toBeLessThan(200_000)
  const seen = new Set<string>()
  for (let before: string | undefined = ''; before !== undefined; ) {
    const page: LogPage = await readPage(panel, { limit: '2000', ...(before === '' ? {} : { before }) })
    for (const { subject } of page.rows) seen.add(subject)
    before = page.next
  }
  expect(seen.size).toBe(12_000)
  // The oldest record is further back than one request reads, so the search continues with the next request.
  const found: string[] = []
  let answers = 0
  for (let before: string | undefined = ''; before !== undefined; answers += 1) {
    const page: LogPage = await readPage(panel, { search: '#0', ...(before === '' ? {} : { before }) })
    found.push(...page.rows.filter(({ subject }) => subject.endsWith(' #0')).map(({ subject }) => subject))
    before = page.next
  }
  expect(found).toEqual(['npm test #0'])
  expect(answers).toBeGreaterThan(1)
})

test('the stream sends only rows that pass the filters', async () => {
  const scratch = createWorkspace()
  const panel = await startPanel(scratch)
  fire(scratch, 'git status')
  const { newest } = await readPage(panel, { search: 'marguerite' })
  expect(newest).toBeDefined()
  const stream = await panel.listen(newest, 'search=marguerite')
  for (const command of ['git log', 'git push', 'git fetch']) fire(scratch, command)
  expect(await stream.next()).toMatchObject({ event: 'row', data: { subject: 'git push' } })
  await stream.close()
})
