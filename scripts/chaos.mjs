// `npm run chaos -- --runs 2000` fires events at hooks that crash, hang, flood and lie, sixteen at once: through the library, through
// `hookline run`, and through the launcher with its daemon, which is killed and stopped meanwhile. Every event must get one decision,
// equal to what the contract says, and one record, and no hook may run twice. `--seed` repeats an order, `--write` makes
// docs/RELIABILITY.md from the run. Ends with 1 if anything differed.
import { rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createHooks } from '@hookline/core/node'
import { endDaemons, startDisturbing } from './chaos/disturb.mjs'
import { compareGemini } from './chaos/gemini.mjs'
import { judgeAll } from './chaos/judge.mjs'
import { createKinds } from './chaos/kinds.mjs'
import { createLedger, readRecords, readTrace } from './chaos/ledger.mjs'
import { killLogWriters } from './chaos/log-kills.mjs'
import { memory, openFiles, processesWith, zombies } from './chaos/machine.mjs'
import { writePage } from './chaos/page.mjs'
import { describeRun } from './chaos/report.mjs'
import { measureTiming } from './chaos/timing.mjs'
import { callLauncher, callRun, fireInLibrary } from './chaos/ways.mjs'
import { prepareWorkspace, wantedKind } from './chaos/workspace.mjs'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    write: { type: 'boolean', default: false },
    timing: { type: 'string', default: '30' },
    kills: { type: 'string' },
    fuzz: { type: 'string' },
    gemini: { type: 'boolean' },
  },
})
const runs = Number(values.runs)
const kills = Number(values.kills ?? Math.ceil(runs / 20))
/** For each property of each fuzz target. The page has everything. */
const inputs = Number(values.fuzz ?? (values.write ? runs / 10 : 0))
const PARALLEL = 16
/** How often all events are waited for, to measure memory. */
const PAUSES = 24

/** A small generator, so that `--seed` gives the same order again. */
function random(seed) {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** One event in twenty starts `hookline run`, five start the launcher; some of these programs are killed. */
function chooseWay(at, pick) {
  if (at % 20 === 0) return { way: 'run', killAfterMs: pick(8) === 0 ? pick(250) : undefined }
  if (at % 4 === 1) return { way: 'launcher', killAfterMs: pick(32) === 0 ? pick(40) : undefined }
  return { way: 'library' }
}

function fire(workspace, hooks, { way, killAfterMs }, command, size) {
  if (way === 'library') return fireInLibrary(workspace, hooks, command, size)
  return (way === 'run' ? callRun : callLauncher)(workspace, command, size, killAfterMs)
}

async function fireAll(workspace, hooks, ledger, kinds) {
  const pick = random(Number(values.seed))
  const samples = []
  const wrongOutcomes = []
  let started = 0
  const worker = async (until) => {
    while (started < until) {
      const at = started++
      const index = pick(workspace.rows.length)
      const row = workspace.rows[index]
      const size = [0, 100, 5_000, 70_000, 300_000][pick(5)]
      const choice = chooseWay(at, pick)
      const began = performance.now()
      const { kind, outcome } = await fire(workspace, hooks, choice, `chaos-${index} ${at}`, size)
      kinds.add(row.fault, choice.way, performance.now() - began)
      ledger.note(at, index, choice.way, kind)
      if (outcome !== undefined && (outcome !== row.fault.outcome || kind !== wantedKind(row)))
        wrongOutcomes.push({ event: at, fault: row.fault.name, kind, outcome })
    }
  }
  for (let pause = 1; pause <= PAUSES; pause++) {
    const until = Math.floor((runs * pause) / PAUSES)
    await Promise.all(Array.from({ length: PARALLEL }, () => worker(until)))
    samples.push([until, memory()])
  }
  return { samples, wrongOutcomes }
}

/** Processes that hooks leave on purpose end after three seconds. */
async function waitForProcesses(workspace, limitMs = 20_000) {
  for (const end = performance.now() + limitMs; performance.now() < end; await sleep(200)) {
    // Each time, because the last caller may just be starting a daemon.
    endDaemons(workspace)
    if (processesWith(workspace.home).length === 0) return 0
  }
  return processesWith(workspace.home).length
}

/** Imported only here: the targets judge every command of the corpora when they are imported. */
async function fuzzAll(count) {
  const [{ runTarget }, { targets }] = await Promise.all([
    import('./fuzz/run-target.mjs'),
    import('./fuzz/targets.mjs'),
  ])
  const seed = Number(values.seed)
  const results = []
  for (const target of targets) results.push(...(await runTarget(target, { runs: count, seed })))
  return { results, seed }
}

async function main(workspace) {
  const { root, home, env, log, logMb, scratch, trace } = workspace
  const before = openFiles()
  const hooks = await createHooks({
    ...{ workspaceRoots: [root], home, env, trust: 'all', watch: false },
    log: { directory: log, maxMb: logMb },
  })
  const [ledger, kinds] = [createLedger(runs), createKinds()]
  const began = Date.now()
  const disturbing = startDisturbing(workspace, random(Number(values.seed) + 1))
  const { samples, wrongOutcomes } = await fireAll(workspace, hooks, ledger, kinds)
  await disturbing.stop()
  const seconds = (Date.now() - began) / 1000
  const load = loadavg()[0]
  await hooks.close()
  const left = await waitForProcesses(workspace)
  const after = { openFiles: openFiles() - before, zombies: zombies(), left }
  await readTrace(trace, ledger)
  const { damaged } = await readRecords(log, join(scratch, 'index'), ledger)
  const judged = judgeAll(ledger, workspace.rows)
  return {
    ...{ runs, seed: values.seed, seconds, parallel: PARALLEL, load, ledger, kinds, samples, after, damaged },
    ...{ wrong: [...judged.wrong, ...wrongOutcomes], totals: judged.totals, disturbances: disturbing.counts },
    ...{ node: process.version, cpu: cpus()[0]?.model, cores: cpus().length },
    logKills: kills > 0 ? await killLogWriters(scratch, kills, random(Number(values.seed) + 2)) : undefined,
    timing:
      Number(values.timing) > 0
        ? await measureTiming(join(scratch, 'timing'), { count: Number(values.timing) })
        : undefined,
    fuzz: inputs > 0 ? await fuzzAll(inputs) : undefined,
    gemini: (values.gemini ?? values.write) ? await compareGemini(join(scratch, 'gemini')) : undefined,
  }
}

const workspace = await prepareWorkspace()
try {
  const facts = await main(workspace)
  const { text, failed } = describeRun(facts)
  console.log(text)
  if (values.write) writePage(facts)
  process.exitCode = failed ? 1 : 0
} finally {
  endDaemons(workspace)
  rmSync(workspace.scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
