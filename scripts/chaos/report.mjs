// Says what a run of `npm run chaos` showed, for the terminal.
import { slopeOf } from './machine.mjs'

export const limits = { openFiles: 2, slope: 1, lateMs: 250, goneMs: 2500, outputMs: 150 }

export const milliseconds = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
export const signed = (value) => `${value >= 0 ? '+' : ''}${value}`
export const slopesOf = ({ samples }) => ({
  rss: slopeOf(samples.map(([at, { rss }]) => [at, rss])),
  heap: slopeOf(samples.map(([at, { heap }]) => [at, heap])),
})

/** What the run must not show, as sentences. Slopes of short runs say nothing. */
function failuresOf(facts) {
  const { wrong, runs, after, totals, logKills, fuzz } = facts
  const { rss } = slopesOf(facts)
  return [
    ...(wrong.length > 0 ? [`${wrong.length} events were decided, recorded or run wrongly`] : []),
    ...(Math.abs(after.openFiles) > limits.openFiles ? [`open files ${signed(after.openFiles)}`] : []),
    ...(after.zombies > 0 ? [`${after.zombies} processes were not waited for`] : []),
    ...(after.left > 0 ? [`${after.left} processes of hooks were left`] : []),
    ...(totals.recordsLost > 0 ? [`${totals.recordsLost} records were lost`] : []),
    ...(runs >= 2000 && rss > limits.slope ? [`memory grew by ${rss.toFixed(2)} MB for each 1,000 events`] : []),
    ...(logKills !== undefined && logKills.lost + logKills.twice > 0
      ? [`the log lost ${logKills.lost} acknowledged records and has ${logKills.twice} twice`]
      : []),
    ...(fuzz?.results ?? [])
      .filter(({ error }) => error !== undefined)
      .map(({ target, property, error }) => `fuzz ${target}: ${property}: ${error}`),
  ]
}

const timingLines = (timing = []) =>
  timing.flatMap(({ name, atOnce, engine, floor }) =>
    Object.entries({ engine, floor }).map(
      ([way, { late, gone }]) =>
        `${name}, ${atOnce} at once, ${way}: late ${milliseconds(late.median)} / ${milliseconds(late.p99)}${gone === undefined ? '' : `, gone ${milliseconds(gone.p99)}`}`,
    ),
  )

export function describeRun(facts) {
  const { kinds, wrong, runs, seed, seconds, load, after, totals, disturbances, logKills, damaged } = facts
  const failures = failuresOf(facts)
  const { rss, heap } = slopesOf(facts)
  const lines = kinds.rows().map(
    ({ id, name, counts, times }) =>
      `${id.padEnd(4)} ${name.padEnd(44)} ${Object.values(counts)
        .map((count) => String(count).padStart(6))
        .join('')}  ${milliseconds(times.percentile(0.5))} / ${milliseconds(times.percentile(0.99))}`,
  )
  const text = [
    `${' '.repeat(49)} ${['library', 'run', 'launcher'].map((way) => way.slice(0, 5).padStart(6)).join('')}  median / p99`,
    ...lines,
    ...timingLines(facts.timing),
    ...wrong.slice(0, 20).map((one) => `WRONG ${JSON.stringify(one)}`),
    `${runs} events, ${wrong.length} of them wrong, in ${seconds.toFixed(0)} s (seed ${seed}, load ${load.toFixed(1)})`,
    `disturbances: ${Object.entries(disturbances)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
    `callers killed ${totals.killed}, refused because the daemon was lost ${totals.lost}, refused after the daemon had recorded its decision ${totals.unanswered}`,
    `records lost ${totals.recordsLost}, hooks run twice ${totals.twice}, torn lines in the log ${damaged}`,
    ...(logKills === undefined
      ? []
      : [
          `${logKills.kills} kills of a log writer: ${logKills.acknowledged} records acknowledged, ${logKills.lost} lost, ${logKills.twice} twice, ${logKills.torn} torn lines`,
        ]),
    `open files ${signed(after.openFiles)}, zombies ${after.zombies}, processes left ${after.left}, memory ${rss.toFixed(2)} MB (heap ${heap.toFixed(2)} MB) for each 1,000 events`,
    ...failures.map((failure) => `FAILED: ${failure}`),
    failures.length > 0 ? 'failed' : 'passed',
  ].join('\n')
  return { text, failed: failures.length > 0 }
}
