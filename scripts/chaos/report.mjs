// Says what a run of `npm run chaos` showed, for the terminal and as docs/RELIABILITY.md.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { faults } from './faults.mjs'

const page = fileURLToPath(new URL('../../docs/RELIABILITY.md', import.meta.url))
const limits = { openFiles: 2, zombies: 0, slope: 1 }

const percentile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
const milliseconds = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`

/** Megabytes for each 1,000 runs, by least squares over the second half: the first half fills caches. */
function slopeOf(memory) {
  const half = memory.slice(Math.floor(memory.length / 2))
  if (half.length < 2) return 0
  const mean = (at) => half.reduce((sum, pair) => sum + pair[at], 0) / half.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const over = half.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const under = half.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return (over / under) * 1000
}

/** One row for each kind of fault. Signals and exit codes are one kind each. */
function rowsOf(done) {
  const kindOf = (name) =>
    name.replace(/^exits with (?!2$)\d+$/, 'exits with another code').replace(/^ends by SIG\w+$/, 'ends by a signal')
  const kinds = new Map()
  for (const one of done) {
    const kind = kindOf(one.name)
    kinds.set(kind, [...(kinds.get(kind) ?? []), one])
  }
  const order = [...new Set(faults.map(({ name }) => kindOf(name)))]
  return order.flatMap((kind) => {
    const all = kinds.get(kind)
    if (all === undefined) return []
    const times = all
      .filter(({ isCommand }) => !isCommand)
      .map(({ ms }) => ms)
      .toSorted((a, b) => a - b)
    const { id } = faults.find(({ name }) => kindOf(name) === kind)
    return [
      {
        ...{ id, kind, runs: all.length, wrong: all.filter(({ right }) => !right).length },
        ...{ median: percentile(times, 0.5), p99: percentile(times, 0.99) },
      },
    ]
  })
}

export function describeRun({ done, memory, after, runs, seed, seconds, load }) {
  const wrong = done.filter(({ right }) => !right)
  const slope = slopeOf(memory)
  // A short run has too few samples of memory.
  const failed =
    wrong.length > 0 ||
    done.length !== runs ||
    after.openFiles > limits.openFiles ||
    after.zombies > limits.zombies ||
    (runs >= 2000 && slope > limits.slope)
  const lines = rowsOf(done).map(
    ({ id, kind, runs: count, wrong: bad, median, p99 }) =>
      `${id.padEnd(4)} ${kind.padEnd(44)} ${String(count).padStart(6)}  ${bad === 0 ? 'right' : `${bad} WRONG`}  ${milliseconds(median)} / ${milliseconds(p99)}`,
  )
  const shown = wrong.slice(0, 20).map((one) => `WRONG ${JSON.stringify({ ...one, ms: Math.round(one.ms) })}`)
  const text = [
    ...lines,
    ...shown,
    `${done.length} of ${runs} events decided, ${wrong.length} of them wrongly, in ${seconds.toFixed(0)} s (seed ${seed}, load ${load.toFixed(1)})`,
    `open files ${after.openFiles >= 0 ? '+' : ''}${after.openFiles}, zombies ${after.zombies}, memory ${slope.toFixed(2)} MB for each 1,000 events`,
    failed ? 'FAILED' : 'passed',
  ].join('\n')
  return { text, failed }
}

export function writePage(facts) {
  const { done, memory, after, runs, seed, seconds, load, node, cpu, cores, parallel } = facts
  const commit = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).stdout.trim()
  const rows = rowsOf(done).map(
    ({ id, kind, runs: count, wrong, median, p99 }) =>
      `| ${id} | ${kind} | ${count.toLocaleString('en')} | ${wrong} | ${milliseconds(median)} | ${milliseconds(p99)} |`,
  )
  const commands = done.filter(({ isCommand }) => isCommand).length
  const text = `<!-- Written by: npm run chaos -- --write -->

# Reliability

Hooks crash, hang, flood and lie. This page shows one run of \`npm run chaos\`, which fires events at such hooks, ${parallel} at once, with payloads of up
to 300 KB, and compares each decision and each recorded outcome with [the contract](contract.md). Each kind of fault is tried with \`failClosed\` and without.

${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${node.slice(1)}, ${cpu}, ${cores} cores, load ${load.toFixed(1)}, seed ${seed}.

| | |
|---|---|
| events | ${runs.toLocaleString('en')}, ${commands.toLocaleString('en')} of them through \`hookline run\` and the others through the library |
| decided wrongly | ${done.filter(({ right }) => !right).length} |
| crashes of the engine | 0 (the run would have ended) |
| open files after the run | ${after.openFiles >= 0 ? '+' : ''}${after.openFiles} |
| processes that were not waited for | ${after.zombies} |
| memory for each 1,000 events | ${slopeOf(memory).toFixed(2)} MB |
| time | ${seconds.toFixed(0)} s |

A hook that hangs has a timeout of 1 s. The times are from the call of the library to its answer, so they include the hook and the other ${parallel - 1} events.

| test | the hook | events | wrong | median | p99 |
|---|---|---|---|---|---|
${rows.join('\n')}

Run it yourself: \`npm run chaos -- --runs 2000\`. The launcher, the daemon and the log have tests of their own with kills at random moments
(\`packages/cli/src/daemon/faults.test.ts\`, \`packages/core/src/node/log/writers.test.ts\`).
`
  writeFileSync(page, text)
}
