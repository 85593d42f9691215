import { expect, test } from 'vitest'
import { playPage } from '../stories/page-story.ts'

test('the conversation in docs/agent.md gives the output that the page shows', async () => {
  expect(await playPage('agent')).toEqual({ steps: 1, files: 4, difference: '' })
})
