/** Invalid bodies for the methods of machines, sent by an enrolled machine with a valid proof, get the right error code. */
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { enrolMachine, newCode, onStore, startTeam, type TestMachine, uploadRoot } from '../../testing/index.ts'
import { DeviceService } from '../../wire/index.ts'
import { bodyKinds } from './bodies/bodies.ts'

onStore('sqlite', 'bodies from machines', (bench) => {
  let url: string
  let machine: TestMachine
  beforeAll(async () => {
    const team = await startTeam(bench)
    await uploadRoot(team.owner, team.teamId)
    url = team.url
    machine = await enrolMachine(url, await newCode(team.owner, team.teamId))
  })
  const post = async (method: string, body: Buffer, headers: Readonly<Record<string, string>>) => {
    const target = `/hookline.team.v1.DeviceService/${method}`
    const own = { authorization: `Bearer ${machine.token}`, 'hookline-proof': machine.proof('POST', target, body) }
    const sent = { method: 'POST', body: new Uint8Array(body), headers: { ...own, ...headers } }
    return (await fetch(`${url}${target}`, sent)).status
  }
  const [proto, json] = [{ 'content-type': 'application/proto' }, { 'content-type': 'application/json' }]

  test.each([
    ['garbage protobuf', Buffer.from('\xff\xff\xff\xff', 'latin1'), proto, 400],
    ['a field that was cut', Buffer.from('\x0a\x80', 'latin1'), proto, 400],
    ['garbage JSON', Buffer.from('{"revision": '), json, 400],
    ['very deep JSON', Buffer.from('['.repeat(50_000)), json, 400],
    ['a form', Buffer.from('a=b'), { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['no type', Buffer.from('{}'), { 'content-type': '' }, 415],
    ['gzip that is none', Buffer.from('plain'), { ...proto, 'content-encoding': 'gzip' }, 400],
    [
      'a bomb',
      gzipSync(Buffer.alloc(8 * bodyKinds.script.bytes), { level: 9 }),
      { ...proto, 'content-encoding': 'gzip' },
      400,
    ],
    ['too much', Buffer.alloc(bodyKinds.script.bytes + 1), proto, 413],
  ] as const)('%s is answered with its code by every method', async (_what, body, headers, status) => {
    for (const { name } of DeviceService.methods)
      expect([name, await post(name, body, headers)]).toEqual([name, status])
    expect(await post('Sync', Buffer.from('{}'), json)).toBe(200)
  })

  test('a Sync with an invalid revision is refused', async () => {
    for (const revision of ['"x"', '-1', '1e99', '{}', '[]', 'true', '""', '[7]'])
      expect([revision, await post('Sync', Buffer.from(`{"revision":${revision}}`), json)]).toEqual([revision, 400])
    for (const body of ['null', '[]', '1', '""', ''])
      expect([body, await post('Sync', Buffer.from(body), json)]).toEqual([body, 400])
  })
})
