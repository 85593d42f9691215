// Executes a recipe of CONTRIBUTING.md literally in a scratch copy of the repository, and tests what holds for every recipe.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyByHand, readRecipe } from './recipe.mjs'
import { scratchCopy } from './scratch-copy.mjs'
import { makeWorkspace } from './workspace.mjs'

const page = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8')
const SLOW_MS = 600_000

/**
 * Executes the recipe before the tests of the file. `generates` names generated files that must change with it. `suites` lists
 * the test files that go through the table it adds to; those that its commands do not run have `leastTests` tests or more.
 */
export function trialOf(heading, { generates = [], suites, leastTests = 1 }) {
  const steps = readRecipe(page, heading)
  const commands = steps.flatMap((step) => step.commands ?? [])
  const trial = { steps, changedByHand: [], workspace: () => makeWorkspace(trial.copy) }
  const printed = []

  beforeAll(() => {
    trial.copy = scratchCopy()
    applyByHand(steps, trial.copy.directory)
    trial.changedByHand = trial.copy.changed().toSorted()
    for (const command of commands) printed.push({ command, ...trial.copy.run(command) })
  }, SLOW_MS)
  afterAll(() => trial.copy?.remove())

  test('the files that the recipe names are all that is written by hand', () => {
    const named = new Set(steps.flatMap(({ file = [] }) => file))
    expect(trial.changedByHand).toEqual([...named].toSorted())
  })

  test('the commands of the recipe succeed, the build with its types among them', () => {
    const failed = printed.filter(({ status }) => status !== 0)
    expect(failed.map(({ command, output }) => `${command}\n${output}`)).toEqual([])
    expect(printed.map(({ command }) => command)).toContainEqual(expect.stringMatching(/^npm run (generate|build)$/))
  })

  test(
    'every other change is generated and up to date, and the linter reports nothing',
    () => {
      expect(trial.copy.changed()).toEqual(expect.arrayContaining(generates))
      const { status, output } = trial.copy.run('node scripts/generate.mjs --check && npm run lint')
      expect(status, output).toBe(0)
    },
    SLOW_MS,
  )

  if (suites !== undefined)
    test(
      'every other suite that goes through the table passes',
      () => {
        const done = commands.flatMap((command) => command.split(' '))
        const others = suites(trial).filter((file) => !done.includes(file))
        expect(runSuites(trial.copy, others)).toBeGreaterThanOrEqual(leastTests)
      },
      SLOW_MS,
    )
  return trial
}

/** The test files of the copy whose text matches. */
export function suitesThatMention(pattern, { copy }) {
  return readdirSync(join(copy.directory, 'packages'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && name.includes('/src/'))
    .map((name) => `packages/${name}`)
    .filter((file) => pattern.test(readFileSync(join(copy.directory, file), 'utf8')))
}

/** How many tests passed; fails where one did not. */
function runSuites(copy, files) {
  const report = join(copy.base, 'report.json')
  const { output } = copy.run(`npx vitest run --reporter=json --retry=1 --outputFile=${report} ${files.join(' ')}`)
  expect(existsSync(report), output).toBe(true)
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  expect(testResults.flatMap(failuresOf), output).toEqual([])
  expect(testResults.length).toBeGreaterThanOrEqual(files.length)
  return numPassedTests
}

function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((one) => one.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [`${name}: ${message}`] : []
  return failed.map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join('\n')}`)
}
