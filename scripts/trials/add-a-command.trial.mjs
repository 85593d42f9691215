// The recipe "Add a command" of CONTRIBUTING.md.
import { realpathSync } from 'node:fs'
import { expect, test } from 'vitest'
import { suitesThatMention, trialOf } from './trial.mjs'

const trial = trialOf('Add a command', {
  suites: (here) => suitesThatMention(/\bcommands\b.*from '.*\/commands\.ts'|\bownCommands\b/, here),
  leastTests: 100,
})

/** A workspace with a directory in it. */
function workspace() {
  const made = trial.workspace()
  made.write('.hookline/notes.txt', 'A workspace.')
  made.write('src/a.ts', '')
  return made
}

test('a command is a file, its test, its row, and whether it can weaken a guard', () => {
  expect(trial.changedByHand).toEqual([
    'packages/cli/src/commands.ts',
    'packages/cli/src/commands/root.test.ts',
    'packages/cli/src/commands/root.ts',
    'packages/core/src/own-commands.ts',
  ])
})

test('it runs, and reports a wrong option as wrong usage', () => {
  const { root, hookline } = workspace()
  expect(hookline('root --cwd src')).toMatchObject({ status: 0, stdout: `${realpathSync(root)}\n` })
  expect(JSON.parse(hookline('root --json').stdout)).toEqual({ root: realpathSync(root) })
  const wrong = hookline('root --jsn')
  expect(wrong.stderr).toMatch(/root: .*--jsn.*--json/)
  expect(wrong.status).toBe(64)
})

test('help lists and shows it, and a typing mistake leads to it', () => {
  const { hookline } = workspace()
  expect(hookline('--help').stdout).toMatch(/^ {2}root +print the workspace of a directory$/m)
  expect(hookline('help root').stdout).toMatch(/^Usage: hookline root/)
  expect(hookline('rot').stderr).toMatch(/"rot".*"root"/)
})

test.each([
  ['bash', /words='[^']*\broot\b[\s\S]*\broot\)[^)]*--json/],
  ['zsh', /'root:print the workspace of a directory'/],
  ['fish', /-a root -d 'print the workspace of a directory'[\s\S]*from root' -l json/],
])('completion of %s offers it', (shell, offer) => {
  expect(workspace().hookline(`completion ${shell}`).stdout).toMatch(offer)
})

test('an agent may run it, because it only shows something', () => {
  const { hookline } = workspace()
  expect(hookline('root', '', { CLAUDECODE: '1' })).toMatchObject({ status: 0 })
  expect(hookline('disable x', '', { CLAUDECODE: '1' })).toMatchObject({ status: 1 })
})
