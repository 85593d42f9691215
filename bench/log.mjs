// Measures the durable log with many records: how fast the sink writes them (including redaction), how long the first index
// takes, and how fast the first page is read. `BENCH_RECORDS` sets the number (default: a million), `--audit` writes
// and verifies an audit log, `--json` prints only figures.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSink, openLog, verifyLog } from '../packages/core/dist/node/index.js'
import { eventNames, eventRows } from '../packages/core/dist/protocol/index.js'
import { median } from './measure.mjs'

const total = Number(process.env.BENCH_RECORDS ?? 1_000_000)
const denials = 20
const audit = process.argv.includes('--audit')
const scratch = mkdtempSync(join(tmpdir(), 'hookline-bench-log-'))
const directory = join(scratch, 'log')
const cache = join(scratch, 'cache')
const root = '/home/ann/work/shop'

const entries = Array.from({ length: 12 }, (_, at) => ({
  id: `project/beforeShellExecution/${String(at).padStart(8, '0')}`,
  type: 'command',
  label: `.cursor/hooks/guard-${at}.sh`,
  monitor: false,
  origin: { source: 'project', own: false, file: `${root}/.cursor/hooks.json`, line: 4 + at, column: 7, root },
}))

/** A record as the engine creates it: an event of any kind with one or two hooks that replied. */
function recordAt(at) {
  const event = eventNames[at % eventNames.length]
  const denied = at % Math.max(1, Math.floor(total / denials)) === 7
  const failed = at % 97 === 0
  const sessionId = `0f8fad5b-d9cb-469f-a165-${String(Math.floor(at / 200)).padStart(12, '0')}`
  const input = {
    conversation_id: sessionId,
    generation_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    session_id: sessionId,
    model: 'default',
    hook_event_name: event,
    cursor_version: '3.0.0',
    workspace_roots: [root],
    user_email: 'ann@example.com',
    transcript_path: null,
    ...eventRows[event].sample(root),
  }
  const reply = denied ? { permission: 'deny', user_message: 'Not on this branch.' } : { permission: 'allow' }
  const outcome = failed
    ? { kind: 'failed', code: 'exit', message: 'exit code 1', policy: 'open' }
    : { kind: 'replied', verdict: reply.permission, reply }
  const runs = [entries[at % 11], ...(at % 3 === 0 ? [entries[(at + 5) % 11]] : [])].map((entry, position) => ({
    id: `${at.toString(36)}-${position}`,
    entry: at % 50_000 === 11 ? entries[11] : entry,
    look: 1,
    startedAt: '2026-08-22T09:00:00.000Z',
    durationMs: 12.345,
    exitCode: failed ? 1 : 0,
    stdout: failed ? '' : JSON.stringify(reply),
    stderr: failed ? 'jq: command not found\n' : '',
    outcome,
    notes: [],
  }))
  const because = { rule: 'reply', entries: [runs[0].entry], message: `${reply.permission} by its reply` }
  const plan = { event, edition: 'hookline', entries: runs.map((run) => run.entry), skipped: [] }
  const effect = { id: at.toString(36), event, verdict: reply.permission, kind: denied ? 'refuse' : 'proceed' }
  return {
    version: 1,
    id: `m${at.toString(36)}-00aaaaaa`,
    at: new Date(1_780_000_000_000 + at * 100).toISOString(),
    sessionId,
    effect: { ...effect, reply, input, because, runs, plan, notes: [] },
    durationMs: at % 5000 === 1 ? 4000 : 13 + (at % 40),
  }
}

/** Measures only the sink, not the creation of the records. CPU time is measured too, for busy machines. */
function append() {
  const sink = fileSink({
    directory,
    settings: () => ({ capture: 'lean', maxMb: 16 * 1024, ...(audit ? { audit } : {}) }),
  })
  let ms = 0
  let cpuMs = 0
  for (let done = 0; done < total; done += 1000) {
    const records = Array.from({ length: Math.min(1000, total - done) }, (_, at) => recordAt(done + at))
    const started = performance.now()
    const before = process.cpuUsage()
    for (const record of records) sink.write(record)
    const { user, system } = process.cpuUsage(before)
    ms += performance.now() - started
    cpuMs += (user + system) / 1000
  }
  if (sink.dropped > 0) throw new Error(`the sink dropped ${sink.dropped} records: ${sink.failure}`)
  return { ms, cpuMs }
}

async function took(act) {
  const started = performance.now()
  const result = await act()
  return { ms: performance.now() - started, result }
}

const filters = {
  'no filter': {},
  [`denied (${denials} in all)`]: { denied: true },
  'failed (1 %)': { failed: true },
  'slower than 3 s': { slowMs: 3000 },
  'one session of the oldest': { session: recordAt(0).sessionId },
  'a rare entry': { entry: 'guard-11.sh' },
  'one id of the oldest': { id: recordAt(1).id, limit: 1 },
}

/** Measures with a log that is already open, and with one that was just opened and has to read its indexes first. */
async function firstPages() {
  const open = openLog(directory, { cache })
  await open.count({ denied: true })
  const pages = {}
  for (const [name, filter] of Object.entries(filters)) {
    const warm = []
    const fresh = []
    let found = 0
    for (let round = 0; round < 7; round++) {
      warm.push((await took(() => open.query({ limit: 50, ...filter }))).ms)
      const first = await took(() => openLog(directory, { cache }).query({ limit: 50, ...filter }))
      fresh.push(first.ms)
      found = first.result.records.length
    }
    pages[name] = { found, openMs: round(median(warm)), freshMs: round(median(fresh)) }
  }
  return pages
}

const round = (value) => Math.round(value * 100) / 100
const mb = (bytes) => Math.round(bytes / 2 ** 20)
const bytesIn = (folder) => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

try {
  const written = append()
  const unindexed = await took(() => openLog(directory, { cache }).query({ limit: 50 }))
  const build = await took(() => openLog(directory, { cache }).count())
  if (build.result !== total) throw new Error(`${build.result} of ${total} records were read`)
  const pages = await firstPages()
  const verified = audit ? await took(() => verifyLog(directory)) : undefined
  if (verified !== undefined && (verified.result.broken !== undefined || verified.result.records !== total))
    throw new Error(`the audit log is broken: ${JSON.stringify(verified.result)}`)
  const figures = {
    cpus: `${cpus().length} × ${cpus()[0].model}`,
    node: process.version,
    records: total,
    logMb: mb(bytesIn(directory)),
    indexMb: mb(bytesIn(cache)),
    appendPerSecond: Math.round((total / written.ms) * 1000),
    appendPerSecondOfProcessor: Math.round((total / written.cpuMs) * 1000),
    firstPageWithoutAnyIndexMs: round(unindexed.ms),
    indexBuildMs: Math.round(build.ms),
    ...(verified === undefined ? {} : { verifyMs: Math.round(verified.ms) }),
    pages,
    rssMb: mb(process.memoryUsage().rss),
  }
  if (process.argv.includes('--json')) console.log(JSON.stringify(figures, null, 2))
  else print(figures)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function print({ pages, ...figures }) {
  for (const [name, value] of Object.entries(figures)) console.log(name.padEnd(28), value)
  console.log('\nfirst page'.padEnd(29), 'log open'.padStart(10), 'just opened'.padStart(12), 'found'.padStart(6))
  for (const [name, { found, openMs, freshMs }] of Object.entries(pages))
    console.log(name.padEnd(28), `${openMs} ms`.padStart(10), `${freshMs} ms`.padStart(12), String(found).padStart(6))
}
