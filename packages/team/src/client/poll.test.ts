import { writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { newMachine } from '../testing/client.ts'
import { giveRoot, newCode, onStore, startTeam } from '../testing/index.ts'
import { enroll } from './enroll.ts'
import { placesOf, thisMachine } from './machine.ts'
import { syncTeam } from './sync.ts'

onStore('sqlite', 'the poll', (bench) => {
  /** A machine at the real server, and what it asks for, with what it proves itself by. */
  async function polling() {
    const { url, owner, teamId, pass } = await startTeam(bench)
    await giveRoot(owner, teamId)
    const asked: string[] = []
    const between = createServer((from, to) => {
      const { pathname } = new URL(from.url ?? '', url)
      asked.push(`${pathname.split('/').at(-1)} ${from.headers.authorization?.split(' ')[0]}`)
      const forward = request(`${url}${from.url}`, { method: from.method, headers: from.headers }, (answer) => {
        to.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(to)
      })
      from.pipe(forward)
    })
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
    bench.undo(() => between.close())
    const { home } = newMachine()
    let skew = 0
    const machine = thisMachine({ home, now: () => Date.now() + skew })
    const address = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
    await enroll(machine, { url: address, code: await newCode(owner, teamId) })
    const synced = async () => {
      asked.length = 0
      const { state } = await syncTeam(machine, teamId)
      return [state, ...asked]
    }
    const later = (ms: number) => {
      pass(ms)
      skew += ms
    }
    return { owner, teamId, places: placesOf(machine, teamId), synced, later }
  }
  const hour = 3_600_000

  test('a machine with nothing new asks one thing, by its ticket', async () => {
    const { synced, later } = await polling()
    expect(await synced()).toEqual(['current', 'Sync Ticket'])
    later(hour)
    expect(await synced()).toEqual(['current', 'Sync Ticket'])
  })

  test('a ticket that ended is replaced by a signature', async () => {
    const { synced, later } = await polling()
    later(25 * hour)
    const again = await synced()
    expect(again.slice(0, 3)).toEqual(['current', 'Sync Ticket', 'Sync Bearer'])
    expect(again.at(-1)).toBe('Heartbeat Bearer')
    expect(await synced()).toEqual(['current', 'Sync Ticket'])
  })

  test('what was kept of the last poll may be anything', async () => {
    const { synced, places } = await polling()
    for (const text of ['', '{', '{"ticket":"a\\r\\nb","told":5}', '{"ticket":"x.y.z"}', '[]']) {
      writeFileSync(places.polled, text)
      expect([text, (await synced()).includes('Sync Bearer')]).toEqual([text, true])
      expect([text, await synced()]).toEqual([text, ['current', 'Sync Ticket']])
    }
  })

  test('a revoked machine learns it by its ticket', async () => {
    const { owner, teamId, synced, places } = await polling()
    const { devices } = (await owner.call('AdminService/ListDevices', { teamId })).body
    await owner.call('AdminService/RevokeDevice', { teamId, deviceId: devices[0].id })
    expect(await synced()).toEqual(['removed', 'Sync Ticket'])
    expect(() => writeFileSync(places.polled, '', { flag: 'r+' })).toThrow('ENOENT')
  })
})
