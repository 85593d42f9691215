import { expect, test } from 'vitest'
import { type Facts, findIssues, summarizeIssues } from './issues.ts'

const good: Facts = {
  pauses: [],
  rollout: { revision: 3n, revisions: [{ revision: 3n, devices: 4 }] as never, devices: 4, refused: 0, inactive: 0 },
  hooks: [{ hookId: 1n, scriptName: 'guard.sh', runs: 10n, failures: 0n }],
}
test('a team without issues says so', () => {
  expect(findIssues(good)).toEqual([])
  expect(summarizeIssues([])).toBe('Nothing is wrong now.')
})

test('pauses come first, then failing hooks, then devices', () => {
  const issues = findIssues({
    ...good,
    pauses: [{ id: 7n, hookId: 0n, scriptName: '', until: '2026-01-01T10:00:00Z', author: 'ana', reason: 'bad' }],
    hooks: [{ hookId: 1n, scriptName: 'guard.sh', runs: 1200n, failures: 3n }],
    rollout: {
      ...{ revision: 3n, devices: 6, refused: 1, inactive: 2 },
      revisions: [
        { revision: 3n, devices: 1 },
        { revision: 2n, devices: 3 },
        { revision: 1n, devices: 2 },
      ] as never,
    },
  })
  expect(issues.map(({ label }) => label)).toEqual(['Paused', 'Failing', 'Refused', 'Behind', 'Inactive'])
  expect(issues[0]).toMatchObject({ pauseId: 7n })
  expect(issues[1]?.text).toBe('guard.sh failed in 3 of 1,200 runs in the last hour.')
  expect(issues[3]?.text).toBe('3 of 6 devices do not have revision 3 yet.')
  expect(summarizeIssues(issues)).toBe('5 things need attention now.')
})

test('what is not set up yet is no fault', () => {
  const rollout = { revision: 0n, revisions: [], devices: 0, refused: 0, inactive: 0 }
  expect(findIssues({ ...good, rollout })).toEqual([])
})
