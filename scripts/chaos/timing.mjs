// How late an answer is: after the timeout of a hook that hangs, and after the end of a hook that leaves a process with its output.
// Beside it the floor: the same process started, timed and killed with Node alone.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHooks } from '@hookline/core/node'

const TIMEOUT_MS = 1000
/** The tree must be gone this long after the timeout; a measurement ends later. */
const GIVE_UP_MS = 10_000
/** From SIGTERM to SIGKILL, as the engine waits (`supervise.ts`). */
const GRACE_MS = 150

/** Each writes the ids of its processes to `$TRACE.<its id>`. bash, because it can say the time without starting a program. */
const scripts = {
  hangs: 'sleep 60 & echo "$$ $!" > "$TRACE.$command"; wait',
  'hangs and ignores SIGTERM': 'trap \'\' TERM; sleep 60 & echo "$$ $!" > "$TRACE.$command"; wait; wait',
  'leaves a process with its output':
    'sleep 60 & echo "$! $EPOCHREALTIME" > "$TRACE.$command"; echo \'{"permission":"allow"}\'',
}
const hangs = (name) => name.startsWith('hangs')

function isAlive(pid) {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

async function whenGone(pids) {
  for (const end = performance.now() + GIVE_UP_MS; performance.now() < end; await sleep(5))
    if (!pids.some(isAlive)) return performance.now()
  return Number.POSITIVE_INFINITY
}

function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
  } catch {
    // It has ended.
  }
}

/** What any program must at least do: start it, wait, signal its group, signal it again, and see it end. */
function floorOf(script, env) {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', script], { env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
    const timer = setTimeout(() => {
      killGroup(child.pid, 'SIGTERM')
      setTimeout(killGroup, GRACE_MS, child.pid, 'SIGKILL')
    }, TIMEOUT_MS)
    child.on('exit', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

async function measureOne(name, act, trace, id) {
  const began = performance.now()
  await act(id)
  const answered = performance.now()
  const file = `${trace}.${id}`
  // A machine that is too busy may not even have started the hook.
  if (!existsSync(file)) return undefined
  const words = readFileSync(file, 'utf8').trim().split(' ')
  rmSync(file)
  if (hangs(name)) {
    const due = began + TIMEOUT_MS
    return { late: answered - due, gone: (await whenGone(words.map(Number))) - due }
  }
  process.kill(Number(words[0]), 'SIGKILL')
  return { late: performance.timeOrigin + answered - Number(words[1]) * 1000 }
}

async function measureMany(name, act, trace, { atOnce, count, prefix }) {
  const results = []
  let started = 0
  const worker = async () => {
    while (started < count) {
      started += 1
      const result = await measureOne(name, act, trace, `${prefix}-${atOnce}-${started}`)
      if (result !== undefined) results.push(result)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

const percentile = (values, part) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
const summarize = (values) => ({
  median: percentile(values, 0.5),
  p99: percentile(values, 0.99),
  max: Math.max(...values),
})

async function prepareEngine(directory, trace) {
  mkdirSync(join(directory, '.hookline'), { recursive: true })
  const entries = Object.entries(scripts).map(([name, script], at) => {
    const file = join(directory, `${at}.sh`)
    writeFileSync(file, `#!/bin/bash\n${script}\n`, { mode: 0o755 })
    return { command: `./${at}.sh`, matcher: `^${at}-`, ...(hangs(name) && { timeout: TIMEOUT_MS / 1000 }) }
  })
  writeFileSync(
    join(directory, '.hookline/hookline.json'),
    JSON.stringify({ version: 1, hooks: { beforeShellExecution: entries } }),
  )
  const env = { PATH: process.env.PATH, HOME: directory, TRACE: trace }
  return createHooks({ workspaceRoots: [directory], home: directory, env, trust: 'all', log: false, watch: false })
}

/** Rows of { name, atOnce, count, engine: { late, gone }, floor: { late, gone } } in milliseconds. */
export async function measureTiming(directory, { count = 100, levels = [1, cpus().length, 16] } = {}) {
  mkdirSync(directory, { recursive: true })
  const trace = join(directory, 'trace')
  const hooks = await prepareEngine(directory, trace)
  const rows = []
  for (const atOnce of [...new Set(levels)]) {
    for (const [at, [name, script]] of Object.entries(scripts).entries()) {
      const ways = {
        floor: (command) => floorOf(script, { PATH: process.env.PATH, TRACE: trace, command }),
        engine: (command) => hooks.fire('beforeShellExecution', { command, cwd: directory, sandbox: false }),
      }
      const row = { name, atOnce }
      for (const [way, act] of Object.entries(ways)) {
        const results = await measureMany(name, act, trace, { atOnce, count, prefix: `${at}-${way}` })
        row[way] = {
          count: results.length,
          late: summarize(results.map(({ late }) => late)),
          ...(hangs(name) && { gone: summarize(results.map(({ gone }) => gone)) }),
        }
      }
      rows.push(row)
    }
  }
  await hooks.close()
  return rows
}
