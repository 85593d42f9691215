// Runs the benchmarks behind every claim and prints one table, ratios first: `npm run bench`. `--write` keeps the results in
// bench/results.json, from which `npm run generate` makes docs/performance.md. `--only <part of a name>` runs some of them.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

const folder = new URL('.', import.meta.url)
const results = fileURLToPath(new URL('results.json', folder))
const ratio = (part, whole) => (part === undefined || whole === undefined ? undefined : part / whole)

/** A row: what is measured, its value, the unit, and the goal. `least`: the goal is a lower limit. */
const startupRows = ({ rows }) => {
  const at = (name) => rows.find((row) => row.name === name)?.ratio
  return [
    { name: 'cold `run` without hooks', unit: '× `node -e 0`', value: at('run, no hooks'), goal: 1.6 },
    { name: 'cold `run`, shell-guard', unit: '× `node -e 0`', value: at('run, shell-guard'), goal: 1.7 },
    {
      name: 'cold `run`, shell-guard, watched',
      unit: '× `node -e 0`',
      value: at('run, shell-guard, watched'),
      goal: 1.7,
    },
    { name: 'cold `run`, 1,000 entries', unit: '× `node -e 0`', value: at('run, 1,000 entries') },
  ]
}

const launcherRows = ({ figures, memory, concurrent }) => {
  const at = (name, floor) => ratio(figures[name]?.median, figures[floor]?.median)
  return [
    {
      name: 'launcher and daemon, no hooks',
      unit: '× `sh -c true`',
      value: at('launcher, no hooks', 'sh -c true'),
      goal: 2.2,
    },
    {
      name: 'launcher and daemon, shell-guard',
      unit: '× `sh -c true`',
      value: at('launcher, shell-guard', 'sh -c true'),
      goal: 2.5,
    },
    {
      name: 'launcher and daemon, five packs',
      unit: '× `sh -c true`',
      value: at('launcher, five packs', 'sh -c true'),
      goal: 3,
    },
    {
      name: 'launcher and daemon, one bash hook with `warm`',
      unit: '× the hook itself',
      value: at('launcher, one bash hook with `warm`', 'that bash hook itself'),
      goal: 1.2,
    },
    {
      name: 'the same hook without `warm`',
      unit: '× the hook itself',
      value: at('launcher, one bash hook', 'that bash hook itself'),
    },
    {
      name: 'launcher and daemon, one module hook',
      unit: '× `node -e 0`',
      value: at('launcher, one module hook', 'node -e 0'),
    },
    {
      name: 'launcher and daemon, shell-guard',
      unit: '× cc-safety-net as a process',
      value: at('launcher, shell-guard', 'cc-safety-net'),
      goal: 0.04,
    },
    {
      name: '64 sessions, one with a hook of 10 s: p99 of the others',
      unit: '× their median alone',
      value: ratio(concurrent.beside.p99, concurrent.alone.median),
      goal: 2,
    },
    {
      name: 'the same',
      unit: '× their p99 without the slow hook',
      value: ratio(concurrent.beside.p99, concurrent.alone.p99),
    },
    {
      name: '63 sessions of `sh -c true` at the same moments: p99',
      unit: '× their median',
      value: ratio(concurrent.shells.p99, concurrent.shells.median),
    },
    { name: 'daemon at rest', unit: 'MB', value: memory.atRest, goal: 90 },
    {
      name: `daemon, growth over ${memory.events.toLocaleString('en')} events`,
      unit: 'MB',
      value: memory.after - memory.warm,
      goal: 10,
    },
  ]
}

const runRows = ({ milliseconds, microseconds }) => [
  {
    name: 'one command hook in a library host',
    unit: '× a bare spawn',
    value: ratio(milliseconds['engine, one hook'].median, milliseconds['bare spawn'].median),
    goal: 1.05,
  },
  {
    name: 'one command hook in a library host',
    unit: "× gemini-cli-core's runner",
    value: ratio(milliseconds['engine, one hook'].median, milliseconds["gemini-cli-core's runner"]?.median),
  },
  {
    name: 'ten command hooks at once',
    unit: '× ten bare spawns at once',
    value: ratio(milliseconds['engine, ten hooks'].median, milliseconds['ten bare spawns at once'].median),
    goal: 1.2,
  },
  {
    name: 'an event without a hook, in a library host',
    unit: 'µs',
    value: microseconds['no hooks at all'].median,
    goal: 10,
  },
]

const rulesRows = ({ eventsPerSecond, milliseconds }) => [
  {
    name: '1,000 rules on one event',
    unit: 'events a second',
    value: eventsPerSecond['a command']['1000 rules'],
    goal: 2000,
    least: true,
  },
  { name: 'loading 1,000 rules', unit: 'ms', value: milliseconds['load, 1000 rules'].median, goal: 100 },
  { name: 'loading 1,000 command hooks', unit: 'ms', value: milliseconds['load, 1000 commands'].median, goal: 100 },
]

const embedderRows = ({ sizes }) => [
  {
    name: 'event-loop block for one hook in a host of 3 GB',
    unit: 'ms',
    value: sizes[3]?.['with a helper']?.blocked.median,
    goal: 1,
  },
  {
    name: 'the same without the helper process',
    unit: 'ms',
    value: sizes[3]?.without?.blocked.median ?? Object.values(sizes[3] ?? {})[0]?.blocked.median,
  },
]

const sandboxRows = ({ ratio: times }) =>
  ['bubblewrap', 'landlock'].flatMap((kind) =>
    ['read-only', 'no-network', 'strict'].map((level) => ({
      name: `bash hook in a sandbox: ${level}, ${kind}`,
      unit: '× the same hook without one',
      value: times[`${kind} ${level}`],
    })),
  )

const parkedRows = ({ goals }) => [
  {
    name: 'a bash hook with `warm` in a library host',
    unit: '× cold',
    value: goals['parked bash hook, of cold (goal: at most 0.30)'],
    goal: 0.3,
  },
  {
    name: 'a Node hook with `warm` in a library host',
    unit: '× cold',
    value: goals['parked node hook, of cold (goal: at most 0.22)'],
    goal: 0.22,
  },
]

/** A call is what the agent does between two requests to the model. */
const agentsRows = ({ agents }) =>
  agents
    .filter(({ missing }) => missing === undefined)
    .flatMap(({ name, version, load, milliseconds: { alone, Hookline: ours, 'cc-safety-net': theirs } }) => [
      { name: `a tool call in ${name} ${version}`, unit: '× without hooks', value: ours / alone, load },
      ...(addsLittle(theirs, alone)
        ? []
        : [
            {
              name: `what Hookline adds to it (${(ours - alone).toFixed(1)} ms)`,
              unit: '× what cc-safety-net adds',
              value: (ours - alone) / (theirs - alone),
              load,
            },
          ]),
    ])

/** It does not serve this agent, or runs inside the agent's process: a ratio to next to nothing would say nothing. */
const addsLittle = (theirs, alone) => theirs === undefined || theirs - alone < alone * 0.02

const benches = [
  ['launcher', launcherRows],
  ['startup', startupRows],
  ['run', runRows],
  ['parked', parkedRows],
  ['sandbox', sandboxRows],
  ['rules', rulesRows],
  ['big-embedder', embedderRows],
  ['agents', agentsRows],
].filter(([name]) => existsSync(new URL(`${name}.mjs`, folder)))

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : ''

function measure([name, rowsOf]) {
  const load = loadavg()[0]
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL(`${name}.mjs`, folder)), '--json'],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  )
  if (status !== 0) throw new Error(`bench/${name}.mjs: ${stderr}`)
  return rowsOf(JSON.parse(stdout)).map((row) => ({ bench: name, load, ...row }))
}

const isMet = ({ value, goal, least }) => (least === true ? value >= goal : value <= goal)
const shown = (value) => (value === undefined ? 'not measured' : value >= 100 ? value.toFixed(0) : value.toFixed(2))

const rows = benches.filter(([name]) => name.includes(only)).flatMap(measure)
for (const row of rows) {
  const goal =
    row.goal === undefined
      ? ''
      : `goal ${row.least === true ? '≥' : '≤'} ${row.goal}  ${row.value !== undefined && isMet(row) ? 'met' : 'MISSED'}`
  console.log(`${row.name.padEnd(58)} ${shown(row.value).padStart(12)} ${row.unit.padEnd(30)} ${goal}`)
}
if (process.argv.includes('--write')) {
  const kept = existsSync(results)
    ? JSON.parse(readFileSync(results, 'utf8')).rows.filter(({ bench }) => !bench.includes(only))
    : []
  const order = benches.map(([name]) => name)
  const all = [...kept, ...rows].toSorted((a, b) => order.indexOf(a.bench) - order.indexOf(b.bench))
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    gigabytes: Math.round(totalmem() / 2 ** 30),
  }
  writeFileSync(results, `${JSON.stringify({ machine, rows: all }, null, 2)}\n`)
}
