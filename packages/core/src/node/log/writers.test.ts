import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLog } from './open-log.ts'
import { verifyLog } from './verify.ts'

// These tests start real processes, built from the current sources.
let scratch: string
let program: string
let directory: string
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'hookline-writers-'))
  const main = join(scratch, 'main.mjs')
  const source = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)))
  writeFileSync(
    main,
    `import { writeSync } from 'node:fs'
     import { fileSink } from ${source('./file-sink.ts')}
     import { fakeEntry, fakeEvent, fakePlan, fakeRun } from ${source('../../testing/fakes.ts')}
     const [directory, name, count, maxMb, audit] = process.argv.slice(2)
     const on = audit === 'audit' ? { audit: true } : {}
     const sink = fileSink({ directory, settings: () => ({ capture: 'full', maxMb: Number(maxMb), ...on }) })
     const entry = fakeEntry()
     const because = { rule: 'nobody', entries: [], message: '' }
     for (let at = 0; at < Number(count); at++) {
       const size = at % 20 === 0 ? 300_000 : at % 3 === 0 ? 5_000 : 50
       const { input } = fakeEvent('beforeShellExecution', { command: 'x '.repeat(size / 2) })
       const plan = fakePlan('beforeShellExecution', [entry])
       const runs = [fakeRun(entry, { kind: 'silent' })]
       const effect = { event: 'beforeShellExecution', verdict: 'allow', kind: 'proceed', reply: {}, input, because, runs, plan, notes: [] }
       sink.write({ id: name + ':' + at, at: new Date().toISOString(), sessionId: name, effect, durationMs: 1 })
       writeSync(1, sink.dropped > 0 ? 'dropped ' + sink.failure + '\\n' : at + '\\n')
     }`,
  )
  program = join(scratch, 'writer.mjs')
  const bundle = await rolldown({ input: main, platform: 'node' })
  await bundle.write({ file: program, format: 'esm' })
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
beforeEach(() => {
  directory = mkdtempSync(join(scratch, 'log-'))
})

/** Arguments before and after the usual ones. */
interface Around {
  readonly before?: readonly string[]
  readonly after?: readonly string[]
}
const audited: Around = { after: ['audit'] }

interface Writer {
  readonly child: ChildProcess
  /** The lines it printed: a number for each record that was acknowledged. */
  readonly printed: () => readonly string[]
  readonly ended: Promise<number | null>
  readonly begun: Promise<unknown>
}

function start(name: string, count: number, maxMb: number, { before = [], after = [] }: Around = {}): Writer {
  const given = [directory, name, String(count), String(maxMb)]
  const [file = '', ...args] = [...before, process.execPath, program, ...given, ...after]
  const { NODE_EXTRA_CA_CERTS: _unused, ...env } = process.env
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  let text = ''
  const begun = new Promise((resolve) => {
    child.stdout?.on('data', (bytes) => {
      text += bytes
      resolve(undefined)
    })
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  // An incomplete line at the end is not an acknowledgement.
  return { child, ended, begun, printed: () => text.split('\n').slice(0, -1) }
}

const open = () => openLog(directory, { cache: join(directory, 'cache') })
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function allIds(): Promise<readonly string[]> {
  const log = open()
  const found: string[] = []
  let before: string | undefined
  do {
    const page = await log.query({ limit: 5000, ...(before === undefined ? {} : { before }) })
    found.push(...page.records.map(({ id }) => id))
    before = page.next
  } while (before !== undefined)
  return found.reverse()
}

const isFull = process.env.HOOKLINE_SERIES === 'full'
const KILLS = Number(process.env.HOOKLINE_LOG_KILLS ?? (isFull ? 100 : 40))
const KILL_LIMIT = 1_200 * KILLS
/** Many machines have two cores, and other tests run at the same time. */
const AT_ONCE = 2
test(
  'kill -9 at any moment loses no acknowledged record and shows no incomplete one',
  async () => {
    const acknowledged: string[] = []
    for (let round = 0; round < KILLS / AT_ONCE; round++) {
      const writers = Array.from({ length: AT_ONCE }, (_, at) => at).map((at) => ({
        name: `w${round}-${at}`,
        ...start(`w${round}-${at}`, 1_000_000, 4096),
      }))
      await Promise.all(
        writers.map(async ({ name, child, begun, ended, printed }) => {
          await begun
          await wait(Math.random() * 25)
          child.kill('SIGKILL')
          await ended
          acknowledged.push(...printed().map((at) => `${name}:${at}`))
        }),
      )
    }
    const found = await allIds()
    const there = new Set(found)
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
    expect(found.length).toBe(there.size)
    // A kill between the write and the acknowledgement leaves one record more.
    expect(found.length).toBeGreaterThanOrEqual(acknowledged.length)
    expect(found.length).toBeLessThanOrEqual(acknowledged.length + KILLS)
    const { records, damaged } = await open().size()
    expect(records).toBe(found.length)
    expect(damaged).toBeLessThanOrEqual(KILLS)
  },
  KILL_LIMIT,
)

test('several writers and rotation: the newest records of each are kept, without a gap', async () => {
  const seen = new Map<string, number>()
  const stop = open().follow('end', ({ sessionId = '' }) => seen.set(sessionId, (seen.get(sessionId) ?? 0) + 1))
  const writers = ['a', 'b', 'c'].map((name) => start(name, 2000, 8))
  expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual([0, 0, 0])
  const found = await allIds()
  stop()
  for (const name of ['a', 'b', 'c']) {
    const kept = found.filter((id) => id.startsWith(name)).map((id) => Number(id.slice(2)))
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => 2000 - kept.length + at))
  }
  expect((await open().size()).damaged).toBe(0)
  expect(seen.size).toBe(3)
  const sizes = readdirSync(directory)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => statSync(join(directory, name)).size)
  expect(sizes.length).toBeGreaterThan(5)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(12 * 2 ** 20)
})

test.skipIf(process.platform !== 'linux')(
  'a limit on the size of files loses records, but does not end the process',
  async () => {
    const writer = start('limited', 200, 4096, { before: ['prlimit', '--fsize=200000'] })
    expect(await writer.ended).toBe(0)
    expect(writer.printed().length).toBe(200)
    expect(writer.printed().at(-1)).toMatch(/^dropped .*(EFBIG|were written)/)
  },
)

test('an audit log: processes that write at once keep one chain, across rotation', async () => {
  const [processes, each] = [5, 60]
  const writers = Array.from({ length: processes }, (_, at) => start(`p${at}`, each, 4096, audited))
  expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual(writers.map(() => 0))
  const report = await verifyLog(directory)
  expect(report.broken).toBeUndefined()
  expect(report).toMatchObject({ records: processes * each, last: { n: processes * each }, torn: [] })
  const found = await allIds()
  for (let at = 0; at < processes; at++) expect(found.filter((id) => id.startsWith(`p${at}:`))).toHaveLength(each)
  const small = ['a', 'b'].map((name) => start(name, 300, 4, audited))
  let isOver = false
  const both = Promise.all(small.map(({ ended }) => ended)).finally(() => {
    isOver = true
  })
  // The chain is also intact while records are written and old files are deleted.
  while (!isOver) expect((await verifyLog(directory)).broken).toBeUndefined()
  expect(await both).toEqual([0, 0])
  const rotated = await verifyLog(directory)
  expect(rotated.broken).toBeUndefined()
  expect(rotated.first).toBeGreaterThan(1)
  expect(rotated.last?.n).toBe(processes * each + 600)
})

test('an audit log: a killed writer does not block others, break the chain or lose an acknowledged record', async () => {
  const acknowledged: string[] = []
  const rounds = isFull ? 20 : 8
  for (let round = 0; round < rounds; round++) {
    const victim = start(`k${round}`, 1_000_000, 4096, audited)
    const other = start(`o${round}`, 5, 4096, audited)
    await victim.begun
    await wait(Math.random() * 25)
    victim.child.kill('SIGKILL')
    await victim.ended
    expect(await other.ended).toBe(0)
    acknowledged.push(
      ...victim.printed().map((at) => `k${round}:${at}`),
      ...other.printed().map((at) => `o${round}:${at}`),
    )
  }
  const report = await verifyLog(directory)
  expect(report.broken).toBeUndefined()
  expect(report.torn.length).toBeLessThanOrEqual(rounds)
  const there = new Set(await allIds())
  expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
  expect(report.records).toBe(there.size)
})
