/** Two processes with the same files, one of them in a PID namespace of its own, as in the sandbox of an agent. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hasRuns, prepareRuns, runningDirectory } from '../checked/record.ts'
import { withLock } from '../log/lock.ts'
import { takeLease } from '../otel/lease.ts'
import { isRunning, ownMark } from './process-mark.ts'

/** A process there has a number that no process outside has. */
const ended = spawnSync('true').pid
const script = `echo ${ended - 1} > /proc/sys/kernel/ns_last_pid && "$@"; exit $?`
const namespace = [
  ...['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ...['sh', '-c', script, 'sh'],
]
const needs = { skip: spawnSync('unshare', [...namespace.slice(1), 'true']).status !== 0 }

let scratch: string
let program: string
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'hookline-mark-'))
  const main = join(scratch, 'main.mjs')
  const source = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)))
  writeFileSync(
    main,
    `import { writeSync } from 'node:fs'
     import { beginRun, prepareRuns } from ${source('../checked/record.ts')}
     import { withLock } from ${source('../log/lock.ts')}
     import { takeLease } from ${source('../otel/lease.ts')}
     const [what, path] = process.argv.slice(2)
     const stay = (ms) => { writeSync(1, 'ready'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms) }
     if (what === 'lock') withLock(path, () => { stay(1500); writeSync(1, 'over') })
     if (what === 'lease') { takeLease(path); stay(60_000) }
     if (what === 'run') { prepareRuns(path); beginRun(path); stay(60_000) }`,
  )
  program = join(scratch, 'program.mjs')
  const bundle = await rolldown({ input: main, platform: 'node' })
  await bundle.write({ file: program, format: 'esm' })
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('a lock of another namespace is not taken over while its holder works', needs, async () => {
  const lock = join(scratch, 'lock')
  const other = await start(namespace, 'lock', lock)
  const began = performance.now()
  withLock(lock, () => expect(performance.now() - began).toBeGreaterThan(800))
  expect(await other.printed()).toBe('readyover')
})

test('a lease of another namespace stays its own', needs, async () => {
  await start(namespace, 'lease', join(scratch, 'lease'))
  expect(takeLease(join(scratch, 'lease'))).toBeUndefined()
})

test('runs of two namespaces have files of their own, and none is over for the other', needs, async () => {
  const record = join(scratch, 'record')
  const [first] = [await start(namespace, 'run', record), await start(namespace, 'run', record)]
  expect(readdirSync(runningDirectory(record))).toHaveLength(2)
  expect(hasRuns(record)).toBe(true)
  first.child.kill('SIGKILL')
  expect(hasRuns(record)).toBe(true)
})

test('the files of processes that have ended here do not count, whatever is beside them', () => {
  const record = join(scratch, 'ended')
  prepareRuns(record)
  const mark = ownMark().replace(/^\d+/, String(ended))
  writeFileSync(join(runningDirectory(record), `${mark}.1`), '')
  expect([isRunning(ownMark()), isRunning(mark), isRunning('1-000000000000'), isRunning('1'), isRunning('')]).toEqual([
    ...[true, false],
    ...[undefined, undefined, undefined],
  ])
  expect(hasRuns(record)).toBe(false)
  const lock = join(scratch, 'ended.lock')
  writeFileSync(lock, mark)
  expect(withLock(lock, () => readFileSync(lock, 'utf8'))).toBe(ownMark())
})

interface Other {
  readonly child: ChildProcess
  printed(): Promise<string>
}

async function start([command, ...before]: readonly string[], ...args: readonly string[]): Promise<Other> {
  const child = spawn(command ?? '', [...before, process.execPath, program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stdout.on('data', (bytes) => {
    text += bytes
  })
  const over = new Promise<void>((resolve) => child.on('close', () => resolve()))
  await expect.poll(() => text, { timeout: 20_000 }).toContain('ready')
  return {
    child,
    async printed() {
      await over
      return text
    },
  }
}
