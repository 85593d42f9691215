/** An attacker controls the network or the server: nothing of theirs runs, the old set stays, and the client reports it (SAFETY C1, C2, C4, C5, C8, C10). */
import { cpSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'

import { describe, expect, test } from 'vitest'
import {
  deny,
  enrolledMachine,
  inMemory,
  moveTo,
  newMachine,
  newSigner,
  numberedRelease,
  readInForce,
} from '../testing/client.ts'
import { newSigningKey } from '../testing/root.ts'
import { hookWith, releaseFiles, type TestServer, testTeam } from '../testing/signer.ts'

import { type Machine, thisMachine } from './device/machine.ts'
import { readTeamStatus } from './status.ts'
import { syncTeam } from './sync.ts'

type Setup = Awaited<ReturnType<typeof enrolledMachine>>

/** Expects that release 1 stays in force and that the server gets the reason. */
async function expectRefused({ server, home, machine }: Setup, why: RegExp): Promise<void> {
  const before = readInForce(home)
  const result = await syncTeam(machine, testTeam)
  expect(result).toMatchObject({
    state: 'kept',
    revision: 1,
    failure: { kind: 'refused', message: expect.stringMatching(why) },
  })
  expect(readInForce(home)).toEqual(before)
  expect(server.heartbeats.at(-1)?.refused).toMatch(why)
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ set: 'good', failure: { kind: 'refused' } })
}

describe('files that the team did not sign', () => {
  test('rollback: an older release is refused', async () => {
    const setup = await enrolledMachine()
    const old = new Map(setup.server.files)
    setup.server.release(numberedRelease(2))
    expect(await syncTeam(setup.machine, testTeam)).toMatchObject({ state: 'updated', revision: 2 })
    for (const [path, body] of old) setup.server.files.set(path, body)
    const after = await syncTeam(setup.machine, testTeam)
    expect(after).toMatchObject({
      state: 'kept',
      revision: 2,
      failure: { kind: 'refused', message: expect.stringMatching(/older/) },
    })
    expect(readInForce(setup.home)?.['guard-1.sh']).toBe(deny('v2'))
    expect(setup.server.heartbeats.at(-1)?.refused).toMatch(/older/)
  })

  test('freeze: expired metadata is refused', async () => {
    const setup = await enrolledMachine()
    const past = '2020-01-01T00:00:00Z'
    setup.server.release({ ...numberedRelease(2), expires: { timestamp: past } })
    await expectRefused(setup, /too long ago/)
    setup.server.release({ ...numberedRelease(3), expires: { snapshot: past } })
    await expectRefused(setup, /expired|too long ago/)
  })

  test('fast-forward: a new root recovers from very high version numbers', async () => {
    const setup = await enrolledMachine()
    const { server, machine, home } = setup
    server.release({ ...numberedRelease(2 ** 40), hooks: [] })
    expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 2 ** 40 })
    const newKeys = { targets: newSigningKey(), snapshot: newSigningKey(), timestamp: newSigningKey() }
    server.rotate([server.rootKey], [server.rootKey], newKeys)
    server.release(numberedRelease(2 ** 40 + 1))
    expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 2 ** 40 + 1 })
    expect(readInForce(home)?.['guard-1.sh']).toBe(deny(`v${2 ** 40 + 1}`))
  })

  test('mix-and-match: a snapshot with the targets of another release is refused', async () => {
    const setup = await enrolledMachine()
    setup.server.release(numberedRelease(2))
    setup.server.files.set(
      'metadata/2.targets.json',
      releaseFiles({ ...numberedRelease(2), hooks: [] }, setup.server.online).get('metadata/2.targets.json') as Buffer,
    )
    await expectRefused(setup, /not match what the team signed/)
  })

  test('wrong target: another signed script under the name of this one is refused', async () => {
    const setup = await enrolledMachine()
    setup.server.release(numberedRelease(2, 1))
    const scripts = [...setup.server.files].filter(([path]) => path.startsWith('targets/scripts/'))
    const [first, second] = scripts.slice(-2)
    setup.server.files.set(first?.[0] ?? '', second?.[1] as Buffer)
    await expectRefused(setup, /not match what the team signed|longer than/)
  })

  test('files signed with an unknown key are refused', async () => {
    const setup = await enrolledMachine()
    const stranger = await newSigner()
    stranger.release(numberedRelease(2))
    for (const [path, body] of stranger.files) if (!path.includes('root')) setup.server.files.set(path, body)
    await expectRefused(setup, /not match what the team signed/)
  })

  test.each<readonly [string, Parameters<TestServer['release']>[0], RegExp]>([
    ['of another team', { ...numberedRelease(2), team: 'hl_zzzzzzzzzzzzzzzz' }, /another team/],
    ['with a later schema', { ...numberedRelease(2), schema: 3 }, /npm update -g hookline/],
    ['without one of its scripts', { ...numberedRelease(2), scripts: {} }, /has no "scripts/],
    [
      'with a target outside the repository',
      { version: 2, hooks: [{ ...hookWith(1, '').hook, target: '../../etc/passwd' }] },
      /target/,
    ],
    ['with an invalid id', { version: 2, hooks: [{ ...hookWith(1, '').hook, id: '1' }] }, /"id"/],
  ])('a list %s is refused', async (_, release, why) => {
    const setup = await enrolledMachine()
    setup.server.release(release)
    await expectRefused(setup, why)
  })
})

describe('roots', () => {
  test('a machine follows fifty new roots in a row', async () => {
    const { server, machine, home } = await enrolledMachine()
    let key = server.rootKey
    for (let count = 0; count < 50; count += 1) {
      const next = newSigningKey()
      server.rotate([next], [key, next])
      key = next
    }
    server.release(numberedRelease(2))
    expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 2 })
    expect(readInForce(home)?.['guard-1.sh']).toBe(deny('v2'))
  })

  test.each([
    [
      'not signed by the previous root',
      (server: TestServer) => {
        const next = newSigningKey()
        server.rotate([next], [next])
      },
    ],
    ['not signed by its own key', (server: TestServer) => server.rotate([newSigningKey()], [server.rootKey])],
  ])('a root that is %s is refused', async (_, rotate) => {
    const setup = await enrolledMachine()
    rotate(setup.server)
    setup.server.release(numberedRelease(2))
    await expectRefused(setup, /not match what the team signed/)
  })
})

describe('endless and slow responses', () => {
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
  ])('endless data for %s is cut off and refused', async (path) => {
    const setup = await enrolledMachine()
    setup.server.release(numberedRelease(2))
    setup.server.files.set('metadata/2.root.json', Buffer.from('{}'))
    if (!path.includes('root')) setup.server.files.delete('metadata/2.root.json')
    setup.server.alter = (name, body) => (name.startsWith(path) ? endless : body)
    await expectRefused(setup, /longer than/)
  })

  test('a slow download ends at the time limit, and the set stays', async () => {
    const setup = await enrolledMachine({ responseMs: 400 })
    setup.server.release(numberedRelease(2))
    setup.server.alter = (name, body) => (name.startsWith('targets/') ? slow(body) : body)
    const before = readInForce(setup.home)
    const result = await syncTeam(setup.machine, testTeam)
    expect(result).toMatchObject({
      state: 'kept',
      failure: { kind: 'unreachable', message: expect.stringMatching(/no complete response within/) },
    })
    expect(readInForce(setup.home)).toEqual(before)
  })
})

/** Runs the trials on several machines at once. Each trial starts from the state after release 1. */
async function runTrials<T>(
  setup: Setup,
  items: readonly T[],
  trial: (item: T, home: string, machine: Machine) => Promise<void>,
): Promise<void> {
  const remaining = [...items]
  const worker = async () => {
    const { home } = newMachine({}, inMemory)
    const machine = thisMachine({ home, limits: setup.machine.limits })
    for (let item = remaining.pop(); item !== undefined; item = remaining.pop()) {
      rmSync(home, { recursive: true, force: true })
      cpSync(setup.home, home, { recursive: true, verbatimSymlinks: true })
      await trial(item, home, machine)
    }
  }
  await Promise.all(Array.from({ length: 6 }, worker))
}

describe('each byte', () => {
  const samples = Number(process.env.HOOKLINE_FLIPS ?? 250)

  test(`${samples} flipped bytes in metadata and scripts, one at a time, leave the old set or the signed set`, async () => {
    const setup = await enrolledMachine({}, numberedRelease(1, 1), inMemory)
    const old = readInForce(setup.home)
    const release = numberedRelease(2, 1)
    const bodies = [...releaseFiles(release, setup.server.online)]
    const bytes = bodies.flatMap(([path, body]) => Array.from(body.keys(), (at) => ({ path, at })))
    const step = Math.max(1, Math.floor(bytes.length / samples))
    const picked = bytes.filter((_, index) => index % step === 0).slice(0, samples)
    const wanted = await installSigned(release, setup)
    let refused = 0
    let unaffected = 0
    // Each trial uses its own server, so that trials can run at the same time.
    const servers = await Promise.all(Array.from({ length: 6 }, () => createMirror(setup.server, release)))
    const free = [...servers]
    await runTrials(setup, picked, async ({ path, at }, home, machine) => {
      const server = free.pop() as TestServer
      server.alter = (name, body) => (name === path ? flipBit(body, at) : body)
      moveTo(server.url, home)
      const result = await syncTeam(machine, testTeam)
      if (result.state === 'kept') {
        expect(readInForce(home), `${path} ${at}`).toEqual(old)
        expect(result.failure?.kind, `${path} ${at}: ${result.failure?.message}`).toBe('refused')
        expect(server.heartbeats.at(-1)?.refused).not.toBe('')
        refused += 1
      } else {
        // A hexadecimal digit in upper case gives the same signature.
        expect(readInForce(home), `${path} ${at}`).toEqual(wanted)
        expect(path).toMatch(/^metadata\/timestamp/)
        unaffected += 1
      }
      free.push(server)
    })
    for (const server of servers) await server.close()
    expect(refused + unaffected).toBe(picked.length)
    expect(refused).toBeGreaterThan(picked.length * 0.95)
  }, 900_000)

  test('a download that is cut off anywhere leaves the old set, and the next sync installs the new one', async () => {
    const setup = await enrolledMachine({}, numberedRelease(1), inMemory)
    const old = readInForce(setup.home)
    const release = numberedRelease(2)
    const bodies = [...releaseFiles(release, setup.server.online)]
    const points = bodies.flatMap(([path, body]) =>
      Array.from({ length: 25 }, (_, at) => ({ path, at: Math.floor((body.length * at) / 25), ends: at % 2 === 0 })),
    )
    const wanted = await installSigned(release, setup)
    const servers = await Promise.all(Array.from({ length: 6 }, () => createMirror(setup.server, release)))
    const free = [...servers]
    await runTrials(setup, points, async ({ path, at, ends }, home, machine) => {
      const server = free.pop() as TestServer
      server.alter = (name, body) => (name === path ? cutOff(body, at, ends) : body)
      moveTo(server.url, home)
      expect(await syncTeam(machine, testTeam), `${path} ${at}`).toMatchObject({ state: 'kept', revision: 1 })
      expect(readInForce(home), `${path} ${at}`).toEqual(old)
      server.alter = undefined
      expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 2 })
      expect(readInForce(home)).toEqual(wanted)
      free.push(server)
    })
    for (const server of servers) await server.close()
  })
})

const flipBit = (body: Buffer, at: number): Buffer => {
  const copy = Buffer.from(body)
  copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8))
  return copy
}

/** Sends the first bytes, then either closes the connection before the declared length or ends as if that were all. */
const cutOff = (body: Buffer, at: number, ends: boolean) => (response: ServerResponse) => {
  response.writeHead(200, ends ? {} : { 'content-length': body.length })
  response.write(body.subarray(0, at))
  if (ends) response.end()
  else setTimeout(() => response.destroy(), 5)
}

/** Starts a second server with the same keys and the next release. */
async function createMirror(server: TestServer, release: Parameters<TestServer['release']>[0]): Promise<TestServer> {
  const copy = await newSigner()
  copy.files.clear()
  for (const [path, body] of [...server.files, ...releaseFiles(release, server.online)]) copy.files.set(path, body)
  copy.revision = release.version
  return copy
}

async function installSigned(release: Parameters<TestServer['release']>[0], setup: Setup) {
  const server = await createMirror(setup.server, release)
  const { home } = newMachine({}, inMemory)
  cpSync(setup.home, home, { recursive: true, verbatimSymlinks: true })
  moveTo(server.url, home)
  await syncTeam(thisMachine({ home }), testTeam)
  return readInForce(home)
}
