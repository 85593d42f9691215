import { writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { newMachine } from '../testing/client.ts'
import { newCode, onStore, startTeam, uploadRoot } from '../testing/index.ts'
import { clientPaths, thisMachine } from './device/machine.ts'
import { enroll } from './enroll.ts'
import { syncTeam } from './sync.ts'

onStore('sqlite', 'the poll', (bench) => {
  /** A machine at the real server behind a proxy that records each request and how it is authenticated. */
  async function startPolling() {
    const { url, owner, teamId, advanceClock } = await startTeam(bench)
    await uploadRoot(owner, teamId)
    const requests: string[] = []
    const proxy = createServer((from, to) => {
      const { pathname } = new URL(from.url ?? '', url)
      requests.push(`${pathname.split('/').at(-1)} ${from.headers.authorization?.split(' ')[0]}`)
      const forward = request(`${url}${from.url}`, { method: from.method, headers: from.headers }, (response) => {
        to.writeHead(response.statusCode ?? 500, response.headers)
        response.pipe(to)
      })
      from.pipe(forward)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    bench.undo(() => proxy.close())
    const { home } = newMachine()
    let skew = 0
    const machine = thisMachine({ home, now: () => Date.now() + skew })
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    await enroll(machine, { url: address, code: await newCode(owner, teamId) })
    const syncOnce = async () => {
      requests.length = 0
      const { state } = await syncTeam(machine, teamId)
      return [state, ...requests]
    }
    const advance = (ms: number) => {
      advanceClock(ms)
      skew += ms
    }
    return { owner, teamId, paths: clientPaths(machine, teamId), syncOnce, advance }
  }
  const hour = 3_600_000

  test('a machine without changes sends one request with its ticket', async () => {
    const { syncOnce, advance } = await startPolling()
    expect(await syncOnce()).toEqual(['current', 'Sync Ticket'])
    advance(hour)
    expect(await syncOnce()).toEqual(['current', 'Sync Ticket'])
  })

  test('an expired ticket is replaced by a signed request', async () => {
    const { syncOnce, advance } = await startPolling()
    advance(25 * hour)
    const again = await syncOnce()
    expect(again.slice(0, 3)).toEqual(['current', 'Sync Ticket', 'Sync Bearer'])
    expect(again.at(-1)).toBe('Heartbeat Bearer')
    expect(await syncOnce()).toEqual(['current', 'Sync Ticket'])
  })

  test('a damaged poll state is ignored', async () => {
    const { syncOnce, paths } = await startPolling()
    for (const text of ['', '{', '{"ticket":"a\\r\\nb","lastHeartbeat":5}', '{"ticket":"x.y.z"}', '[]']) {
      writeFileSync(paths.polled, text)
      expect([text, (await syncOnce()).includes('Sync Bearer')]).toEqual([text, true])
      expect([text, await syncOnce()]).toEqual([text, ['current', 'Sync Ticket']])
    }
  })

  test('a revoked machine gets the revocation for its ticket', async () => {
    const { owner, teamId, syncOnce, paths } = await startPolling()
    const { devices } = (await owner.call('AdminService/ListDevices', { teamId })).body
    await owner.call('AdminService/RevokeDevice', { teamId, deviceId: devices[0].id })
    expect(await syncOnce()).toEqual(['removed', 'Sync Ticket'])
    expect(() => writeFileSync(paths.polled, '', { flag: 'r+' })).toThrow('ENOENT')
  })
})
