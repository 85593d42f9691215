/** A network, or a server, in somebody else's hands: nothing of theirs runs, the old set stays, and it is reported (SAFETY C1, C2, C4, C5, C8, C10). */
import { cpSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'

import { describe, expect, test } from 'vitest'
import { deny, enrolled, inForce, inMemory, moveTo, newMachine, newSigner, numbered } from '../testing/client.ts'
import { newSigningKey } from '../testing/root.ts'
import { hookWith, releaseFiles, type TestServer, testTeam } from '../testing/signer.ts'

import { type Machine, thisMachine } from './machine.ts'
import { teamStatus } from './status.ts'
import { syncTeam } from './sync.ts'

type Bench = Awaited<ReturnType<typeof enrolled>>

/** Whatever was offered, release 1 is in force and the server was told why. */
async function expectRefused({ server, home, machine }: Bench, why: RegExp): Promise<void> {
  const before = inForce(home)
  const result = await syncTeam(machine, testTeam)
  expect(result).toMatchObject({
    state: 'kept',
    revision: 1,
    failure: { kind: 'refused', message: expect.stringMatching(why) },
  })
  expect(inForce(home)).toEqual(before)
  expect(server.heartbeats.at(-1)?.refused).toMatch(why)
  expect(teamStatus(machine, testTeam)).toMatchObject({ set: 'good', failure: { kind: 'refused' } })
}

describe('what is not what the team signed', () => {
  test('rollback: an old release again', async () => {
    const bench = await enrolled()
    const old = new Map(bench.server.files)
    bench.server.release(numbered(2))
    expect(await syncTeam(bench.machine, testTeam)).toMatchObject({ state: 'updated', revision: 2 })
    for (const [path, body] of old) bench.server.files.set(path, body)
    const after = await syncTeam(bench.machine, testTeam)
    expect(after).toMatchObject({
      state: 'kept',
      revision: 2,
      failure: { kind: 'refused', message: expect.stringMatching(/older/) },
    })
    expect(inForce(bench.home)?.['guard-1.sh']).toBe(deny('v2'))
    expect(bench.server.heartbeats.at(-1)?.refused).toMatch(/older/)
  })

  test('freeze: everything has expired', async () => {
    const bench = await enrolled()
    const past = '2020-01-01T00:00:00Z'
    bench.server.release({ ...numbered(2), expires: { timestamp: past } })
    await expectRefused(bench, /too long ago/)
    bench.server.release({ ...numbered(3), expires: { snapshot: past } })
    await expectRefused(bench, /expired|too long ago/)
  })

  test('fast-forward: numbers as high as they go, and the way back by a new root', async () => {
    const bench = await enrolled()
    const { server, machine, home } = bench
    server.release({ ...numbered(2 ** 40), hooks: [] })
    expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 2 ** 40 })
    const others = { targets: newSigningKey(), snapshot: newSigningKey(), timestamp: newSigningKey() }
    server.rotate([server.rootKey], [server.rootKey], others)
    server.release(numbered(2 ** 40 + 1))
    expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 2 ** 40 + 1 })
    expect(inForce(home)?.['guard-1.sh']).toBe(deny(`v${2 ** 40 + 1}`))
  })

  test('mix-and-match: the snapshot of one release, the targets of another', async () => {
    const bench = await enrolled()
    bench.server.release(numbered(2))
    bench.server.files.set(
      'metadata/2.targets.json',
      releaseFiles({ ...numbered(2), hooks: [] }, bench.server.online).get('metadata/2.targets.json') as Buffer,
    )
    await expectRefused(bench, /not what the team signed/)
  })

  test('wrong target: another script, itself signed once, under the name of this one', async () => {
    const bench = await enrolled()
    bench.server.release(numbered(2, 1))
    const scripts = [...bench.server.files].filter(([path]) => path.startsWith('targets/scripts/'))
    const [first, second] = scripts.slice(-2)
    bench.server.files.set(first?.[0] ?? '', second?.[1] as Buffer)
    await expectRefused(bench, /not what the team signed|longer than/)
  })

  test('another key, that of nobody', async () => {
    const bench = await enrolled()
    const stranger = await newSigner()
    stranger.release(numbered(2))
    for (const [path, body] of stranger.files) if (!path.includes('root')) bench.server.files.set(path, body)
    await expectRefused(bench, /not what the team signed/)
  })

  test.each<readonly [string, Parameters<TestServer['release']>[0], RegExp]>([
    ['of another team', { ...numbered(2), team: 'hl_zzzzzzzzzzzzzzzz' }, /another team/],
    ['of a later form', { ...numbered(2), schema: 2 }, /update hookline/],
    ['with a script that is not in it', { ...numbered(2), scripts: {} }, /has no "scripts/],
    [
      'with a target elsewhere',
      { version: 2, hooks: [{ ...hookWith(1, '').hook, target: '../../etc/passwd' }] },
      /target/,
    ],
    ['with an id that is none', { version: 2, hooks: [{ ...hookWith(1, '').hook, id: '1' }] }, /"id"/],
  ])('a list %s', async (_, release, why) => {
    const bench = await enrolled()
    bench.server.release(release)
    await expectRefused(bench, why)
  })
})

describe('roots', () => {
  test('fifty new ones one after the other are followed', async () => {
    const { server, machine, home } = await enrolled()
    let key = server.rootKey
    for (let count = 0; count < 50; count += 1) {
      const next = newSigningKey()
      server.rotate([next], [key, next])
      key = next
    }
    server.release(numbered(2))
    expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 2 })
    expect(inForce(home)?.['guard-1.sh']).toBe(deny('v2'))
  })

  test.each([
    [
      'not signed by the one before',
      (server: TestServer) => {
        const next = newSigningKey()
        server.rotate([next], [next])
      },
    ],
    ['not signed by its own key', (server: TestServer) => server.rotate([newSigningKey()], [server.rootKey])],
  ])('one that is %s is refused', async (_, rotate) => {
    const bench = await enrolled()
    rotate(bench.server)
    bench.server.release(numbered(2))
    await expectRefused(bench, /not what the team signed/)
  })
})

describe('answers without an end', () => {
  const endless = (response: ServerResponse) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }
  const slow = (body: Buffer) => (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': body.length })
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  }

  test.each([
    'metadata/2.root.json',
    'metadata/timestamp.json',
    'metadata/2.snapshot.json',
    'metadata/2.targets.json',
    'targets/',
  ])('endless data of %s is cut off and refused', async (path) => {
    const bench = await enrolled()
    bench.server.release(numbered(2))
    bench.server.files.set('metadata/2.root.json', Buffer.from('{}'))
    if (!path.includes('root')) bench.server.files.delete('metadata/2.root.json')
    bench.server.alter = (name, body) => (name.startsWith(path) ? endless : body)
    await expectRefused(bench, /longer than/)
  })

  test('slow retrieval ends in time, and the set stays', async () => {
    const bench = await enrolled({ answerMs: 400 })
    bench.server.release(numbered(2))
    bench.server.alter = (name, body) => (name.startsWith('targets/') ? slow(body) : body)
    const before = inForce(bench.home)
    const result = await syncTeam(bench.machine, testTeam)
    expect(result).toMatchObject({
      state: 'kept',
      failure: { kind: 'unreachable', message: expect.stringMatching(/no whole answer within/) },
    })
    expect(inForce(bench.home)).toEqual(before)
  })
})

/** Many machines at once, all in the state after release 1; each trial begins from it again. */
async function trials<T>(
  bench: Bench,
  items: readonly T[],
  trial: (item: T, home: string, machine: Machine) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const worker = async () => {
    const { home } = newMachine({}, inMemory)
    const machine = thisMachine({ home, limits: bench.machine.limits })
    for (let item = left.pop(); item !== undefined; item = left.pop()) {
      rmSync(home, { recursive: true, force: true })
      cpSync(bench.home, home, { recursive: true, verbatimSymlinks: true })
      await trial(item, home, machine)
    }
  }
  await Promise.all(Array.from({ length: 6 }, worker))
}

describe('each byte', () => {
  const samples = Number(process.env.HOOKLINE_FLIPS ?? 2000)

  test(`${samples} bytes flipped, one at a time, over metadata and scripts: old or as signed, never anything else`, async () => {
    const bench = await enrolled({}, numbered(1, 1), inMemory)
    const old = inForce(bench.home)
    const release = numbered(2, 1)
    const bodies = [...releaseFiles(release, bench.server.online)]
    const bytes = bodies.flatMap(([path, body]) => Array.from(body.keys(), (at) => ({ path, at })))
    const step = Math.max(1, Math.floor(bytes.length / samples))
    const picked = bytes.filter((_, index) => index % step === 0).slice(0, samples)
    const wanted = await asSigned(release, bench)
    let refused = 0
    let same = 0
    // Each trial has a server of its own, so that trials can run beside one another.
    const servers = await Promise.all(Array.from({ length: 6 }, () => sameTeam(bench.server, release)))
    const free = [...servers]
    await trials(bench, picked, async ({ path, at }, home, machine) => {
      const server = free.pop() as TestServer
      server.alter = (name, body) => (name === path ? flipped(body, at) : body)
      moveTo(server.url, home)
      const result = await syncTeam(machine, testTeam)
      if (result.state === 'kept') {
        expect(inForce(home), `${path} ${at}`).toEqual(old)
        expect(result.failure?.kind, `${path} ${at}: ${result.failure?.message}`).toBe('refused')
        expect(server.heartbeats.at(-1)?.refused).not.toBe('')
        refused += 1
      } else {
        // A digit of a signature in capital letters is the same signature.
        expect(inForce(home), `${path} ${at}`).toEqual(wanted)
        expect(path).toMatch(/^metadata\/timestamp/)
        same += 1
      }
      free.push(server)
    })
    for (const server of servers) await server.close()
    expect(refused + same).toBe(picked.length)
    expect(refused).toBeGreaterThan(picked.length * 0.95)
  }, 900_000)

  test('each download cut at many points: the old set stays, and the next sync brings the new one', async () => {
    const bench = await enrolled({}, numbered(1), inMemory)
    const old = inForce(bench.home)
    const release = numbered(2)
    const bodies = [...releaseFiles(release, bench.server.online)]
    const points = bodies.flatMap(([path, body]) =>
      Array.from({ length: 25 }, (_, at) => ({ path, at: Math.floor((body.length * at) / 25), ends: at % 2 === 0 })),
    )
    const wanted = await asSigned(release, bench)
    const servers = await Promise.all(Array.from({ length: 6 }, () => sameTeam(bench.server, release)))
    const free = [...servers]
    await trials(bench, points, async ({ path, at, ends }, home, machine) => {
      const server = free.pop() as TestServer
      server.alter = (name, body) => (name === path ? cut(body, at, ends) : body)
      moveTo(server.url, home)
      expect(await syncTeam(machine, testTeam), `${path} ${at}`).toMatchObject({ state: 'kept', revision: 1 })
      expect(inForce(home), `${path} ${at}`).toEqual(old)
      server.alter = undefined
      expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 2 })
      expect(inForce(home)).toEqual(wanted)
      free.push(server)
    })
    for (const server of servers) await server.close()
  }, 300_000)
})

const flipped = (body: Buffer, at: number): Buffer => {
  const other = Buffer.from(body)
  other[at] = (other[at] ?? 0) ^ (1 << (at % 8))
  return other
}

/** With the length that was promised and the connection ended before, or as if that were all. */
const cut = (body: Buffer, at: number, ends: boolean) => (response: ServerResponse) => {
  response.writeHead(200, ends ? {} : { 'content-length': body.length })
  response.write(body.subarray(0, at))
  if (ends) response.end()
  else setTimeout(() => response.destroy(), 5)
}

/** A second server with the same keys and the next release. */
async function sameTeam(server: TestServer, release: Parameters<TestServer['release']>[0]): Promise<TestServer> {
  const other = await newSigner()
  other.files.clear()
  for (const [path, body] of [...server.files, ...releaseFiles(release, server.online)]) other.files.set(path, body)
  other.revision = release.version
  return other
}

async function asSigned(release: Parameters<TestServer['release']>[0], bench: Bench) {
  const server = await sameTeam(bench.server, release)
  const { home } = newMachine({}, inMemory)
  cpSync(bench.home, home, { recursive: true, verbatimSymlinks: true })
  moveTo(server.url, home)
  await syncTeam(thisMachine({ home }), testTeam)
  return inForce(home)
}
