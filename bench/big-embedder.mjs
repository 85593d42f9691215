// Measures how long one hook blocks the event loop of a program that uses much memory, with and without the helper
// process. Each size and way runs in a process of its own. `blocked` is the longest turn of the event loop during a hook,
// `idle loop` the same without a hook: what other programs on the machine add. `thread` is all the time that the main
// thread works for a hook, so a hook blocks it for no longer. `--json` prints only figures.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cpus, freemem, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createHooks } from '../packages/core/dist/node/index.js'
import { spread } from './measure.mjs'

const gigabyte = 1e9
const sizes = [0.07, 1, 3]
const ways = { 'without a helper': false, 'with a helper': true }
const count = Number(process.env.BENCH_ROUNDS ?? 100)
const input = { command: 'npm test', cwd: '/', sandbox: false }
const command = `read -r line; grep -qs helper /proc/$PPID/comm && by=helper || by=host; echo "{\\"user_message\\":\\"$by\\"}"`

/** Memory that was written to, so that the system has pages for it. */
function fill(bytes) {
  const parts = []
  for (let part = 1; process.memoryUsage.rss() < bytes; part++) parts.push(Buffer.alloc(4 * 1024 * 1024, part))
  return parts
}

/** The longest time between two turns of the event loop while `work` runs. */
async function longestTurn(work) {
  let longest = 0
  let isDone = false
  let before = performance.now()
  const turn = () => {
    const now = performance.now()
    longest = Math.max(longest, now - before)
    before = now
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isDone = true
  turn()
  return longest
}

/** The time that this thread has used a processor, in ms. Other programs do not add to it. Zero where the system does not say. */
function threadTime() {
  const path = `/proc/self/task/${process.pid}/schedstat`
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e6 : 0
}

async function measure(bytes, helperProcess) {
  const filled = fill(bytes)
  const hooks = { beforeShellExecution: [{ command }] }
  const engine = await createHooks({ workspaceRoots: [], sources: { only: [] }, hooks, helperProcess })
  const expected = helperProcess ? 'helper' : 'host'
  const startedBy = async () => {
    const { runs } = await engine.fire('beforeShellExecution', input)
    return runs[0].outcome.reply?.user_message
  }
  const giveUpAt = performance.now() + 10_000
  while ((await startedBy()) !== expected) if (performance.now() > giveUpAt) throw new Error('the helper was not used')
  const [blocked, took, idle] = [[], [], []]
  for (let round = -10; round < count; round++) {
    let by
    const started = performance.now()
    const turn = await longestTurn(async () => {
      by = await startedBy()
    })
    const ms = performance.now() - started
    if (by !== expected) throw new Error(`started by the ${by}, not the ${expected}`)
    const idleTurn = await longestTurn(() => new Promise((resolve) => setTimeout(resolve, ms)))
    if (round < 0) continue
    blocked.push(turn)
    took.push(ms)
    idle.push(idleTurn)
  }
  const before = threadTime()
  for (let round = 0; round < count; round++) await startedBy()
  const thread = (threadTime() - before) / count
  await engine.close()
  const gigabytes = process.memoryUsage.rss() / gigabyte
  return { gigabytes, parts: filled.length, blocked: spread(blocked), took: spread(took), idle: spread(idle), thread }
}

function measureInProcess(size, helperProcess) {
  const args = [fileURLToPath(import.meta.url), '--measure', String(size * gigabyte), String(helperProcess)]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`a measurement failed:\n${stderr}`)
  return JSON.parse(stdout)
}

const at = process.argv.indexOf('--measure')
if (at > 0) {
  console.log(JSON.stringify(await measure(Number(process.argv[at + 1]), process.argv[at + 2] === 'true')))
} else {
  const isJson = process.argv.includes('--json')
  const report = {
    node: process.version,
    cores: cpus().length,
    rounds: count,
    load: loadavg()[0],
    skipped: [],
    sizes: {},
  }
  if (!isJson) {
    console.log(`Node ${process.version}, ${cpus().length} cores, ${count} rounds, load ${report.load.toFixed(2)}\n`)
    const columns = ['blocked', 'p95', 'idle loop', 'thread', 'fire', 'p95'].map((name) => name.padStart(11)).join('')
    console.log(`${'milliseconds per hook, median'.padEnd(36)}${columns}`)
  }
  for (const size of sizes) {
    if (freemem() < 1.5 * size * gigabyte) {
      report.skipped.push(size)
      if (!isJson) console.log(`  ${size} GB: skipped, because only ${(freemem() / gigabyte).toFixed(1)} GB are free`)
      continue
    }
    report.sizes[size] = {}
    for (const [name, helperProcess] of Object.entries(ways)) {
      const figures = measureInProcess(size, helperProcess)
      report.sizes[size][name] = figures
      const { blocked, took, idle, thread } = figures
      const cells = [blocked.median, blocked.p95, idle.median, thread, took.median, took.p95]
      const line = `  ${figures.gigabytes.toFixed(2)} GB, ${name}`.padEnd(36)
      if (!isJson) console.log(line + cells.map((ms) => ms.toFixed(2).padStart(11)).join(''))
    }
  }
  const largest = report.sizes[sizes.at(-1)]?.['with a helper'].blocked.median
  report.goals = { 'blocked at 3 GB with a helper, ms (goal: at most 1)': largest ?? null }
  if (isJson) console.log(JSON.stringify(report, null, 2))
  else console.log(`\n  blocked at 3 GB with a helper, ms (goal: at most 1): ${largest?.toFixed(2) ?? 'skipped'}`)
}
