import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { editions } from '../../editions.ts'
import { eventNames, eventRows } from './index.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const pages = [
  'README.md',
  ...readdirSync(`${root}docs`).flatMap((name) => (name.endsWith('.md') ? `docs/${name}` : [])),
]

test('an edition has the events that it or an older one brought', () => {
  expect([...editions['2.3'].events].toSorted()).toEqual([
    'afterAgentResponse',
    'afterAgentThought',
    'afterFileEdit',
    'afterMCPExecution',
    'afterShellExecution',
    'afterTabFileEdit',
    'beforeMCPExecution',
    'beforeReadFile',
    'beforeShellExecution',
    'beforeSubmitPrompt',
    'beforeTabFileRead',
    'stop',
  ])
  expect(editions['2.4'].events.has('workspaceOpen')).toBe(false)
  expect(editions['2.4'].events.has('sessionStart')).toBe(true)
  expect(editions['3'].events.has('workspaceOpen')).toBe(true)
  expect([...editions.hookline.events]).toEqual(eventNames)
})

test('every event that follows an act is an event', () => {
  const following = eventNames.flatMap((name) => eventRows[name].act?.after?.event ?? [])
  expect(following.filter((name) => !eventNames.some((one) => one === name))).toEqual([])
})

// A count would have to be changed by hand with every new event. What a source document counted (S0, S1) stays.
test('no page counts the events', () => {
  const counting = pages.flatMap((page) =>
    readFileSync(root + page, 'utf8')
      .split('\n')
      .filter((line) => /\b(21|22|twenty-one|twenty-two) events\b|\bevents? \((1[0-9]|2[0-9])\)/i.test(line))
      .map((line) => `${page}: ${line}`),
  )
  expect(counting).toEqual([])
})
