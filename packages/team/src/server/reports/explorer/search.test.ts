import { expect, test } from 'vitest'
import { eachStore, enrolMachine, newCode, startTeam, uploadRoot } from '../../../testing/index.ts'
import { parsePosition } from './position.ts'
import { searchDecisions } from './search.ts'

eachStore('a search without time', (bench) => {
  test('stops after the first hour, says where, and the next search continues there', async () => {
    const { server, url, owner, teamId } = await startTeam(bench)
    await uploadRoot(owner, teamId)
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    const hour = 3_600_000
    const decisions = [0, 2, 4].map((hours, n) => ({
      sequence: String(n + 1),
      at: new Date(Date.now() - hours * hour).toISOString(),
      event: 'stop',
      verdict: 'allow',
    }))
    await machine.call('DeviceService/Report', { decisions })
    const filter = { from: 0, to: Number.MAX_SAFE_INTEGER }
    const seen: number[] = []
    let before = parsePosition('')
    for (let round = 0; round < 3; round += 1) {
      const options = { filter, before, limit: 50, budgetMs: -1 }
      const found = await server.context.store.inTeam(teamId, (q) => searchDecisions(q, options))
      expect([found.rows.length, found.isPartial]).toEqual([1, round < 2])
      seen.push(...found.rows.map(({ sequence }) => sequence))
      before = found.next
    }
    expect(seen).toEqual([1, 2, 3])
  })
})
