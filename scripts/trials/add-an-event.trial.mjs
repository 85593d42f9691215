// The recipe "Add an event" of CONTRIBUTING.md.
import { expect, test } from 'vitest'
import { suitesThatMention, trialOf } from './trial.mjs'

const event = 'beforeTabClose'

/** They start the command line very often, so only `npm test` runs them. */
const slow = ['packages/cli/src/commands/new.test.ts', 'packages/cli/src/commands/init.test.ts']

const trial = trialOf('Add an event', {
  generates: [`schemas/events/${event}.input.schema.json`, 'docs/events.md'],
  // Tests that go through the rows find a new event by themselves; the others are about an event that they name.
  suites: (here) =>
    [...suitesThatMention(/\beventNames\b/, here), 'packages/core/src/testing/', 'packages/core/src/agents/'].filter(
      (file) => !slow.includes(file),
    ),
  leastTests: 1000,
})

test('an event is a row, its line in the index, and a case', () => {
  expect(trial.changedByHand).toHaveLength(3)
})

test('hookline check reports the event in a file of Cursor, which would refuse the whole file', () => {
  const { write, hookline } = trial.workspace()
  write('.cursor/hooks.json', { version: 1, hooks: { [event]: [{ command: 'true' }], stop: [{ command: 'true' }] } })
  const { status, stdout } = hookline('check')
  expect(stdout).toContain(`Cursor has no event ${event} and refuses the whole file`)
  expect(status).toBe(1)
})

test('hookline new writes it where only Hookline reads, and check finds nothing there', () => {
  const { write, read, hookline } = trial.workspace()
  write('.cursor/notes.txt', 'Cursor is used here.')
  expect(hookline(`new guard-tabs --event ${event} --yes`)).toMatchObject({ status: 0 })
  expect(JSON.parse(read('.hookline/hookline.json')).hooks).toHaveProperty(event)
  const checked = hookline('check')
  expect(checked.stdout).not.toContain('agent-lacks-event')
  expect(checked).toMatchObject({ status: 0 })
})
