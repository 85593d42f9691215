import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Effect, HookRecord, Verdict } from '../../flow.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { LogRecord } from '../../sinks/log-record.ts'
import { configDirectory, stateDirectory } from '../../sources/locations.ts'
import { fakeEntry, fakeEvent, fakePlan, fakeRun } from '../../testing/fakes.ts'
import { hasModes, isWindows } from '../../testing/system.ts'
import { until } from '../../testing/wait-until.ts'
import { createHooks } from '../create-hooks.ts'
import { thisSystem } from '../system/platform.ts'
import { fileSink } from './file-sink.ts'
import { openLog } from './open-log.ts'

let scratch: string
let directory: string
let cache: string
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'hookline-log-'))
  directory = join(scratch, 'state', 'log')
  cache = join(scratch, 'cache')
})
/** Windows does not remove a file that is open. */
const sinks: FileSink[] = []
afterEach(async () => {
  await Promise.all(sinks.splice(0).map((sink) => sink.close?.()))
  rmSync(scratch, { recursive: true, force: true })
})

interface Given {
  readonly event?: EventName
  readonly rule?: string
  readonly verdict?: Verdict
  readonly failed?: boolean
  readonly session?: string
  readonly entry?: string
  readonly at?: string
  readonly durationMs?: number
  readonly command?: string
}

function recordOf(id: string, given: Given = {}): HookRecord {
  const {
    event: name = 'beforeShellExecution',
    verdict = 'allow',
    failed = false,
    session = 's1',
    entry: entryId = 'project/a',
  } = given
  const entry = fakeEntry({ id: entryId, label: `${entryId}.sh` })
  const event = fakeEvent(name, given.command === undefined ? {} : { command: given.command })
  const runs = [
    fakeRun(
      entry,
      failed ? { kind: 'failed', code: 'exit', message: 'exit code 1', policy: 'open' } : { kind: 'silent' },
    ),
  ]
  const effect = {
    id,
    event: name,
    verdict,
    kind: verdict === 'deny' ? 'refuse' : 'proceed',
    reply: {},
    input: event.input,
  }
  const because = { rule: given.rule ?? 'no-opinion', entries: [entry], message: '' }
  return {
    version: 1,
    id,
    at: given.at ?? '2026-01-01T00:00:00.000Z',
    sessionId: session,
    effect: { ...effect, because, runs, plan: fakePlan(name, [entry]), notes: [] } as unknown as Effect,
    durationMs: given.durationMs ?? 1,
  }
}

function sinkOf(maxMb = 256, capture: 'lean' | 'full' = 'lean'): FileSink {
  const sink = fileSink({ directory, settings: () => ({ capture, maxMb }) })
  sinks.push(sink)
  return sink
}
type FileSink = ReturnType<typeof fileSink>
const open = () => openLog(directory, { cache })
const ids = (page: { readonly records: readonly LogRecord[] }) => page.records.map(({ id }) => id)
const segments = () => readdirSync(directory).sort()
const newest = () => join(directory, segments().at(-1) ?? '')
const number = (count: number) => Array.from({ length: count }, (_, at) => `r${at}`)

describe('writing', () => {
  test.runIf(hasModes)('files are for their owner alone, whatever they were before', () => {
    mkdirSync(directory, { recursive: true, mode: 0o755 })
    chmodSync(directory, 0o755)
    writeFileSync(join(directory, '00000001.jsonl'), '', { mode: 0o644 })
    sinkOf().write(recordOf('r1'))
    expect((statSync(directory).mode & 0o777).toString(8)).toBe('700')
    expect((statSync(newest()).mode & 0o777).toString(8)).toBe('600')
  })
  test('a disk that takes nothing costs records, not decisions, and the next record says how many', async () => {
    writeFileSync(join(scratch, 'state'), 'a file where the directory should be')
    const sink = sinkOf()
    sink.write(recordOf('lost'))
    sink.write(recordOf('lost too'))
    expect(sink.dropped).toBe(2)
    expect(sink.failure).toMatch(/ENOTDIR|ENOENT|EEXIST/)
    rmSync(join(scratch, 'state'))
    sink.write(recordOf('kept'))
    sink.write(recordOf('kept too'))
    expect(sink.dropped).toBe(2)
    expect((await open().query()).records.map(({ id, dropped }) => [id, dropped])).toEqual([
      ['kept too', undefined],
      ['kept', 2],
    ])
  })
  test.skipIf(isWindows)('a log that someone removes is begun anew, and nothing is lost', async () => {
    const sink = sinkOf()
    sink.write(recordOf('before'))
    rmSync(directory, { recursive: true })
    await new Promise((resolve) => setTimeout(resolve, 10))
    sink.write(recordOf('after'))
    expect(ids(await open().query())).toEqual(['after'])
  })
  test('a record of many megabytes keeps its runs without their texts', async () => {
    const sink = sinkOf(256, 'full')
    const record = recordOf('huge')
    const tool_input = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`part${at}`, 'x'.repeat(900_000)]))
    sink.write({ ...record, effect: { ...record.effect, input: { ...record.effect.input, tool_input } as never } })
    const kept = await open().get('huge')
    expect(kept).toMatchObject({ input: { cut: true }, runs: [{ entry: { id: 'project/a' } }] })
  })
  test('it rotates by size and keeps the newest', async () => {
    const sink = sinkOf(1)
    for (const id of number(1500)) sink.write(recordOf(id))
    await sink.close?.()
    const sizes = segments().map((name) => statSync(join(directory, name)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1.1 * 2 ** 20)
    const all = ids(await open().query({ limit: 10_000 }))
    expect(all.length).toBeGreaterThan(500)
    expect(all).toEqual(number(1500).reverse().slice(0, all.length))
  })
})

describe('damage', () => {
  test('a torn tail does not swallow the record of the next process, and is not shown', async () => {
    sinkOf().write(recordOf('r1'))
    const whole = readFileSync(newest())
    appendFileSync(newest(), whole.subarray(0, 300))
    sinkOf().write(recordOf('r2'))
    expect(ids(await open().query())).toEqual(['r2', 'r1'])
    expect(ids(await open().query({ session: 's1' }))).toEqual(['r2', 'r1'])
    expect(await open().size()).toMatchObject({ records: 2, damaged: 1 })
  })
  test('a changed byte, a foreign line and binary rubbish are skipped and counted', async () => {
    const sink = sinkOf()
    for (const id of number(3)) sink.write(recordOf(id))
    writeFileSync(newest(), readFileSync(newest(), 'utf8').replace('"r1"', '"r9"'))
    appendFileSync(newest(), Buffer.from([0, 255, 10, 10, 123, 125, 10]))
    appendFileSync(newest(), '{"v":1,"crc":"00000000","id":"x","runs":[]}\n')
    sink.write(recordOf('r3'))
    expect(ids(await open().query())).toEqual(['r3', 'r2', 'r0'])
    expect(await open().size()).toMatchObject({ records: 3, damaged: 4 })
  })
  test.each([
    ['rubbish', (file: string) => writeFileSync(file, 'rubbish')],
    ['cut', (file: string) => truncateSync(file, 100)],
    [
      'of one changed byte',
      (file: string) => {
        const bytes = readFileSync(file)
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
        writeFileSync(file, bytes)
      },
    ],
  ])('an index that is %s is made again', async (_name, harm) => {
    const sink = sinkOf()
    for (const id of number(600)) sink.write(recordOf(id, { verdict: id === 'r7' ? 'deny' : 'allow' }))
    expect(ids(await open().query({ denied: true }))).toEqual(['r7'])
    const file = join(cache, readdirSync(cache)[0] ?? '')
    const before = readFileSync(file)
    if (hasModes) expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
    harm(file)
    expect(ids(await open().query({ denied: true }))).toEqual(['r7'])
    expect(readFileSync(file).equals(before)).toBe(true)
  })
  test.skipIf(isWindows)('an index of another log in the same place is not believed', async () => {
    const sink = sinkOf()
    for (const id of number(600)) sink.write(recordOf(id, { verdict: 'deny' }))
    expect(await open().count({ denied: true })).toBe(600)
    rmSync(directory, { recursive: true })
    const other = sinkOf()
    for (const id of number(700)) other.write(recordOf(id, { at: '2026-02-02T00:00:00.000Z' }))
    expect(await open().count({ denied: true })).toBe(0)
  })
  test('a cache that cannot be written costs time only', async () => {
    writeFileSync(cache, 'a file')
    const sink = sinkOf()
    for (const id of number(600)) sink.write(recordOf(id))
    expect(await open().count({ event: 'beforeShellExecution' })).toBe(600)
  })
})

describe('asking', () => {
  const records: readonly HookRecord[] = [
    recordOf('a', { at: '2026-01-01T10:00:00.000Z' }),
    recordOf('b', { verdict: 'deny', session: 's2', at: '2026-01-01T11:00:00.500Z' }),
    recordOf('c', { verdict: 'ask', event: 'preToolUse', at: '2026-01-01T12:00:00.000Z' }),
    recordOf('d', { failed: true, durationMs: 1.1, entry: 'user/b', at: '2026-01-01T13:00:00.000Z' }),
    recordOf('e', { durationMs: 4000, command: 'say "hello"', at: '2026-01-01T14:00:00.000Z' }),
  ]
  test.each([
    [{}, 'edcba'],
    [{ denied: true }, 'b'],
    [{ asked: true }, 'c'],
    [{ failed: true }, 'd'],
    [{ slowMs: 1.1 }, 'ed'],
    [{ slowMs: 4000.01 }, ''],
    [{ event: 'preToolUse' }, 'c'],
    [{ event: 'nonesuch' }, ''],
    [{ entry: 'user/b' }, 'd'],
    [{ entry: 'b.sh' }, 'd'],
    [{ session: 's2' }, 'b'],
    [{ since: new Date('2026-01-01T11:00:00.500Z') }, 'edcb'],
    [{ since: new Date('2026-01-01T11:00:00.501Z'), until: new Date('2026-01-01T13:00:00.000Z') }, 'c'],
    [{ text: 'say "hello"' }, 'e'],
    [{ text: 'guard', session: 's1', failed: false }, ''],
    [{ text: 'project/a', event: 'beforeShellExecution' }, 'eba'],
    [{ id: 'c' }, 'c'],
    [{ failed: true, denied: true }, ''],
  ])('%j', async (filter, want) => {
    const sink = sinkOf()
    for (const record of records) sink.write(record)
    expect(ids(await open().query(filter)).join('')).toBe(want)
    expect(await open().count(filter)).toBe(want.length)
  })
  test('a question that was refused is found as asked and as denied', async () => {
    const sink = sinkOf()
    sink.write(recordOf('no', { verdict: 'deny' }))
    sink.write(recordOf('refused', { verdict: 'deny', rule: 'asked' }))
    sink.write(recordOf('alone', { verdict: 'deny', rule: 'nobody-to-ask' }))
    expect(ids(await open().query({ asked: true }))).toEqual(['alone', 'refused'])
    expect(ids(await open().query({ denied: true }))).toEqual(['alone', 'refused', 'no'])
  })
  test('pages follow one another over segments, whatever is written meanwhile, with and without a filter', async () => {
    const sink = sinkOf(1)
    for (const id of number(400)) sink.write(recordOf(id, { failed: Number(id.slice(1)) % 2 === 0 }))
    expect(segments().length).toBeGreaterThan(4)
    const log = open()
    for (const filter of [{}, { failed: true }]) {
      const seen: string[] = []
      let before: string | undefined
      do {
        const page = await log.query({ ...filter, limit: 7, ...(before === undefined ? {} : { before }) })
        seen.push(...ids(page))
        before = page.next
        sink.write(recordOf(`later ${seen.length}`, { failed: true }))
      } while (before !== undefined)
      const want = number(400)
        .reverse()
        .filter((id) => filter.failed === undefined || Number(id.slice(1)) % 2 === 0)
      expect(seen.filter((id) => !id.startsWith('later'))).toEqual(want)
    }
  })
  test('records written after the index was made are found', async () => {
    const sink = sinkOf()
    const log = open()
    for (const id of number(600)) sink.write(recordOf(id))
    expect(await log.count({ denied: true })).toBe(0)
    sink.write(recordOf('new', { verdict: 'deny' }))
    expect(ids(await log.query({ denied: true }))).toEqual(['new'])
    expect(ids(await open().query({ denied: true }))).toEqual(['new'])
    const both = await Promise.all([log.count(), log.count(), log.count()])
    expect(both).toEqual([601, 601, 601])
  })
  test('a log that is not there is empty; a place that is none is misuse', async () => {
    expect(await open().query()).toEqual({ records: [] })
    expect(await open().get('x')).toBeUndefined()
    await expect(open().query({ before: 'x' })).rejects.toThrow('not a place in the log')
  })
  test('a line longer than a piece is read from both ends', async () => {
    const sink = sinkOf(256, 'full')
    sink.write(recordOf('a'))
    sink.write(recordOf('long', { command: 'x'.repeat(900_000) }))
    sink.write(recordOf('b'))
    expect(ids(await open().query())).toEqual(['b', 'long', 'a'])
    expect(ids(await open().query({ session: 's1' }))).toEqual(['b', 'long', 'a'])
  })
})

describe('following', () => {
  test('every record comes once, in order, across rotation, from a log that is not there yet', async () => {
    const seen: string[] = []
    const stop = open().follow('end', ({ id }) => seen.push(id))
    const sink = sinkOf(4)
    for (const id of number(600)) {
      sink.write(recordOf(id))
      if (Number(id.slice(1)) % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await until(() => seen.length >= 600)
    stop()
    expect(segments().length).toBeGreaterThan(2)
    expect(seen).toEqual(number(600))
    sink.write(recordOf('unheard'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(seen.length).toBe(600)
  })
  test('from the start, or from now on; half a record is awaited', async () => {
    const sink = sinkOf()
    sink.write(recordOf('old'))
    const all: string[] = []
    const later: string[] = []
    const stops = [open().follow('start', ({ id }) => all.push(id)), open().follow('end', ({ id }) => later.push(id))]
    await until(() => all.length === 1)
    const whole = readFileSync(newest(), 'utf8').replace(/\n/g, '')
    appendFileSync(newest(), whole.slice(0, 100))
    await new Promise((resolve) => setTimeout(resolve, 300))
    appendFileSync(newest(), `${whole.slice(100)}\n`)
    sink.write(recordOf('new'))
    await until(() => later.length === 2)
    for (const stop of stops) stop()
    expect({ all, later }).toEqual({ all: ['old', 'old', 'new'], later: ['old', 'new'] })
  })
})

describe('with an engine', () => {
  const CANARY = 'canary-in-the-prompt'
  async function fire(options: Parameters<typeof createHooks>[0]) {
    const hooks = await createHooks(options)
    await hooks.fire('beforeSubmitPrompt', { prompt: `please ${CANARY} now`, attachments: [], composer_mode: 'agent' })
    await hooks.close()
  }
  const printer = `const { readFileSync, writeSync } = require('fs')
    writeSync(2, readFileSync(0))
    writeSync(1, '{"continue":true}')`
  const platform = () => ({ system: thisSystem, home: join(scratch, 'home'), env: {} })
  const base = () => ({
    workspaceRoots: [scratch],
    home: join(scratch, 'home'),
    hooks: { beforeSubmitPrompt: [{ command: process.execPath, args: ['-e', printer] }] },
  })
  const bytes = (folder: string) =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('')

  test('no log is written unless it is asked for', async () => {
    await fire(base())
    expect(existsSync(join(stateDirectory(platform()), 'log'))).toBe(false)
  })
  test('a hook that prints the whole payload leaves no private text on disk; the record is there when fire resolves', async () => {
    await fire({ ...base(), log: { directory } })
    const { records } = await open().query()
    expect(records).toMatchObject([
      { event: 'beforeSubmitPrompt', verdict: 'allow', capture: 'lean', runs: [{ exitCode: 0 }] },
    ])
    expect(records[0]?.runs[0]?.stderr).toContain('[private]')
    expect(bytes(directory)).not.toContain(CANARY)
  })
  test('capture full keeps it, by option or by the setting of the user', async () => {
    await fire({ ...base(), log: { directory, capture: 'full' } })
    expect(bytes(directory)).toContain(CANARY)
    const config = configDirectory(platform())
    mkdirSync(config, { recursive: true })
    writeFileSync(join(config, 'hookline.json'), '{"log":{"capture":"full"}}')
    await fire({ ...base(), log: {} })
    expect(bytes(join(stateDirectory(platform()), 'log'))).toContain(CANARY)
  })
  test('a size that is none is misuse', async () => {
    await expect(createHooks({ workspaceRoots: [], log: { maxMb: 0 } })).rejects.toThrow('option log')
  })
})
