// `npm run chaos -- --runs 2000` fires events at hooks that crash, hang, flood and lie, sixteen at once, and compares every decision
// with what the contract says. Most events go through the library, every twentieth through `hookline run`. `--seed` repeats an order,
// `--write` makes docs/RELIABILITY.md from the run. Ends with 1 if anything differed.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createHooks } from '@hookline/core/node'
import { faults, timeoutOf } from './chaos/faults.mjs'
import { describeRun, writePage } from './chaos/report.mjs'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    write: { type: 'boolean', default: false },
  },
})
const runs = Number(values.runs)
const PARALLEL = 16
/** One event in this many starts the command. */
const COMMAND_EVERY = 20

const bin = fileURLToPath(new URL('../packages/cli/bin/hookline.cjs', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'hookline-chaos-'))
const root = join(scratch, 'w')
const home = join(scratch, 'home')
const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: join(home, 'state'), HOOKLINE_DAEMON: 'off' }

/** A small generator, so that `--seed` gives the same order again. */
function random(seed) {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function prepare() {
  mkdirSync(join(root, 'hooks'), { recursive: true })
  mkdirSync(join(root, '.hookline'), { recursive: true })
  mkdirSync(home)
  const rows = faults.flatMap((fault) => [true, undefined].map((failClosed) => ({ fault, failClosed })))
  const entries = rows.map(({ fault, failClosed }, at) => {
    const file = `hooks/${at}.sh`
    if (fault.script !== undefined) {
      writeFileSync(join(root, file), fault.script)
      chmodSync(join(root, file), fault.mode ?? 0o755)
    }
    const closed = failClosed === undefined ? {} : { failClosed }
    return { command: `./${file}`, matcher: `^chaos-${at} `, timeout: timeoutOf(fault), ...closed }
  })
  const file = { version: 1, hooks: { beforeShellExecution: entries } }
  writeFileSync(join(root, '.hookline/hookline.json'), JSON.stringify(file))
  return rows
}

const wanted = ({ fault: { meaning }, failClosed }) =>
  meaning === 'allow' || (meaning === 'policy' && failClosed !== true) ? 'proceed' : 'refuse'
const outcomeOf = (run) => (run?.outcome.kind === 'failed' ? run.outcome.code : run?.outcome.kind)

async function throughLibrary(hooks, command, row) {
  const { kind, runs: ran } = await hooks.fire('beforeShellExecution', { command, cwd: root, sandbox: false })
  return {
    kind,
    outcome: ran.length === 1 ? outcomeOf(ran[0]) : `${ran.length} runs`,
    wantedOutcome: row.fault.outcome,
  }
}

function throughCommand(command) {
  const input = {
    hook_event_name: 'beforeShellExecution',
    conversation_id: 'chaos',
    command,
    cwd: root,
    workspace_roots: [root],
  }
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, 'run', '--host', 'cursor'], { env, stdio: ['pipe', 'pipe', 'ignore'] })
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
    })
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(input))
    child.on('close', () => resolve({ kind: readAnswer(text) }))
  })
}
function readAnswer(text) {
  try {
    // Cursor puts a question to the person itself.
    return ['deny', 'ask'].includes(JSON.parse(text).permission) ? 'refuse' : 'proceed'
  } catch {
    return 'no answer'
  }
}

const openFiles = () => readdirSync('/proc/self/fd').length
/** Processes that ended and were not waited for. */
const zombies = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [, state, parent] = /\) (\S) (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? []
        return state === 'Z' && Number(parent) === process.pid
      } catch {
        return false
      }
    }).length
const resident = () => {
  globalThis.gc?.()
  return process.memoryUsage().rss / 2 ** 20
}

async function fireAll(rows, hooks) {
  const pick = random(Number(values.seed))
  const done = []
  const memory = []
  let started = 0
  const worker = async () => {
    while (started < runs) {
      const at = started
      started += 1
      const index = pick(rows.length)
      const row = rows[index]
      const size = [0, 100, 5_000, 70_000, 300_000][pick(5)]
      const command = `chaos-${index} ${at} ${'x'.repeat(size)}`
      const isCommand = at % COMMAND_EVERY === 0
      const began = performance.now()
      const result = isCommand ? await throughCommand(command) : await throughLibrary(hooks, command, row)
      const ms = performance.now() - began
      const right = result.kind === wanted(row) && result.outcome === result.wantedOutcome
      done.push({ name: row.fault.name, failClosed: row.failClosed === true, isCommand, ms, right, ...result })
      if (done.length % 100 === 0) memory.push([done.length, resident()])
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
  return { done, memory }
}

try {
  const rows = prepare()
  const hooks = await createHooks({ workspaceRoots: [root], home, env, trust: 'all', log: false, watch: false })
  const trusted = spawn(process.execPath, [bin, 'trust', 'add', root, '--yes'], { env, stdio: 'ignore' })
  await new Promise((resolve) => trusted.on('close', resolve))
  // What is created once, and for as many events as run at the same time, is not a leak.
  for (let round = 0; round < 5; round++)
    await Promise.all(Array.from({ length: PARALLEL }, () => throughLibrary(hooks, 'chaos-0 first', rows[0])))
  const before = openFiles()
  const began = Date.now()
  const { done, memory } = await fireAll(rows, hooks)
  const after = { openFiles: openFiles() - before, zombies: zombies() }
  await hooks.close()
  const facts = {
    ...{ runs, seed: values.seed, seconds: (Date.now() - began) / 1000, parallel: PARALLEL },
    ...{ node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, load: loadavg()[0] },
    ...{ done, memory, after },
  }
  const { text, failed } = describeRun(facts)
  console.log(text)
  if (values.write) writePage(facts)
  process.exitCode = failed ? 1 : 0
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
