// Writes docs/RELIABILITY.md from a run of `npm run chaos`.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { limits, milliseconds, signed, slopesOf } from './report.mjs'

const page = fileURLToPath(new URL('../../docs/RELIABILITY.md', import.meta.url))
const number = (value) => value.toLocaleString('en')
const ms = (value) => (Number.isFinite(value) ? milliseconds(value) : 'not in 10 s')
const table = (head, rows) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---|').join('')}`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')

const byWay = (kinds, way) => kinds.rows().reduce((total, { counts }) => total + counts[way], 0)

function summary(facts) {
  const { kinds, runs, wrong, totals, after, damaged, seconds, disturbances } = facts
  const { rss, heap } = slopesOf(facts)
  return table(
    ['', ''],
    [
      [
        'events',
        `${number(runs)}: ${number(byWay(kinds, 'library'))} through the library, ${number(byWay(kinds, 'run'))} through \`hookline run\`, ${number(byWay(kinds, 'launcher'))} through the launcher and its daemon`,
      ],
      ['decided, recorded or run wrongly', number(wrong.length)],
      ['hooks that ran twice for an event', number(totals.twice)],
      ['crashes of the engine in this process', '0 (the run would have ended)'],
      ...Object.entries(disturbances).map(([name, count]) => [`${name} meanwhile`, `${number(count)} times`]),
      [
        'programs that were killed while they answered',
        `${number(totals.killed)}, which then gave no answer; each hook ran at most once, and each event has at most one record`,
      ],
      [
        'refused because the daemon was lost while its hook ran',
        `${number(totals.lost)}; ${number(totals.unanswered)} more after it had written its record`,
      ],
      ['records lost', number(totals.recordsLost)],
      ['half-written lines in the log, which readers skip', number(damaged)],
      ['open files, before the engine is created and after it is closed', signed(after.openFiles)],
      ['processes that were not waited for', number(after.zombies)],
      ['processes of hooks that were left', number(after.left)],
      [
        'memory for each 1,000 events, after a collection of garbage',
        `${rss.toFixed(2)} MB of the process, ${heap.toFixed(2)} MB of the heap (goal: under ${limits.slope} MB)`,
      ],
      ['time', `${seconds.toFixed(0)} s`],
    ],
  )
}

const faultTable = ({ kinds }) =>
  table(
    ['test', 'the hook', 'library', 'run', 'launcher', 'median', 'p99'],
    kinds
      .rows()
      .map(({ id, name, counts, times }) => [
        ...[id, name, ...Object.values(counts).map(number)],
        ...[ms(times.percentile(0.5)), ms(times.percentile(0.99))],
      ]),
  )

const logText = ({ logKills: { kills, acknowledged, lost, twice, torn } }) => `## Kills while the log is written

${number(kills)} processes that write records were killed with \`kill -9\` at random moments. They had acknowledged ${number(acknowledged)} records:
${lost} of them are lost, ${twice} are there twice, and ${torn} half-written lines are skipped by readers. This is about killed processes, not about a power cut.
`

const timingText = ({ timing, cores }) => `## How late an answer is

A hook that hangs has a timeout of 1 s. *Late* is the time from then to the answer, *gone* the time until every process of the hook has ended. For a hook that
leaves a process with its output, *late* is the time from the hook's end to the answer. The floor is the same script, started, timed and killed with Node alone.
The engine waits 150 ms between SIGTERM and SIGKILL. Goals, for p99: late by at most ${limits.lateMs} ms, gone after ${limits.goneMs / 1000} s, ${limits.outputMs} ms for a process that holds the output.

${table(
  ['the hook', 'at once', 'late: median', 'p99', 'floor: median', 'p99', 'gone: p99'],
  timing.map(({ name, atOnce, engine, floor }) => [
    ...[name, String(atOnce), ms(engine.late.median), ms(engine.late.p99), ms(floor.late.median), ms(floor.late.p99)],
    engine.gone === undefined ? '' : ms(engine.gone.p99),
  ]),
)}

With ${cores} cores, the rows with more at once than cores measure the machine as well. An answer was later before version 0.1.0 was released: Node waits for each
process that it starts until that runs its program, and libuv handles all processes that have ended before its timers. Where the end of one hook leads to the
start of the next, timers had to wait for all of them. The engine now starts at most one process in each turn of the event loop.
`

const fuzzText = ({ fuzz: { results, seed } }) => `## Fuzzing

${number(results.reduce((total, { runs }) => total + runs, 0))} random and damaged inputs with seed ${seed}; \`npm run fuzz\` runs more. *Slowest* is the processor time of one input.

${table(
  ['target', 'property', 'inputs', 'slowest'],
  results.map(({ target, property, runs, slowest, error }) => [
    target,
    error === undefined ? property : `**broken**: ${property}`,
    number(runs),
    ms(slowest),
  ]),
)}
`

const described = ({ answer, ms: took, memoryMb }) =>
  took === undefined
    ? answer
    : `${answer}, ${ms(took)}${memoryMb > 30 ? `, ${memoryMb.toFixed(0)} MB more memory` : ''}`

const geminiText = ({ gemini: { version, rows } }) => `## The same faults in Gemini CLI's hook runner

Gemini CLI has hooks too. These are the runner and the aggregator of \`@google/gemini-cli-core\` ${version} with the same scripts (\`decision\` instead of
\`permission\`), three events each, in a process of its own. A hook that hangs has a timeout of 1 s, all others 3 s. Hookline has no \`failClosed\` here, so a hook
that fails allows; with it, it refuses. Gemini CLI has no such setting.

${table(
  ['test', 'the hook', 'Hookline', "Gemini CLI's runner"],
  rows.map(({ id, kind, ours, theirs }) => [id, kind, described(ours), described(theirs)]),
)}

After a hook that hangs, its processes were gone 2.5 s later with Hookline${rows
  .filter(({ id, theirs }) => id === 'E3' && theirs.left > 0)
  .map(({ kind, theirs }) => `; with Gemini CLI's runner ${theirs.left} of one that ${kind} still ran`)
  .join('')}.
`

export function writePage(facts) {
  const { runs, seed, load, node, cpu, cores, parallel } = facts
  const commit = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).stdout.trim()
  const parts = [
    `<!-- Written by: npm run chaos -- --runs ${runs} --write -->

# Reliability

Hooks crash, hang, flood and lie, and programs are killed. This page shows one run of \`npm run chaos\`, which fires events at such hooks, ${parallel} at once, with payloads
of up to 300 KB. The daemon is killed and stopped meanwhile, and its sockets disappear. Every event must get one decision, equal to what [the contract](contract.md)
says, and one record, and no hook may run twice. Each kind of fault is tried with \`failClosed\` and without.

${new Date().toISOString().slice(0, 10)}, commit ${commit}, Node ${node.slice(1)}, ${cpu}, ${cores} cores, load ${load.toFixed(1)}, seed ${seed}.

${summary(facts)}

If the daemon is lost while a hook runs, no one knows what the hook did. It does not run again, and the gate refuses ([contract §15](contract.md#15-launcher-and-daemon)).

## Faults

The times are from the call of the library to its answer, so they include the hook and the other ${parallel - 1} events.

${faultTable(facts)}
`,
    ...(facts.timing === undefined ? [] : [timingText(facts)]),
    ...(facts.logKills === undefined ? [] : [logText(facts)]),
    ...(facts.fuzz === undefined ? [] : [fuzzText(facts)]),
    ...(facts.gemini === undefined ? [] : [geminiText(facts)]),
    `[safety-tests.md](safety-tests.md) lists which test shows what.

## Run it yourself

\`\`\`sh
npm run chaos -- --runs 2000              # minutes
npm run chaos -- --runs 20000 --write     # writes this page
npm run fuzz -- replies --runs 100000     # one target; without a name, all
\`\`\`
`,
  ]
  writeFileSync(page, parts.join('\n'))
}
