import { expect, test } from 'vitest'
import { playPage } from '../stories/page-story.ts'
import { filterHelp, filterOptions } from './filters.ts'

test('the example of docs/log.md prints what the page says', async () => {
  expect(await playPage('log')).toEqual({ steps: 1, files: 3, difference: '' })
})

test('every filter is in the help', () => {
  const named = [...filterHelp.matchAll(/^ {2}--(\w+)/gm)].map(([, name]) => name)
  expect([...named, 'limit'].toSorted()).toEqual(Object.keys(filterOptions).toSorted())
})
