// The recipe "Add a rule of `check`" of CONTRIBUTING.md.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { suitesThatMention, trialOf } from './trial.mjs'

const code = 'sudo-in-command'

const trial = trialOf('Add a rule of `check`', {
  generates: ['docs/problems.md'],
  suites: (here) => [
    ...suitesThatMention(/\bproblemCodes\b|rules\/index\.ts'/, here).filter((file) => !file.includes('/browser/')),
    // A rule that reports too much breaks the tests of the others.
    'packages/cli/src/lint/rules/',
  ],
  leastTests: 200,
})

/** A workspace with hooks whose second command is on line 4. */
function workspace(command) {
  const made = trial.workspace()
  const hooks = [
    '{ "version": 1, "hooks": { "stop": [',
    '  { "command": "true" },',
    '',
    `  { "command": "${command}" }`,
  ]
  made.write('.cursor/hooks.json', `${hooks.join('\n')}\n] } }\n`)
  return made
}

test('a rule is a file, its line, the row of its code, and what it finds', () => {
  expect(trial.changedByHand).toEqual([
    'packages/cli/src/lint/families/sudo.txt',
    'packages/cli/src/lint/rules/commands/sudo-in-command.ts',
    'packages/cli/src/lint/rules/index.ts',
    'packages/core/src/protocol/problem-levels.ts',
    'packages/core/src/protocol/problems.ts',
  ])
})

test('hookline check reports it with file, line and column', () => {
  const { hookline } = workspace('true && sudo true')
  const { stdout, status } = hookline('check')
  expect(stdout).toMatch(/^\.cursor\/hooks\.json\n[\s\S]*^ {2}4:25 +warning +sudo-in-command the command waits/m)
  expect(status).toBe(0)
  expect(workspace('sudo -n true').hookline('check').stdout).not.toContain(code)
})

test('programs read the same: JSON, and annotations of a pull request', () => {
  const { hookline } = workspace('sudo true')
  const { problems } = JSON.parse(hookline('check --json').stdout)
  expect(problems).toContainEqual(expect.objectContaining({ code, severity: 'warning', line: 4, column: 16 }))
  expect(hookline('check --format github').stdout).toContain(`line=4,col=16,title=${code}::the command waits`)
  const { rules } = JSON.parse(hookline('check --format sarif').stdout).runs[0].tool.driver
  expect(rules.map(({ id }) => id)).toContain(code)
})

test('docs/problems.md has its section and lists it', () => {
  const page = readFileSync(join(trial.copy.directory, 'docs/problems.md'), 'utf8')
  expect(page).toContain(`[\`${code}\`](#${code})`)
  expect(page).toMatch(new RegExp(`^##+ ${code}$`, 'm'))
})
