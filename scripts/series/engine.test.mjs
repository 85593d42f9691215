// Tests of the E series that no other file has. Real hooks; the sizes are samples, and `HOOKLINE_SERIES=full` takes all.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createHooks } from '@hookline/core/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { processesWith } from '../chaos/machine.mjs'

const isFull = process.env.HOOKLINE_SERIES === 'full'
const needsLinux = { skip: process.platform !== 'linux' }
const shellEvent = (root, command, more = {}) => [
  'beforeShellExecution',
  { command, cwd: root, sandbox: false, ...more },
]

/** An engine whose hooks are these entries. */
async function prepare(entries, more = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hl-e-')))
  mkdirSync(join(root, '.hookline'))
  const file = join(root, '.hookline/hookline.json')
  const save = (list) => writeFileSync(file, JSON.stringify({ version: 1, hooks: { beforeShellExecution: list } }))
  save(entries)
  const env = { PATH: process.env.PATH, HOME: root }
  const hooks = await createHooks({ workspaceRoots: [root], home: root, env, trust: 'all', watch: false, ...more })
  onTestFinished(async () => {
    await hooks.close()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  })
  return { root, hooks, save, fire: (command, fields) => hooks.fire(...shellEvent(root, command, fields)) }
}

async function inParallel(items, act, atOnce = 8) {
  const waiting = [...items]
  const results = new Map()
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) results.set(item, await act(item))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

const outcomeOf = ({ runs: [run] }) => (run.outcome.kind === 'failed' ? run.outcome.code : run.outcome.kind)

async function eventually(holds, limitMs = 60_000) {
  for (const end = performance.now() + limitMs; performance.now() < end; await sleep(50)) if (holds()) return true
  return holds()
}

describe('E2', () => {
  test('every exit code means what the contract says, with failClosed and without', needsLinux, async () => {
    const closed = await prepare([{ command: 'exit "$command"', failClosed: true }])
    const open = await prepare([{ command: 'exit "$command"' }])
    const codes = Array.from({ length: 256 }, (_, code) => code).filter((code) => isFull || code < 8 || code % 16 > 13)
    const wanted = (code) => (code === 0 ? 'silent' : code === 2 ? 'blocked' : 'exit')
    for (const [made, whenFailed] of [
      [closed, 'refuse'],
      [open, 'proceed'],
    ]) {
      const effects = await inParallel(codes, (code) => made.fire(String(code)))
      for (const [code, effect] of effects) {
        expect([code, outcomeOf(effect)]).toEqual([code, wanted(code)])
        expect([code, effect.kind]).toEqual([code, code === 0 ? 'proceed' : code === 2 ? 'refuse' : whenFailed])
      }
    }
  })

  test('every signal that ends a process is a failure', needsLinux, async () => {
    const made = await prepare([{ command: 'kill -"$command" $$; sleep 60', failClosed: true }])
    const harmless = ['CHLD', 'CONT', 'URG', 'WINCH', 'STOP', 'TSTP', 'TTIN', 'TTOU']
    const ignored = new Set(harmless.map((name) => constants.signals[`SIG${name}`]))
    const numbers = new Set(Object.values(constants.signals).filter((number) => number <= 31 && !ignored.has(number)))
    const effects = await inParallel(numbers, (number) => made.fire(String(number)))
    expect(effects.size).toBeGreaterThan(20)
    for (const [number, effect] of effects)
      expect([number, outcomeOf(effect), effect.kind]).toEqual([number, 'signal', 'refuse'])
  })
})

test(
  'E6: a hook that starts hundreds of processes is decided at its timeout, and none is left',
  needsLinux,
  async () => {
    const bomb = 'f() { [ "$1" -lt 7 ] && { f $(($1 + 1)) & f $(($1 + 1)) & }; trap "" TERM; sleep 300; }; f 0'
    const made = await prepare([{ command: bomb, timeout: 2, failClosed: true }])
    const effect = await made.fire('any')
    expect([effect.kind, outcomeOf(effect)]).toEqual(['refuse', 'timeout'])
    const ofHook = () => processesWith(made.root).filter(({ pid }) => pid !== process.pid)
    expect(await eventually(() => ofHook().length === 0)).toBe(true)
  },
)

test('E9: a hook that reads nothing of five megabytes still decides', needsLinux, async () => {
  const made = await prepare([{ command: `echo '{"permission":"deny"}'` }])
  const padding = 'x'.repeat(5 * 2 ** 20)
  const effects = await inParallel(
    Array.from({ length: 20 }, (_, at) => at),
    () => made.fire('any', { padding }),
  )
  for (const effect of effects.values()) expect([effect.kind, outcomeOf(effect)]).toEqual(['refuse', 'replied'])
})

test(
  'E10: a hook that closes its input early, or reads it byte by byte, is held to its timeout',
  needsLinux,
  async () => {
    const padding = 'x'.repeat(2 ** 20)
    const early = await prepare([{ command: `head -c 1 > /dev/null; exec <&-; echo '{"permission":"deny"}'` }])
    expect((await early.fire('any', { padding })).kind).toBe('refuse')
    const slow = await prepare([
      { command: 'while head -c 1 > /dev/null; do sleep 1; done', timeout: 2, failClosed: true },
    ])
    const effect = await slow.fire('any', { padding })
    expect([effect.kind, outcomeOf(effect)]).toEqual(['refuse', 'timeout'])
  },
)

test('E12: the decision is the same for every size of the payload', needsLinux, async () => {
  const made = await prepare([{ command: `n=$(wc -c); [ "$n" -gt 100 ] && echo '{"permission":"deny"}'` }])
  const kib = 1024
  const sizes = [0, 1, 100, kib, 32 * kib - 1, 32 * kib, 96 * kib, 128 * kib, kib * kib, 5 * kib * kib, 20 * kib * kib]
  for (const size of isFull ? [...sizes, 50 * kib * kib] : sizes) {
    const effect = await made.fire('any', { padding: 'x'.repeat(size) })
    expect([size, effect.kind, outcomeOf(effect)]).toEqual([size, 'refuse', 'replied'])
  }
})

test(
  'E14: a script whose first line ends with CRLF fails, and its stderr names the interpreter',
  needsLinux,
  async () => {
    const made = await prepare([{ command: './crlf.sh', failClosed: true }])
    writeFileSync(join(made.root, 'crlf.sh'), '#!/bin/sh\r\nexit 0\r\n', { mode: 0o755 })
    const effect = await made.fire('any')
    expect([effect.kind, outcomeOf(effect)]).toEqual(['refuse', 'exit'])
    expect(effect.runs[0].stderr).not.toBe('')
  },
)

test(
  'E16: with 64 descriptors every event has a decision, and later ones are right again',
  needsLinux,
  async (context) => {
    if (spawnSync('prlimit', ['--version']).status !== 0) return context.skip('there is no prlimit')
    const program = fileURLToPath(new URL('few-descriptors.mjs', import.meta.url))
    const { status, stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    const { kinds, others } = JSON.parse(stdout)
    expect(kinds).toHaveLength(60)
    // A hook that cannot start has failed, so its gate is closed.
    expect(new Set(kinds)).toEqual(new Set(['refuse']))
    expect(others).toEqual(['refuse', 'refuse', 'replied'])
  },
)

test(
  'E16: where no process can be started every gate is closed, and later hooks decide again',
  needsLinux,
  async (context) => {
    if (spawnSync('prlimit', ['--version']).status !== 0) return context.skip('there is no prlimit')
    const program = fileURLToPath(new URL('few-processes.mjs', import.meta.url))
    const { status, stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    const { root, outcomes, after } = JSON.parse(stdout)
    rmSync(root, { recursive: true, force: true })
    expect(outcomes).toEqual(Array.from({ length: 60 }, () => 'refuse spawn'))
    expect(after).toBe('replied')
  },
)

test('E19: a hook of an engine that was killed runs on', needsLinux, async () => {
  const program = fileURLToPath(new URL('hanging-engine.mjs', import.meta.url))
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hl-e19-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const child = spawn(process.execPath, [program, root], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('close', resolve))
  expect(await eventually(() => existsSync(join(root, 'begun')))).toBe(true)
  child.kill('SIGKILL')
  await ended
  const left = processesWith(`HL_E19=${root}`)
  for (const { pid } of left) process.kill(pid, 'SIGKILL')
  // The hook itself runs on: without the help of the system, a killed program cannot end its children.
  expect(left.length).toBeGreaterThan(0)
})

test('E21: an event sees one state of the files, however often they are saved meanwhile', needsLinux, async () => {
  const [one, two] = [
    ['a1', 'a2', 'a3'],
    ['b1', 'b2', 'b3'],
  ].map((names) => names.map((name) => ({ name, command: 'true' })))
  const made = await prepare(one)
  const seen = new Set()
  let isOver = false
  const saving = (async () => {
    for (let at = 0; !isOver; at++) {
      made.save(at % 2 === 0 ? two : one)
      await sleep(5)
    }
  })()
  await inParallel(
    Array.from({ length: isFull ? 2000 : 120 }, (_, at) => at),
    async () => {
      const effect = await made.fire('any')
      seen.add(effect.runs.map(({ entry }) => entry.name).join(' '))
    },
  )
  isOver = true
  await saving
  expect([...seen].filter((names) => !['a1 a2 a3', 'b1 b2 b3'].includes(names))).toEqual([])
  expect(seen.size).toBeGreaterThan(1)
})

test(
  'E22: a clock that jumps by a year in both directions changes neither timeouts nor the order of records',
  needsLinux,
  () => {
    const program = fileURLToPath(new URL('jumping-clock.mjs', import.meta.url))
    const { status, stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    const { outcomes, order } = JSON.parse(stdout)
    expect(outcomes).toEqual(['timeout', 'replied', 'timeout', 'replied'])
    expect(order).toEqual(['hang 0', 'answer 1', 'hang 2', 'answer 3'])
  },
)

test('E23: of 64 sessions, the one with a slow hook is the last to get its answer', needsLinux, async () => {
  const made = await prepare([
    { command: `while [ ! -e "$HOME/others-done" ]; do sleep 0.1; done`, matcher: '^slow', timeout: 200 },
    { command: 'true', matcher: '^quick' },
  ])
  const order = []
  const fire = async (name) => {
    await made.fire(name, { conversation_id: name })
    order.push(name)
  }
  const slow = fire('slow')
  // It ends only after all others: if they had to wait for it, nothing would end.
  await Promise.all(Array.from({ length: 63 }, (_, at) => fire(`quick ${at}`)))
  writeFileSync(join(made.root, 'others-done'), '')
  await slow
  expect(order).toHaveLength(64)
  expect(order.at(-1)).toBe('slow')
})

test('E24: ten hooks that hang for 30 s each end together at the deadline of their event', needsLinux, async () => {
  const entries = Array.from({ length: 10 }, (_, at) => ({
    name: `h${at}`,
    command: 'sleep 300',
    timeout: 30,
    failClosed: true,
  }))
  const made = await prepare(entries, { eventTimeoutMs: 2000 })
  const { kind, runs } = await made.fire('any')
  expect(kind).toBe('refuse')
  expect(runs.map(({ outcome }) => outcome.code)).toEqual(entries.map(() => 'deadline'))
})
