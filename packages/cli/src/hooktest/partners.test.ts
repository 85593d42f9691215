import { expect, test } from 'vitest'
import { playPage } from '../stories/page-story.ts'

test('the hooks of docs/partners.md behave as the page shows', async () => {
  expect(await playPage('partners')).toEqual({ steps: 1, files: 11, difference: '' })
})
