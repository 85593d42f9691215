import { expect, test } from 'vitest'
import { forEachTeam } from './each-team.ts'

const lines: string[] = []
// This function uses nothing else of a store.
const services = {
  store: { isUnavailable: (error: unknown) => error === 'away' } as never,
  log: (line: string) => void lines.push(line),
}

test('a team that waits does not keep the others from their turn', async () => {
  const done: string[] = []
  let release = () => {}
  const blocked = new Promise<void>((resolve) => {
    release = resolve
  })
  const act = async (team: string) => {
    if (team === 'slow') await blocked
    if (team === 'last') release()
    done.push(team)
  }
  await forEachTeam(services, ['slow', 'first', 'second', 'last'], act, 2)
  expect(done.toSorted()).toEqual(['first', 'last', 'second', 'slow'])
})

test('a team for which it fails is logged, and the others have their turn', async () => {
  const done: string[] = []
  const act = async (team: string) => {
    if (team === 'bad') throw new Error('broken')
    done.push(team)
  }
  for (const atOnce of [1, 3]) await forEachTeam(services, ['bad', 'one', 'two'], act, atOnce)
  expect(done).toEqual(['one', 'two', 'one', 'two'])
  expect(lines).toEqual([
    expect.stringContaining('team bad: Error: broken'),
    expect.stringContaining('team bad: Error: broken'),
  ])
})

test('stops if the database is unavailable, after what has begun has ended', async () => {
  const done: string[] = []
  const act = async (team: string) => {
    if (team === 'one') throw 'away'
    done.push(team)
  }
  await expect(forEachTeam(services, ['one', 'two', 'three'], act)).rejects.toBe('away')
  expect(done).toEqual([])
})
