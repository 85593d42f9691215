// Sends random and adversarial texts through every pack that judges commands. Prints the slowest judgements with their inputs, and every exception.
// node bench/guard-fuzz.mjs [--count 20000] [--seed 1] [--from 0] [--top 10] [--print <number>] [--skip-corpus] [--json]
// A judgement is one text through one pack, including the time to parse the text. For a slow one, the best of three runs counts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { parse } from 'yaml'
import { readShell } from '../packages/core/dist/shell/index.js'
import { fuzzText } from '../packages/packs/dist/testing/fuzz-text.js'
import { judges, ruledPrograms } from '../packages/packs/dist/testing/judge-all.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    top: { type: 'string', default: '10' },
    print: { type: 'string' },
    json: { type: 'boolean', default: false },
    'skip-corpus': { type: 'boolean', default: false },
  },
})
const [count, seed, from, top] = [values.count, values.seed, values.from, values.top].map(Number)
const SLOW_MS = 5
const HANGS_MS = Number(process.env.HOOKLINE_FUZZ_HANGS_MS ?? 10_000)

const read = (file) => parse(readFileSync(new URL(`../packages/packs/corpus/${file}.yaml`, import.meta.url), 'utf8'))
const corpus = ['harmless', 'dangerous', 'second-look', 'third-look', 'fourth-look']
  .flatMap(read)
  .map((one) => one.command)
const source = {
  commands: corpus,
  programs: [...new Set([...ruledPrograms, ...corpus.map((one) => /^\S+/.exec(one)?.[0] ?? 'ls')])],
}

/** Negative numbers are the commands of the corpus; the others are generated. */
const textAt = (at) => (at < 0 ? { family: 'corpus', text: corpus[-1 - at] } : fuzzText(seed, at, source))

/** Runs in a thread, so that a judgement that never ends can be stopped and reported. */
async function judgeAll() {
  const base = mkdtempSync(join(tmpdir(), 'hookline-fuzz-'))
  const all = judges(base)
  const progress = new Int32Array(workerData.progress)
  const timed = async (act) => {
    const [start, used] = [performance.now(), process.cpuUsage()]
    await act()
    const { user, system } = process.cpuUsage(used)
    // Take the smaller of both: on a busy machine the clock includes other processes, and CPU time includes other threads of Node.
    return Math.min(performance.now() - start, (user + system) / 1000)
  }
  const attempt = async (text) => {
    readShell('')
    const reading = await timed(() => readShell(text))
    const took = []
    const thrown = []
    for (const [number, one] of all.entries()) {
      Atomics.store(progress, 1, number + 1)
      took.push(
        await timed(async () => {
          try {
            await one.judge(text)
          } catch (error) {
            thrown.push(`${one.name}: ${error?.stack ?? error}`)
          }
        }),
      )
    }
    return { reading, took, thrown }
  }
  const slowest = ({ reading, took }) => reading + Math.max(...took)
  for (let at = workerData.from; at < workerData.to; at++) {
    Atomics.store(progress, 0, at)
    Atomics.store(progress, 1, 0)
    const { text, family } = textAt(at)
    let best = await attempt(text)
    for (let again = 0; again < 2 && slowest(best) > SLOW_MS; again++) {
      const next = await attempt(text)
      best = {
        reading: Math.min(best.reading, next.reading),
        took: best.took.map((ms, index) => Math.min(ms, next.took[index])),
        thrown: best.thrown,
      }
    }
    parentPort.postMessage({ at, family, length: text.length, ...best })
  }
  rmSync(base, { recursive: true, force: true })
}

/** Runs all numbers from `from` to `to`. A judgement that does not end is reported, and the rest continues without it. */
async function runAll(from, to) {
  const results = []
  const progress = new SharedArrayBuffer(8)
  const seen = new Int32Array(progress)
  for (let next = from; next < to; ) {
    seen[0] = next
    const worker = new Worker(new URL(import.meta.url), {
      argv: process.argv.slice(2),
      workerData: { progress, from: next, to },
    })
    let hanging
    let last = { key: '', since: Date.now() }
    const timer = setInterval(() => {
      const key = `${Atomics.load(seen, 0)} ${Atomics.load(seen, 1)}`
      if (key !== last.key) last = { key, since: Date.now() }
      else if (Date.now() - last.since > HANGS_MS) {
        hanging = { at: seen[0], judge: seen[1] }
        worker.terminate()
      }
      if (!values.json && process.stderr.isTTY) process.stderr.write(`\r${key} `)
    }, 500)
    worker.on('message', (result) => results.push(result))
    await new Promise((done, failed) => worker.on('exit', done).on('error', failed))
    clearInterval(timer)
    if (hanging === undefined) break
    const { family, text } = textAt(hanging.at)
    if (!values.json) console.log(`does not end: ${hanging.at} (judge ${hanging.judge})`)
    results.push({ at: hanging.at, family, length: text.length, reading: Infinity, took: [], thrown: [], hanging })
    next = hanging.at + 1
  }
  return results
}

const share = (list, below) => `${((100 * list.filter((ms) => ms < below).length) / list.length).toFixed(2)} %`
const at = (list, part) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))]
const ms = (value) => `${value.toFixed(2)} ms`
const shown = (text) => JSON.stringify(text.length > 160 ? `${text.slice(0, 110)} … ${text.slice(-40)}` : text)

function report(name, results, judgeNames) {
  const singles = results.flatMap(({ reading, took }) =>
    took.length === 0 ? [reading] : took.map((own) => reading + own),
  )
  const guard = results.map(({ reading, took }) => reading + (took[0] ?? 0))
  const whole = results.map(({ reading, took }) => took.reduce((sum, own) => sum + own, reading))
  console.log(`${name}: ${results.length} texts, ${singles.length} judgements`)
  for (const [what, list] of [
    ['one pack', singles],
    [judgeNames[0], guard],
    ['all packs together', whole],
  ])
    console.log(
      `  ${what}: median ${ms(at(list, 0.5))}, p99 ${ms(at(list, 0.99))}, max ${ms(at(list, 1))}, under 2 ms ${share(list, 2)}, over 50 ms ${list.filter((one) => one > 50).length}`,
    )
  const thrown = results.flatMap((one) => one.thrown.map((what) => ({ ...one, what })))
  console.log(`  exceptions ${thrown.length}, never ended ${results.filter((one) => one.hanging).length}`)
  const rows = results
    .map((one) => ({ ...one, worst: one.reading + Math.max(0, ...one.took) }))
    .sort((a, b) => b.worst - a.worst)
    .slice(0, top)
  for (const one of rows) {
    const judge = one.hanging ? one.hanging.judge - 1 : one.took.indexOf(Math.max(...one.took))
    console.log(
      `  ${ms(one.worst)} (reading ${ms(one.reading)}) ${judgeNames[judge] ?? 'the reader'}; ${one.family} ${one.at}, ${one.length} characters: ${shown(textAt(one.at).text)}`,
    )
  }
  for (const one of thrown.slice(0, top))
    console.log(`  throws: ${one.what}\n    ${one.at}: ${shown(textAt(one.at).text)}`)
}

if (!isMainThread) await judgeAll()
else if (values.print !== undefined) process.stdout.write(textAt(Number(values.print)).text)
else {
  const names = judges(tmpdir()).map((one) => one.name)
  const warm = values['skip-corpus'] ? [] : await runAll(-corpus.length, 0)
  const made = await runAll(from, from + count)
  if (values.json) console.log(JSON.stringify({ corpus: warm, made }))
  else {
    if (warm.length > 0) report('corpus', warm, names)
    report(`seed ${seed}`, made, names)
  }
  process.exitCode = [...warm, ...made].some((one) => one.hanging || one.thrown.length > 0) ? 1 : 0
}
