import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createHooks, type EventName, type Hooks } from '@hookline/core/node'
import { afterEach, expect, test } from 'vitest'
import { scripts } from './scripts.ts'

const examples = fileURLToPath(new URL('../../../../examples/project/.cursor/hooks/', import.meta.url))
const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-examples-')))
let open: Hooks | undefined
let projects = 0

afterEach(async () => {
  await open?.close()
  rmSync(base, { recursive: true, force: true })
})

/** A project with one example on the given events, and the engine over it. */
async function withExample(
  script: string,
  events: readonly EventName[],
  env: Record<string, string> = {},
  name = 'project',
) {
  const root = join(base, String(++projects), name)
  mkdirSync(join(root, '.cursor/hooks'), { recursive: true })
  copyFileSync(join(examples, script), join(root, '.cursor/hooks', script))
  chmodSync(join(root, '.cursor/hooks', script), 0o755)
  const entry = { command: `.cursor/hooks/${script}` }
  const hooks = Object.fromEntries(events.map((event) => [event, [entry]]))
  writeFileSync(join(root, '.cursor/hooks.json'), JSON.stringify({ version: 1, hooks }))
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const home = join(base, 'home')
  open = await createHooks({
    onAsk: 'host',
    workspaceRoots: [root],
    home,
    trust: 'all',
    watch: false,
    env: { PATH, HOME: home, ...env },
  })
  return { root, hooks: open }
}

test('the texts inside the package are the files in examples/project', () => {
  const files = Object.keys(scripts)
  const found = Object.fromEntries(files.map((name) => [name, readFileSync(join(examples, name), 'utf8')]))
  expect(scripts).toEqual(found)
  expect(files.filter((name) => (statSync(join(examples, name)).mode & 0o111) === 0)).toEqual([])
})

test('audit.sh writes a line for each event, readable only by its owner, without the payload', async () => {
  const { root, hooks } = await withExample('audit.sh', ['preToolUse', 'stop'], { AUDIT_TAG: 'two\nlines' })
  const tool_input = { note: 'private "words" {', hook_event_name: 'forged' }
  await hooks.fire('preToolUse', { tool_name: 'Shell', tool_input, tool_use_id: '1', cwd: root })
  await hooks.fire('stop', { status: 'completed', loop_count: 0 })
  const log = join(root, '.cursor/audit.log')
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => line.replace(/^\S+Z /, ''))).toEqual(['preToolUse two?lines', 'stop two?lines'])
  expect(statSync(log).mode & 0o777).toBe(0o600)
})

test('audit.sh writes to AUDIT_LOG if that is set', async () => {
  const { root, hooks } = await withExample('audit.sh', ['workspaceOpen'], { AUDIT_LOG: 'elsewhere.log' })
  await hooks.fire('workspaceOpen', {})
  expect(readFileSync(join(root, 'elsewhere.log'), 'utf8')).toMatch(/^\S+Z workspaceOpen \n$/)
})

test('block-git.sh denies git, asks about gh and allows the rest', async () => {
  const { root, hooks } = await withExample('block-git.sh', ['beforeShellExecution'])
  const verdictOn = async (command: string) =>
    [command, (await hooks.fire('beforeShellExecution', { command, cwd: root, sandbox: false })).verdict] as const
  const expected = {
    git: 'deny',
    'git push --force': 'deny',
    'echo "a \\" b" && git push': 'deny',
    'bash -c "git push"': 'deny',
    "sh -c 'git push'": 'deny',
    'cd src\ngit push': 'deny',
    'x=$(/usr/bin/git log)': 'deny',
    'gh pr list; git push': 'deny',
    'gh pr create --draft': 'ask',
    'ls .git': 'allow',
    'cat digit github.txt': 'allow',
  }
  expect(Object.fromEntries(await Promise.all(Object.keys(expected).map(verdictOn)))).toEqual(expected)
})

test('block-git.sh suggests an alternative to the agent', async () => {
  const { root, hooks } = await withExample('block-git.sh', ['beforeShellExecution'])
  const effect = await hooks.fire('beforeShellExecution', { command: 'git push', cwd: root, sandbox: false })
  expect(effect.agentMessage).toContain('Use gh, for example: gh pr create --draft')
  expect(effect.userMessage).toContain('Please use the GitHub CLI (gh) instead')
})

test('redact-secrets.mjs hides secret values and nothing else', async () => {
  const { root, hooks } = await withExample('redact-secrets.mjs', ['beforeReadFile'])
  const shaped = `gh${'p_'}${'a1'.repeat(12)}`
  const key = ['-----BEGIN RSA PRIVATE KEY-----', 'MIIE', '-----END RSA PRIVATE KEY-----'].join('\n')
  const content = `A=1 "q" \\ é\nAPI_TOKEN=x,y\n{"password": "a b", "n": 2}\ncurl -H ${shaped}\n${key}\n`
  const effect = await hooks.fire('beforeReadFile', { file_path: join(root, '.env'), content, attachments: [] })
  expect(effect.input.content).toBe(
    'A=1 "q" \\ é\nAPI_TOKEN=[hidden]\n{"password": "[hidden]", "n": 2}\ncurl -H [hidden]\n[hidden]\n',
  )
  expect([effect.verdict, effect.userMessage]).toEqual([
    'allow',
    'Secret values in this file were hidden from the agent.',
  ])
})

test('redact-secrets.mjs leaves a file without secrets, or with hidden ones, as it is', async () => {
  const { root, hooks } = await withExample('redact-secrets.mjs', ['beforeTabFileRead'])
  const content = 'A=1\nTOKEN=[hidden]\nPASSWORD="[hidden]"\n'
  const effect = await hooks.fire('beforeTabFileRead', { file_path: join(root, '.env'), content })
  expect([effect.verdict, effect.originalInput, effect.input.content]).toEqual(['allow', undefined, content])
})

test('format.sh removes trailing spaces from a source file and keeps its mode', async () => {
  const { root, hooks } = await withExample('format.sh', ['afterFileEdit'])
  const file_path = join(root, 'a b.sh')
  writeFileSync(file_path, 'one  \n\ttwo\t\n', { mode: 0o750 })
  const effect = await hooks.fire('afterFileEdit', { file_path, edits: [] })
  expect(effect.runs.map((run) => run.outcome)).toEqual([{ kind: 'silent' }])
  expect([readFileSync(file_path, 'utf8'), statSync(file_path).mode & 0o777]).toEqual(['one\n\ttwo\n', 0o750])
})

test('format.sh touches nothing outside the workspace, no link and no Markdown', async () => {
  const { root, hooks } = await withExample('format.sh', ['afterFileEdit'])
  const outside = join(base, 'outside.ts')
  const linked = join(root, 'linked.ts')
  const markdown = join(root, 'page.md')
  writeFileSync(outside, 'x  \n')
  writeFileSync(markdown, 'x  \n')
  symlinkSync(outside, linked)
  symlinkSync(base, join(root, 'up'))
  for (const file_path of [outside, linked, markdown, join(root, 'up/outside.ts'), join(root, '../../outside.ts')])
    await hooks.fire('afterFileEdit', { file_path, edits: [] })
  expect([outside, markdown].map((path) => readFileSync(path, 'utf8'))).toEqual(['x  \n', 'x  \n'])
})

test('session-init.sh prints valid JSON for every directory name', async () => {
  const name = 'a "b" \\ c'
  const { hooks } = await withExample('session-init.sh', ['sessionStart'], {}, name)
  const effect = await hooks.fire('sessionStart', { is_background_agent: false })
  expect(effect.env).toEqual({ AUDIT_TAG: name })
  expect(effect.context).toContain(`Project ${name}.`)
})

test('one-more-round.sh asks for one more round, once, and not after an abort', async () => {
  const { hooks } = await withExample('one-more-round.sh', ['stop'])
  const kindOf = async (status: 'completed' | 'aborted', loop_count: number) =>
    (await hooks.fire('stop', { status, loop_count })).kind
  expect(await kindOf('completed', 0)).toBe('follow-up')
  expect(await kindOf('completed', 1)).toBe('proceed')
  expect(await kindOf('aborted', 0)).toBe('proceed')
})
