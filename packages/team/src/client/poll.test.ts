import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
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
    /** Answers with this timestamp, as a replica or a cache does that has not seen the newest one. */
    let old: Buffer | undefined
    const proxy = createServer((from, to) => {
      const { pathname } = new URL(from.url ?? '', url)
      const condition = from.headers['if-none-match'] === undefined ? '' : ' if changed'
      requests.push(
        `${pathname.split('/').at(-1)}${from.headers.authorization === undefined ? '' : ' signed'}${condition}`,
      )
      if (old !== undefined && from.headers.authorization !== undefined && pathname.endsWith('timestamp.json')) {
        to.writeHead(200, { 'content-type': 'application/json' }).end(old)
        return
      }
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
    const verifyWith = (timestamp: Buffer | undefined) => {
      old = timestamp
    }
    return { owner, teamId, paths: clientPaths(machine, teamId), syncOnce, advance, verifyWith }
  }
  const hour = 3_600_000
  const unchanged = ['current', 'timestamp.json if changed']

  test('a machine without changes sends one conditional request, and a heartbeat if one is due', async () => {
    const { syncOnce, advance } = await startPolling()
    expect(await syncOnce()).toEqual(unchanged)
    advance(hour)
    expect(await syncOnce()).toEqual([...unchanged, 'Heartbeat signed'])
    expect(await syncOnce()).toEqual(unchanged)
  })

  test('after a change the machine verifies the repository and remembers the new timestamp', async () => {
    const { owner, teamId, syncOnce } = await startPolling()
    const draft = { hookStep: 'stop', scriptName: 'a.sh', scriptContent: '#!/bin/sh\n' }
    await owner.call('AdminService/SaveHook', { teamId, draft })
    await owner.call('AdminService/Publish', { teamId })
    const [state, first, ...rest] = await syncOnce()
    expect([state, first]).toEqual(['updated', 'timestamp.json if changed'])
    expect(rest).toContain('2.targets.json signed')
    expect(await syncOnce()).toEqual(unchanged)
  })

  test('a timestamp that was polled but not verified is not remembered', async () => {
    const { owner, teamId, paths, syncOnce, verifyWith } = await startPolling()
    verifyWith(readFileSync(join(paths.metadata, 'timestamp.json')))
    const draft = { hookStep: 'stop', scriptName: 'a.sh', scriptContent: '#!/bin/sh\n' }
    await owner.call('AdminService/SaveHook', { teamId, draft })
    await owner.call('AdminService/Publish', { teamId })
    expect((await syncOnce())[0]).toBe('current')
    verifyWith(undefined)
    expect((await syncOnce())[0]).toBe('updated')
    expect(await syncOnce()).toEqual(unchanged)
  })

  test('an unchanged timestamp is not trusted for longer than six hours', async () => {
    const { syncOnce, advance } = await startPolling()
    advance(7 * hour)
    expect((await syncOnce()).slice(0, 3)).toEqual([...unchanged, '2.root.json signed'])
  })

  test('a damaged poll state is ignored', async () => {
    const { syncOnce, paths } = await startPolling()
    for (const text of ['', '{', '{"etag":"a\\r\\nb","lastHeartbeat":5}', '{"etag":"\\"x\\""}', '[]']) {
      writeFileSync(paths.polled, text)
      expect([text, (await syncOnce()).includes('timestamp.json signed')]).toEqual([text, true])
      expect([text, await syncOnce()]).toEqual([text, unchanged])
    }
  })

  test('a revoked machine gets the revocation with its heartbeat', async () => {
    const { owner, teamId, syncOnce, advance, paths } = await startPolling()
    const { devices } = (await owner.call('AdminService/ListDevices', { teamId })).body
    await owner.call('AdminService/RevokeDevice', { teamId, deviceId: devices[0].id })
    advance(hour / 2)
    expect(await syncOnce()).toEqual(['removed', 'timestamp.json if changed', 'Heartbeat signed'])
    expect(() => writeFileSync(paths.polled, '', { flag: 'r+' })).toThrow('ENOENT')
  })
})
