// The recipe "Add an agent" of CONTRIBUTING.md.
import { expect, test } from 'vitest'
import { trialOf } from './trial.mjs'

const folder = 'packages/core/src/agents/acme/'
const trial = trialOf('Add an agent', {})

/** A trusted workspace with a gate that refuses `rm`. */
function workspace() {
  const made = trial.workspace()
  const gate = { matcher: 'rm', command: 'echo "no deletions" >&2; exit 2', failClosed: true }
  made.write('.hookline/hookline.json', { version: 1, hooks: { beforeShellExecution: [gate] } })
  expect(made.hookline('trust add --yes')).toMatchObject({ status: 0 })
  return { ...made, run: (cmd) => made.hookline('run --host acme', sent(cmd, made.root)) }
}
const sent = (cmd, dir) => JSON.stringify({ event: 'before_command', cmd, dir, id: 'c1' })

test('an agent is one folder and one line', () => {
  expect(trial.changedByHand.filter((file) => !file.startsWith(folder))).toEqual([
    'packages/core/src/agents/members.ts',
  ])
  const edit = trial.steps.find(({ kind }) => kind === 'edit')
  expect(edit.text.split('\n').filter((line) => /^[+-]/.test(line))).toHaveLength(1)
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
  const { write, read, hookline } = workspace()
  write('.acme/notes.txt', 'Acme is used here.')
  expect(hookline('doctor').stdout).toContain('Acme')
  expect(hookline('init --project --yes --with connect-acme')).toMatchObject({ status: 0 })
  expect(read('.acme/settings.json')).toMatch(/"before_command"[\s\S]*run --host acme --installed/)
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
