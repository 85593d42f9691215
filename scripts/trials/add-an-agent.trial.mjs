// The recipe "Add an agent" of CONTRIBUTING.md, carried out literally in a scratch copy of the repository.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyByHand, readRecipe } from './recipe.mjs'
import { scratchCopy } from './scratch-copy.mjs'

const steps = readRecipe(readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8'), 'Add an agent')
const folder = 'packages/core/src/agents/acme/'
let copy
let byHand
/** What the recipe's own commands printed, in order. */
const done = []

beforeAll(() => {
  copy = scratchCopy()
  applyByHand(steps, copy.directory)
  byHand = copy.changed()
  for (const command of steps.flatMap(({ commands = [] }) => commands)) done.push({ command, ...copy.run(command) })
}, 600_000)
afterAll(() => copy?.remove())

/** A trusted workspace with a gate that refuses `rm`, and the built command in it. */
function workspace() {
  const base = mkdtempSync(join(copy.base, 'workspace-'))
  const [root, home] = [join(base, 'project'), join(base, 'home')]
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config'), NO_COLOR: '1' }
  const program = join(copy.directory, 'packages/cli/bin/hookline.mjs')
  const write = (path, content) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
  const hookline = (args, stdin = '') => {
    writeFileSync(join(base, 'stdin'), stdin)
    return copy.run(`cd ${root} && node ${program} ${args} < ${join(base, 'stdin')}`, { env })
  }
  mkdirSync(home, { recursive: true })
  const gate = { matcher: 'rm', command: 'echo "no deletions" >&2; exit 2', failClosed: true }
  write('.hookline/hookline.json', { version: 1, hooks: { beforeShellExecution: [gate] } })
  expect(hookline('trust add --yes')).toMatchObject({ status: 0 })
  return { root, write, hookline, run: (cmd) => hookline('run --host acme', sent(cmd, root)) }
}
const sent = (cmd, dir) => JSON.stringify({ event: 'before_command', cmd, dir, id: 'c1' })

test('an agent is one folder and one line', () => {
  expect(byHand.filter((file) => !file.startsWith(folder))).toEqual(['packages/core/src/agents/members.ts'])
  const edit = steps.find(({ kind }) => kind === 'edit')
  expect(edit.text.split('\n').filter((line) => /^[+-]/.test(line))).toHaveLength(1)
})

test('the commands of the recipe succeed: types, and every contract that holds for all agents', () => {
  expect(done.filter(({ status }) => status !== 0).map(({ command, output }) => `${command}\n${output}`)).toEqual([])
  expect(done.map(({ command }) => command)).toContain('npm run generate')
})

test('the linter is content, and everything else that changed is generated', () => {
  const { status, output } = copy.run('npm run lint && node scripts/generate.mjs --check')
  expect(status, output).toBe(0)
})

test('hookline run answers the agent in its own words', () => {
  const { run, hookline } = workspace()
  const denied = run('rm -rf build')
  expect(denied).toMatchObject({ status: 0 })
  expect(JSON.parse(denied.stdout)).toEqual({ decision: 'block', why: expect.stringContaining('no deletions') })
  const allowed = run('ls')
  expect([allowed.status, JSON.parse(allowed.stdout)]).toEqual([0, {}])
  const garbled = hookline('run --host acme', '{')
  expect([garbled.status, JSON.parse(garbled.stdout)]).toEqual([2, { decision: 'block', why: expect.any(String) }])
})

test('an installed command of another agent answers it too', () => {
  const { root, hookline } = workspace()
  const { stdout } = hookline('run --host cursor --installed', sent('rm -rf build', root))
  expect(JSON.parse(stdout)).toMatchObject({ decision: 'block' })
})

test('help, usage errors and completion know it', () => {
  const { hookline } = workspace()
  expect(hookline('run --help').stdout).toContain('acme')
  expect(hookline('run --host unknown').stderr).toContain('acme')
  expect(hookline('completion bash').stdout).toContain('acme')
})

test('doctor finds it, init connects it, and doctor --prove proves the connection', () => {
  const { write, hookline, root } = workspace()
  write('.acme/notes.txt', 'Acme is used here.')
  expect(hookline('doctor').stdout).toContain('Acme')
  expect(hookline('init --yes --with connect-acme')).toMatchObject({ status: 0 })
  const settings = readFileSync(join(root, '.acme/settings.json'), 'utf8')
  expect(settings).toMatch(/"before_command"[\s\S]*run --host acme --installed/)
  const { stdout } = hookline('doctor --prove')
  expect(stdout).toMatch(/Acme before_command\s+the configured command allows and\s+denies correctly/)
})

test('check, list and explain read its settings, and its hooks wait for trust', () => {
  const { write, hookline, run } = workspace()
  const hook = { hooks: [{ type: 'command', command: 'echo "from Acme" >&2; exit 2' }] }
  write('.acme/settings.json', { hooks: { before_command: [hook], before_comand: [hook] } })
  const checked = hookline('check').stdout
  expect(checked).toMatch(/settings\.json\n.*unknown-event there is no event "before_comand"/)
  expect(checked).not.toMatch(/Cursor|Claude/)
  expect(hookline('list').stdout).toContain('acme-project')
  expect(hookline('explain beforeShellExecution --command ls').stdout).toContain('.acme/settings.json')
  // A workspace that was trusted without this file: its gate stays closed until somebody looks.
  expect(JSON.parse(run('ls').stdout)).toMatchObject({ decision: 'block' })
})
