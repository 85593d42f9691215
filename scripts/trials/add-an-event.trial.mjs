// The recipe "Add an event" of CONTRIBUTING.md, carried out literally in a scratch copy of the repository.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyByHand, readRecipe } from './recipe.mjs'
import { scratchCopy } from './scratch-copy.mjs'

const steps = readRecipe(readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8'), 'Add an event')
const event = 'beforeTabClose'
let copy
let byHand
/** What the recipe's own commands printed, in order. */
const done = []

/** They start the command line for every event in every language: `npm test` runs them. */
const slow = ['packages/cli/src/commands/new.test.ts']
/** Tests that go through the rows find a new event by themselves; the others are about an event that they name. */
function suitesOfRows() {
  const files = readdirSync(join(copy.directory, 'packages'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && name.includes('/src/'))
    .map((name) => `packages/${name}`)
  const asksRows = (file) => /\beventNames\b/.test(readFileSync(join(copy.directory, file), 'utf8'))
  return [...files.filter(asksRows), 'packages/core/src/testing/', 'packages/core/src/agents/'].filter(
    (file) => !slow.includes(file),
  )
}

beforeAll(() => {
  copy = scratchCopy()
  applyByHand(steps, copy.directory)
  byHand = copy.changed()
  for (const command of steps.flatMap(({ commands = [] }) => commands)) done.push({ command, ...copy.run(command) })
}, 600_000)
afterAll(() => copy?.remove())

test('at most three files are written by hand: a row, its line in the index, and a case', () => {
  expect(byHand.toSorted()).toEqual(steps.flatMap(({ file = [] }) => file).toSorted())
  expect(byHand.length).toBeLessThanOrEqual(3)
})

test('the commands of the recipe succeed, and the build with its types among them', () => {
  expect(done.filter(({ status }) => status !== 0).map(({ command, output }) => `${command}\n${output}`)).toEqual([])
  expect(done.map(({ command }) => command)).toContain('npm run generate')
})

test('everything else that changed is generated, and is as it is generated', () => {
  const others = copy.changed().filter((file) => !byHand.includes(file))
  expect(others).toEqual(expect.arrayContaining([`schemas/events/${event}.input.schema.json`, 'docs/events.md']))
  const { status, output } = copy.run('node scripts/generate.mjs --check')
  expect({ status, output }).toMatchObject({ status: 0 })
})

test('the linter reports nothing', () => {
  const { status, output } = copy.run('npm run lint')
  expect({ status, output }).toMatchObject({ status: 0 })
})

test('every suite that goes through the rows is green', () => {
  const report = join(copy.base, 'report.json')
  const options = '--reporter=json --retry=1 --maxWorkers=2'
  const { output } = copy.run(`npx vitest run ${options} --outputFile=${report} ${suitesOfRows().join(' ')}`)
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const red = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${name}: ${message}`] : []
    return failed.map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join('\n')}`)
  })
  expect(red, output).toEqual([])
  expect(numPassedTests).toBeGreaterThan(1000)
}, 600_000)

/** The built command, in a workspace and a home of its own. */
function hookline(workspace, args) {
  const [root, home] = [join(copy.base, workspace, 'project'), join(copy.base, workspace, 'home')]
  mkdirSync(home, { recursive: true })
  mkdirSync(join(root, '.cursor'), { recursive: true })
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config'), NO_COLOR: '1' }
  return {
    root,
    run: () => copy.run(`cd ${root} && node ${join(copy.directory, 'packages/cli/bin/hookline.cjs')} ${args}`, { env }),
  }
}

test('hookline check reports the event in a file of Cursor, which would refuse the whole file', () => {
  const { root, run } = hookline('misplaced', 'check')
  const hooks = { [event]: [{ command: 'true' }], stop: [{ command: 'true' }] }
  writeFileSync(join(root, '.cursor/hooks.json'), JSON.stringify({ version: 1, hooks }))
  const { status, output } = run()
  expect(output).toContain(`Cursor has no event ${event} and refuses the whole file`)
  expect(status).not.toBe(0)
})

test('hookline new writes it where only Hookline reads, and check finds nothing there', () => {
  const { root, run } = hookline('new', `new guard-tabs --event ${event} --yes`)
  const { status, output } = run()
  expect({ status, output }).toMatchObject({ status: 0 })
  expect(JSON.parse(readFileSync(join(root, '.hookline/hookline.json'), 'utf8')).hooks).toHaveProperty(event)
  const checked = hookline('new', 'check').run()
  expect(checked.output).not.toContain('agent-lacks-event')
  expect(checked).toMatchObject({ status: 0 })
})
