import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { SpawnRequest } from '../../runners/command.ts'
import { eventually } from '../../testing/wait-until.ts'
import { createFifos } from './fifos.ts'
import { createParked, type Parked, type ParkedOptions } from './parked.ts'
import { createSpawn } from './spawn.ts'

const directory = mkdtempSync(join(tmpdir(), 'hookline-parked-test-'))
const fifos = createFifos([directory])
const spawn = createSpawn({ directories: [directory], maxParked: 8 })
const made: Parked[] = []
afterEach(async () => {
  for (const one of made.splice(0)) await one.close()
})
afterAll(async () => {
  await spawn.close()
  await fifos.close()
  rmSync(directory, { recursive: true })
})

let hooks = 0
/** Each script writes its process id first, so that a test can see that it was started. */
function hook(script: string, over: Partial<SpawnRequest> = {}) {
  const name = `hook-${hooks++}`
  const pids = join(directory, `${name}.pids`)
  const file = join(directory, `${name}.sh`)
  writeFileSync(file, `echo $$ >> ${pids}\n${script}\n`)
  const request = (stdin: string): SpawnRequest => ({
    shell: '/bin/sh',
    args: [file],
    cwd: directory,
    env: { PATH: process.env.PATH ?? '' },
    stdin: `${stdin}\n`,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    pool: 'project',
    park: { hook: name, stamp: readFileSync(file, 'utf8'), stampNow: () => readFileSync(file, 'utf8') },
    ...over,
  })
  // The shell creates the file before it writes to it.
  const started = () =>
    existsSync(pids)
      ? readFileSync(pids, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      : []
  return { file, request, started, hasStarted: (count: number) => eventually(() => started().length >= count) }
}
function isAlive(pid: string | undefined): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
const ends = (pid: string | undefined) => eventually(() => !isAlive(pid))
const allEnd = (pids: readonly (string | undefined)[]) => eventually(() => !pids.some(isAlive))
/** Runs it once, and waits for the process that is parked then. */
async function parkOne(one: ReturnType<typeof hook>): Promise<string | undefined> {
  await spawn.run(one.request('first'))
  await one.hasStarted(2)
  return one.started()[1]
}

it('leaves no descriptor, no process and no file behind', async () => {
  const open = () => readdirSync('/proc/self/fd').length
  const cycle = async () => {
    const own = createSpawn({ directories: [directory], maxParked: 8 })
    const one = hook('cat')
    for (let count = 2; count < 8; count++) {
      await own.run(one.request('x'))
      await one.hasStarted(count)
    }
    await own.close()
    expect(isAlive(one.started().at(-1))).toBe(false)
  }
  await cycle()
  const before = open()
  await cycle()
  expect(open()).toBe(before)
  expect(readdirSync(directory).filter((name) => name.startsWith('hookline-'))).toEqual([])
})

describe('a parked process', () => {
  it('gets the next event, and only that one', async () => {
    const one = hook('cat')
    expect(await spawn.run(one.request('first'))).toEqual({
      end: { kind: 'exit', code: 0 },
      stdout: 'first\n',
      stderr: '',
    })
    for (let count = 2; count < 5; count++) {
      await one.hasStarted(count)
      const pid = one.started()[count - 1]
      const raw = await spawn.run(one.request(`event ${count}`))
      expect(raw).toEqual({ end: { kind: 'exit', code: 0 }, stdout: `event ${count}\n`, stderr: '', notes: ['parked'] })
      expect(isAlive(pid)).toBe(false)
    }
  })
  it.each(['', 'sleep 0.3; '])('can open its streams by name, also late: %s', async (first) => {
    const one = hook(`${first}cat /dev/stdin > /dev/stdout; echo done > /dev/stderr; exit 2`)
    await parkOne(one)
    expect(await spawn.run(one.request('second'))).toEqual({
      end: { kind: 'exit', code: 2 },
      stdout: 'second\n',
      stderr: 'done\n',
      notes: ['parked'],
    })
  })
  it('has a timeout that counts from its event', async () => {
    const one = hook('read -r event; [ "$event" = first ] || sleep 60', { timeoutMs: 400 })
    const pid = await parkOne(one)
    await sleep(600)
    expect(isAlive(pid)).toBe(true)
    expect((await spawn.run(one.request('second'))).end).toEqual({ kind: 'timeout', afterMs: 400 })
    expect(await ends(pid)).toBe(true)
  })
  it('does not get a large event, and still waits afterwards', async () => {
    const one = hook('wc -c')
    const pid = await parkOne(one)
    const raw = await spawn.run(one.request('x'.repeat(100_000)))
    expect([raw.stdout.trim(), raw.notes]).toEqual(['100001', undefined])
    expect(isAlive(pid)).toBe(true)
  })
})

describe('a parked process is discarded', () => {
  it.each<[string, Partial<SpawnRequest>]>([
    ['a variable', { env: { PATH: process.env.PATH ?? '', SESSION: 'other' } }],
    ['the working directory', { cwd: tmpdir() }],
    ['the source', { pool: 'user' }],
    ['the program', { shell: '/bin/bash' }],
  ])('when %s differs', async (_, over) => {
    const one = hook('cat')
    const pid = await parkOne(one)
    const raw = await spawn.run({ ...one.request('second'), ...over })
    expect([raw.stdout, raw.notes]).toEqual(['second\n', undefined])
    expect(await ends(pid)).toBe(true)
  })
  it('when its script changes', async () => {
    const one = hook('cat >/dev/null; echo old')
    const pid = await parkOne(one)
    writeFileSync(one.file, 'cat >/dev/null; echo new\n')
    const raw = await spawn.run(one.request('second'))
    expect([raw.stdout, raw.notes]).toEqual(['new\n', undefined])
    expect(await ends(pid)).toBe(true)
  })
  it('on request, and the hook is parked again after the next event', async () => {
    const one = hook('cat')
    const pid = await parkOne(one)
    spawn.discardParked?.()
    expect(await ends(pid)).toBe(true)
    expect((await spawn.run(one.request('second'))).notes).toBeUndefined()
    expect(await one.hasStarted(4)).toBe(true)
  })
  it('even if it ignores SIGTERM, without reading an empty event', async () => {
    const seen = join(directory, 'seen')
    const one = hook(`trap '' TERM; cat > ${seen}; wc -c < ${seen} >> ${seen}.sizes`)
    const pid = await parkOne(one)
    spawn.discardParked?.()
    expect(await ends(pid)).toBe(true)
    expect(readFileSync(`${seen}.sizes`, 'utf8').trim()).toBe('6')
  })
})

describe('a hook that acts before it reads', () => {
  it('is not parked again after it printed', async () => {
    const printed = join(directory, 'printed')
    const one = hook(`echo starting; echo >> ${printed}; cat`)
    await parkOne(one)
    await eventually(() => readFileSync(printed, 'utf8').length === 2)
    const raw = await spawn.run(one.request('second'))
    expect([raw.stdout, raw.notes]).toEqual(['starting\nsecond\n', ['not-parked:output']])
    expect((await spawn.run(one.request('third'))).notes).toBeUndefined()
    await sleep(100)
    expect(one.started()).toHaveLength(4)
  })
  it('is not parked again after it ended', async () => {
    const one = hook('exit 2')
    await ends(await parkOne(one))
    await sleep(50)
    const raw = await spawn.run(one.request('second'))
    expect([raw.end, raw.notes]).toEqual([{ kind: 'exit', code: 2 }, ['not-parked:ended']])
  })
  it('runs again if it ends without reading its event', async () => {
    const state = join(directory, 'state')
    const ready = join(directory, 'ready')
    const slow = join(directory, 'slow')
    writeFileSync(state, 'old')
    // While it is parked it looks at a file, and then does not end before it has its event.
    const one = hook(
      `[ ! -e ${slow} ] || pause=2; seen=$(cat ${state}); echo >> ${ready}; sleep \${pause:-0}; echo $seen`,
    )
    writeFileSync(slow, '')
    await parkOne(one)
    await eventually(() => readFileSync(ready, 'utf8').length === 2)
    rmSync(slow)
    writeFileSync(state, 'new')
    const raw = await spawn.run(one.request('second'))
    expect([raw.stdout, raw.notes]).toEqual(['new\n', ['not-parked:unread']])
  })
})

describe('how many wait', () => {
  const park = async (options: ParkedOptions, count: number) => {
    await fifos.refill(2 * count)
    const parked = createParked(fifos, options)
    made.push(parked)
    const all = Array.from({ length: count }, () => hook('cat'))
    for (const one of all) {
      parked.refill(one.request('x'))
      await one.hasStarted(1)
    }
    return { parked, pids: all.map((one) => one.started()[0]), all }
  }
  it('is limited, and the oldest ends first', async () => {
    const { pids } = await park({ max: 2 }, 4)
    expect(await allEnd(pids.slice(0, 2))).toBe(true)
    expect(pids.slice(2).map(isAlive)).toEqual([true, true])
  })
  it('is limited by their memory', async () => {
    const { pids } = await park({ max: 8, maxBytes: 1 }, 3)
    expect(await allEnd(pids.slice(0, 2))).toBe(true)
    expect(isAlive(pids[2])).toBe(true)
  })
  it('and how long: an old one is not replaced', async () => {
    const { pids, all } = await park({ max: 8, maxAgeMs: 100 }, 1)
    expect(await ends(pids[0])).toBe(true)
    await sleep(50)
    expect(all[0]?.started()).toHaveLength(1)
  })
  it('ends with close', async () => {
    const { parked, pids } = await park({ max: 8 }, 3)
    await parked.close()
    expect(pids.map(isAlive)).toEqual([false, false, false])
  })
})

it('a host ends although a process waits, and none is left', async () => {
  const core = new URL('../../../dist/node/index.js', import.meta.url).href
  const one = hook('cat > /dev/null')
  const program = `
    const { createHooks } = await import(${JSON.stringify(core)})
    const hooks = { beforeShellExecution: [{ command: ${JSON.stringify(`sh ${one.file}`)}, warm: true }] }
    const made = await createHooks({ workspaceRoots: [], sources: { only: [] }, hooks })
    await made.fire('beforeShellExecution', { command: 'ls', cwd: '/', sandbox: false })
    await new Promise((resolve) => setTimeout(resolve, 300))`
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 20_000 })
  expect(status).toBe(0)
  expect(one.started()).toHaveLength(2)
  expect(await ends(one.started()[1])).toBe(true)
})
