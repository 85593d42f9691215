// The recipe "Add a pack" of CONTRIBUTING.md.
import { expect, test } from 'vitest'
import { suitesThatMention, trialOf } from './trial.mjs'

const folder = 'packages/packs/src/publish-guard/'

/** They judge thousands of texts, so `npm test` runs them. */
const slow = ['packages/packs/src/fuzz.test.ts', 'packages/packs/src/linear-work.test.ts']

const trial = trialOf('Add a pack', {
  generates: ['schemas/hookline.schema.json', 'docs/packs.md'],
  suites: (here) =>
    suitesThatMention(/\bpacks\b.*from '(@hookline\/packs|.*\/packs\.ts)'|judge-all/, here).filter(
      (file) => !slow.includes(file),
    ),
  leastTests: 70,
})

/** A workspace that has the pack, and what the pack answers to a command of Cursor. */
function workspace(...settings) {
  const made = trial.workspace()
  made.write('.cursor/notes.txt', 'Cursor is used here.')
  // Without an agent that asks, nothing would be proved.
  expect(made.hookline('connect cursor --yes')).toMatchObject({ status: 0 })
  const added = made.hookline(['add', 'publish-guard', '--yes', ...settings.flatMap((one) => ['--set', one])])
  expect(added).toMatchObject({ status: 0 })
  expect(made.hookline('trust add --yes')).toMatchObject({ status: 0 })
  const event = (command) => ({ hook_event_name: 'beforeShellExecution', command, cwd: made.root })
  const run = (command) =>
    made.hookline('run --host cursor', JSON.stringify({ ...event(command), workspace_roots: [made.root] }))
  return { ...made, added, answer: (command) => JSON.parse(run(command).stdout) }
}

test('a pack is one folder, and an import and a line in the list', () => {
  expect(trial.changedByHand.filter((file) => !file.startsWith(folder))).toEqual(['packages/packs/src/packs.ts'])
  const edit = trial.steps.find(({ kind }) => kind === 'edit')
  expect(edit.text.split('\n').filter((line) => /^[+-]/.test(line))).toHaveLength(2)
})

test('hookline add writes it and proves it with its canaries', () => {
  const { read, added } = workspace()
  expect(JSON.parse(read('.hookline/hookline.json')).packs).toEqual({ 'publish-guard': {} })
  expect(`${added.stdout}${added.stderr}`).toContain('npm publish')
})

test('hookline run denies what it guards against, in a script of another shell too, and allows the rest', () => {
  const { answer } = workspace()
  expect(answer('npm publish')).toMatchObject({
    permission: 'deny',
    user_message: expect.stringContaining('publish-guard/publish'),
  })
  expect(answer("cd sub && sh -c 'npm publish --tag next'")).toMatchObject({ permission: 'deny' })
  expect(answer('npm test')).not.toMatchObject({ permission: 'deny' })
})

test('its parameter changes the decision, and hookline packs shows it', () => {
  const { answer, hookline } = workspace('action=ask')
  expect(answer('npm publish')).toMatchObject({ permission: 'ask' })
  expect(hookline('packs publish-guard').stdout).toMatch(/action {2}deny \| ask\n/)
})

test('hookline check reports a parameter that it does not have', () => {
  const { write, hookline } = workspace()
  write('.hookline/hookline.json', { version: 1, packs: { 'publish-guard': { acton: 'ask' } } })
  expect(hookline('check').stdout).toMatch(/acton/)
})
