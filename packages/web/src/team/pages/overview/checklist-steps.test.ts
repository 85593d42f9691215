import { expect, test } from 'vitest'
import { countDone, findNextStep, listSteps } from './checklist-steps.ts'

const step = (id: string, done: boolean) => ({ id, done }) as never

test('steps have the order of the set-up, the address in their command, and a link', () => {
  const steps = listSteps(
    { steps: [step('hooks', false), step('root-key', true), step('moon', false)] },
    'https://h.example',
  )
  expect(steps.map(({ id, isDone, command, link }) => [id, isDone, command, link?.path])).toEqual([
    ['root-key', true, 'hookline team keygen https://h.example', undefined],
    ['hooks', false, 'hookline team publish <dir>', 'hooks'],
  ])
  expect([countDone(steps), findNextStep(steps)?.id]).toEqual([1, 'hooks'])
  expect(findNextStep(listSteps({ steps: [step('device', true)] }, ''))).toBeUndefined()
})
