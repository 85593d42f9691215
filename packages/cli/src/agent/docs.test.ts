import { expect, test } from 'vitest'
import { playPage } from '../stories/page-story.ts'

test('the conversation of docs/agent.md goes as the page says', async () => {
  expect(await playPage('agent')).toEqual({ steps: 1, files: 4, difference: '' })
}, 60_000)
