import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  lstatSync,
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
import type { Effect, HookRecord } from '../../flow.ts'
import type { LogSettings } from '../../sinks/log-settings.ts'
import { fakeEntry, fakeEvent, fakePlan, fakeRun } from '../../testing/fakes.ts'
import { oddFiles, putOddFile } from '../../testing/odd-files.ts'
import { hasModes } from '../../testing/system.ts'
import { ownMark } from '../system/process-mark.ts'
import { fileSink } from './file-sink.ts'
import { openLog } from './open-log.ts'
import { verifyLog } from './verify.ts'

let scratch: string
let directory: string
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'hookline-chain-'))
  directory = join(scratch, 'log')
})
afterEach(() => rmSync(scratch, { recursive: true, force: true }))

function recordOf(id: string, command = id): HookRecord {
  const entry = fakeEntry()
  const { input } = fakeEvent('beforeShellExecution', { command })
  const effect = { id, event: 'beforeShellExecution', verdict: 'allow', kind: 'proceed', reply: {}, input, notes: [] }
  const because = { rule: 'no-opinion', entries: [entry], message: '' }
  const runs = [fakeRun(entry, { kind: 'silent' })]
  const plan = fakePlan('beforeShellExecution', [entry])
  return {
    version: 1,
    id,
    at: '2026-01-01T00:00:00.000Z',
    effect: { ...effect, because, runs, plan } as unknown as Effect,
    durationMs: 1,
  }
}

const on = { capture: 'lean', maxMb: 256, audit: true } as const
/** Each call is a process of its own, as far as the files go. */
function write(ids: readonly string[], settings: LogSettings = on): void {
  const sink = fileSink({ directory, settings: () => settings })
  for (const id of ids) sink.write(recordOf(id))
  expect(sink.failure).toBeUndefined()
  sink.close?.()
}
const { audit: _on, ...unset } = on
const off = { ...unset, audit: false }

const verify = () => verifyLog(directory)
const idsNow = async () => {
  const { records } = await openLog(directory, { cache: join(scratch, 'cache') }).query({ limit: 1000 })
  return records.map(({ id }) => id).reverse()
}
const fileOf = (number: number) => join(directory, `${String(number).padStart(8, '0')}.jsonl`)
const first = () => fileOf(1)
/** A record is a line between empty ones. */
const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
const rewrite = (file: string, lines: readonly string[]) =>
  writeFileSync(file, lines.map((line) => `\n${line}\n`).join(''))
const names = () => readdirSync(directory).sort()

test('a chain that no one touched is intact, and its files are for their owner alone', async () => {
  write(['a', 'b', 'c'])
  const report = await verify()
  expect(report).toMatchObject({ files: [first()], records: 3, outside: 0, first: 1, last: { n: 3 }, torn: [] })
  expect(report.broken).toBeUndefined()
  expect(names()).toEqual(['00000001.jsonl', 'chain.json'])
  if (hasModes) {
    for (const name of names()) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600)
    expect(statSync(directory).mode & 0o777).toBe(0o700)
  }
  expect(await idsNow()).toEqual(['a', 'b', 'c'])
})

test('records have their number and the hash of the record before', async () => {
  write(['a', 'b'])
  const [one, two] = linesOf(first()).map((line) => (JSON.parse(line) as { chain: object }).chain)
  expect(one).toEqual({ n: 1, prev: '0'.repeat(64) })
  expect(two).toEqual({ n: 2, prev: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

/** As someone would who knows of the checksum. */
const resealed = async (line: string, from: string, to: string) => {
  const { encode } = await import('./frame.ts')
  const { crc: _, v: __, chain, ...record } = JSON.parse(line.replace(from, to)) as Record<string, unknown>
  return encode(JSON.stringify({ v: 1, ...record }), chain as never)
    .toString('utf8')
    .trim()
}

describe('what was done to a record is named, with its number', () => {
  test.each<[string, (lines: string[]) => unknown, number, number | undefined, RegExp]>([
    [
      'changed',
      (lines) => lines.splice(1, 1, lines[1]?.replace('"b"', '"B"') ?? ''),
      4,
      2,
      /not a whole record: it was changed/,
    ],
    ['removed', (lines) => lines.splice(1, 1), 4, 3, /number 3 follows number 1/],
    ['written twice', (lines) => lines.splice(1, 0, lines[1] ?? ''), 6, 2, /number 2 follows number 2/],
    ['moved', (lines) => lines.reverse(), 4, 3, /number 3 follows number 4/],
    [
      'spelled with other spaces',
      (lines) => lines.splice(0, 1, lines[0]?.replace(':', ': ') ?? ''),
      2,
      undefined,
      /it was changed/,
    ],
    ['replaced by other text', (lines) => lines.splice(1, 1, 'nothing to see'), 4, 2, /it was changed/],
    ['added', (lines) => lines.splice(1, 0, 'nothing to see'), 4, 2, /it was changed/],
  ])('%s', async (_, change, line, n, why) => {
    write(['a', 'b', 'c', 'd'])
    const lines = linesOf(first())
    change(lines)
    rewrite(first(), lines)
    const { broken } = await verify()
    expect(broken).toMatchObject({ file: first(), line, why: expect.stringMatching(why) })
    expect(broken?.n).toBe(n)
  })

  test('changed with a checksum that fits', async () => {
    write(['a', 'b', 'c'])
    const lines = linesOf(first())
    lines[1] = await resealed(lines[1] ?? '', '"command":"b"', '"command":"B"')
    rewrite(first(), lines)
    expect(await idsNow()).toEqual(['a', 'b', 'c'])
    expect((await verify()).broken).toMatchObject({ n: 2, why: expect.stringMatching(/record 3 has another hash/) })
  })

  test('the last one, changed with a checksum that fits', async () => {
    write(['a', 'b'])
    const lines = linesOf(first())
    lines[1] = await resealed(lines[1] ?? '', '"command":"b"', '"command":"B"')
    rewrite(first(), lines)
    expect((await verify()).broken).toMatchObject({ n: 2, why: expect.stringMatching(/not the record/) })
  })

  test('a whole record without a place in the chain', async () => {
    write(['a', 'b'])
    const { encode } = await import('./frame.ts')
    const { crc: _, v: __, chain: ___, ...record } = JSON.parse(linesOf(first())[0] ?? '') as Record<string, unknown>
    appendFileSync(first(), encode(JSON.stringify({ v: 1, ...record })))
    expect((await verify()).broken).toMatchObject({ file: first(), line: 6, why: expect.stringMatching(/not part of/) })
    write(['c'])
    expect((await verify()).broken).toMatchObject({ file: first(), line: 6 })
  })
})

test('a line that was cut short is reported, and the chain goes on after it', async () => {
  write(['a', 'b'])
  appendFileSync(first(), '\n{"v":1,"crc":"00')
  expect(await verify()).toMatchObject({ records: 2, torn: [{ file: first(), line: 6 }] })
  write(['c', 'd'])
  const report = await verify()
  expect(report).toMatchObject({ records: 4, torn: [{ file: first(), line: 6 }] })
  expect(report.broken).toBeUndefined()
  // All but the newline is a whole record.
  truncateSync(first(), statSync(first()).size - 1)
  expect((await verify()).broken).toBeUndefined()
  write(['e'])
  const last = await verify()
  expect(last).toMatchObject({ records: 5, torn: [{ line: 6 }], last: { n: 5 } })
  expect(last.broken).toBeUndefined()
})

test('a process that was killed before it noted its record loses nothing', async () => {
  write(['a'])
  const mark = readFileSync(join(directory, 'chain.json'))
  write(['b'])
  writeFileSync(join(directory, 'chain.json'), mark)
  expect(await verify()).toMatchObject({ records: 2, last: { n: 2 } })
  write(['c'])
  const report = await verify()
  expect(report).toMatchObject({ records: 3, last: { n: 3 } })
  expect(report.broken).toBeUndefined()
})

test.each([
  ['beheaded', () => rewrite(first(), linesOf(first()).slice(1))],
  ['cut at the end', () => rewrite(first(), linesOf(first()).slice(0, -1))],
  ['whose last record is a cut line', () => truncateSync(first(), statSync(first()).size - 20)],
  ['emptied', () => writeFileSync(first(), '')],
  ['deleted', () => rmSync(first())],
  ['without its mark', () => rmSync(join(directory, 'chain.json'))],
])('a log %s is not intact', async (name, harm) => {
  write(['a', 'b', 'c'])
  expect((await verify()).broken).toBeUndefined()
  harm()
  expect((await verify()).broken?.why).toBeDefined()
  if (name === 'without its mark') return
  write(['d'])
  expect((await verify()).broken?.why).toBeDefined()
  expect((await idsNow()).at(-1)).toBe('d')
})

test.each([
  ['first', 0],
  ['middle', 1],
  ['last', -1],
])('the %s file is deleted, or emptied', async (_, at) => {
  const small = { ...on, maxMb: 1 }
  write(
    Array.from({ length: 200 }, (_, number) => `r${number}`),
    small,
  )
  const files = names().filter((name) => name.endsWith('.jsonl'))
  expect(files.length).toBeGreaterThan(2)
  expect((await verify()).broken).toBeUndefined()
  const file = join(directory, files.at(at) ?? '')
  writeFileSync(file, '')
  expect((await verify()).broken?.why).toBeDefined()
  rmSync(file)
  expect((await verify()).broken?.why).toBeDefined()
  write(['next'], small)
  expect((await verify()).broken?.why).toBeDefined()
})

test('rotation deletes old files, and the chain is intact from the first record that is left', async () => {
  const small = { ...on, maxMb: 1 }
  const ids = Array.from({ length: 1500 }, (_, number) => `r${number}`)
  write(ids.slice(0, 700), small)
  write(ids.slice(700), small)
  const report = await verify()
  expect(report.broken).toBeUndefined()
  expect(report.first).toBeGreaterThan(1)
  expect(report).toMatchObject({ last: { n: 1500 }, records: 1501 - (report.first ?? 0) })
  expect(fileOf(1)).not.toBe(report.files[0])
  // What rotation did not delete is missed.
  rmSync(report.files[0] ?? '')
  expect((await verify()).broken?.why).toMatch(/rotation did not delete them/)
})

describe('a lock', () => {
  test('whose holder is gone is taken over', async () => {
    write(['a'])
    const gone = spawn(process.execPath, ['-e', ''])
    await once(gone, 'exit')
    writeFileSync(join(directory, 'chain.lock'), ownMark().replace(/^\d+/, String(gone.pid)))
    write(['b'])
    expect(await verify()).toMatchObject({ records: 2 })
  })
  test('of a process that was killed before it wrote its number is taken over', async () => {
    write(['a'])
    const lock = join(directory, 'chain.lock')
    writeFileSync(lock, '')
    write(['b'])
    expect(await verify()).toMatchObject({ records: 2 })
  })
  test('of a process that lives costs the record, and no decision', async () => {
    write(['a'])
    writeFileSync(join(directory, 'chain.lock'), ownMark())
    const sink = fileSink({ directory, settings: () => ({ ...on, failClosed: true }) })
    sink.write(recordOf('b'))
    expect(sink.dropped).toBe(1)
    expect(sink.unwritten?.()).toMatch(/held by another process/)
    rmSync(join(directory, 'chain.lock'))
    sink.write(recordOf('c'))
    expect(sink.unwritten?.()).toBeUndefined()
    expect(await verify()).toMatchObject({ records: 2 })
  })
})

describe('switching', () => {
  const plain = (report: { broken?: unknown }) => expect(report.broken).toBeUndefined()
  test('a log that was none before becomes a chain; the records before it are not part of it', async () => {
    write(['a', 'b'], unset)
    write(['c'])
    const report = await verify()
    plain(report)
    expect(report).toMatchObject({ records: 1, outside: 2, first: 1 })
    expect(await idsNow()).toEqual(['a', 'b', 'c'])
  })
  test('a process without the setting continues a chain that has begun', async () => {
    write(['a'])
    write(['b'], unset)
    const report = await verify()
    plain(report)
    expect(report).toMatchObject({ records: 2, outside: 0 })
  })
  test('a process that writes without it has a file of its own', async () => {
    const sink = fileSink({ directory, settings: () => unset })
    sink.write(recordOf('a'))
    write(['b'])
    sink.write(recordOf('c'))
    sink.close?.()
    const report = await verify()
    plain(report)
    expect(report).toMatchObject({ records: 1, outside: 2 })
    expect(names()).toEqual(['00000001.jsonl', '00000002.jsonl', 'chain.json'])
  })
  test('it ends where the setting says so, and goes on where it is set again', async () => {
    write(['a', 'b'])
    write(['c'], off)
    write(['d'], unset)
    const ended = await verify()
    plain(ended)
    expect(ended).toMatchObject({ records: 2, outside: 2, ended: true })
    write(['e'])
    const report = await verify()
    plain(report)
    expect(report).toMatchObject({ records: 3, outside: 2, last: { n: 3 } })
    expect(report.ended).toBeUndefined()
    expect(await idsNow()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
  test('a setting that changes takes effect at the next record', async () => {
    let settings: LogSettings = unset
    const sink = fileSink({ directory, settings: () => settings })
    for (const [id, next] of [
      ['a', unset],
      ['b', on],
      ['c', unset],
      ['d', off],
      ['e', on],
    ] as const) {
      settings = next
      sink.write(recordOf(id))
    }
    const report = await verify()
    plain(report)
    expect(report).toMatchObject({ records: 3, outside: 2 })
    expect(await idsNow()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
  test('old segments of a chain that was ended are deleted without a complaint', async () => {
    write(
      Array.from({ length: 200 }, (_, at) => `r${at}`),
      { ...on, maxMb: 1 },
    )
    write(
      Array.from({ length: 1500 }, (_, at) => `s${at}`),
      { ...off, maxMb: 1 },
    )
    const report = await verify()
    plain(report)
    expect(report.records).toBe(0)
    expect(report.outside).toBeGreaterThan(500)
  })
  test('a mark that cannot be used is made again', async () => {
    write(['a'])
    writeFileSync(join(directory, 'chain.json'), 'rubbish')
    expect((await verify()).broken?.file).toBe(join(directory, 'chain.json'))
    write(['b'], unset)
    const report = await verify()
    plain(report)
    expect(report).toMatchObject({ records: 2, first: 1, last: { n: 2 } })
  })
})

test('a log that is removed begins anew, and nothing is lost', async () => {
  const sink = fileSink({ directory, settings: () => on })
  sink.write(recordOf('before'))
  rmSync(directory, { recursive: true })
  sink.write(recordOf('after'))
  expect(sink.failure).toBeUndefined()
  expect(await idsNow()).toEqual(['after'])
  expect(await verify()).toMatchObject({ records: 1, first: 1 })
})

test('a long and a short record are verified alike', async () => {
  const sink = fileSink({ directory, settings: () => ({ ...on, capture: 'full' }) })
  sink.write(recordOf('a'))
  sink.write(recordOf('long', 'x'.repeat(900_000)))
  sink.write(recordOf('ü', 'ü€😀'.repeat(30_000)))
  sink.write(recordOf('b'))
  const report = await verify()
  expect(report.broken).toBeUndefined()
  expect(report.records).toBe(4)
})

test('where there is no log, or none with a chain, nothing is broken', async () => {
  expect(await verify()).toEqual({ files: [], records: 0, outside: 0, torn: [] })
  write(['a'], unset)
  expect(await verify()).toEqual({ files: [first()], records: 0, outside: 1, torn: [] })
})

describe.skipIf(process.platform === 'win32')('whatever is in the place of a file of the chain', () => {
  test.each(['chain.json', 'chain.lock', 'chain.lock.break', '00000001.jsonl'])('%s: no append waits', async (name) => {
    for (const kind of Object.keys(oddFiles)) {
      directory = join(scratch, `${name} ${kind}`)
      write(['a'])
      const file = join(directory, name)
      rmSync(file, { force: true })
      putOddFile(kind, file)
      const sink = fileSink({ directory, settings: () => on })
      sink.write(recordOf('b'))
      sink.close?.()
      // It is written, or it is counted.
      const isThere = names()
        .filter((one) => one.endsWith('.jsonl'))
        .map((one) => ({ one: join(directory, one), stats: lstatSync(join(directory, one)) }))
        .some(({ one, stats }) => stats.isFile() && stats.size < 2 ** 20 && linesOf(one).some(isB))
      expect([kind, isThere]).toEqual([kind, sink.dropped === 0])
      if (name !== '00000001.jsonl') continue
      expect([kind, (await verify()).broken === undefined]).toEqual([kind, false])
    }
  })
})
const isB = (line: string): boolean => line.includes('"id":"b"')
