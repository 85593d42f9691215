// Measures the reports of a team server on PostgreSQL: the first page of the decisions and the activity of 30 days with millions of decisions
// stored, an export, and how many decisions a second it can store while pages are read. The floor is a request of the same kind that reads
// one row, and for storing a plain insert of the same rows. It takes about ten minutes. Options: `--decisions n`, `--clients n`,
// `--seconds n` (of storing), `--warm n` (seconds of it that are not measured: a server that has just started compiles its code),
// `--at-once n` (reports), `--only-storing`, `--json` (only figures).
import { fork } from 'node:child_process'
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { rounds, spread } from './measure.mjs'
import { callsOf } from './team/admin-call.mjs'

const { values } = parseArgs({
  options: {
    decisions: { type: 'string', default: '5000000' },
    clients: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '20' },
    warm: { type: 'string', default: '10' },
    'at-once': { type: 'string', default: '16' },
    'only-storing': { type: 'boolean' },
    json: { type: 'boolean' },
  },
})
const [decisions, clients, seconds, warm, atOnce] = [
  values.decisions,
  values.clients,
  values.seconds,
  values.warm,
  values['at-once'],
].map(Number)
const note = (text) => values.json || console.error(text)

note(`storing ${decisions.toLocaleString('en')} decisions of ${clients.toLocaleString('en')} machines …`)
const server = fork(new URL('./team/reports-server.mjs', import.meta.url), [String(decisions), String(clients)], {
  stdio: 'inherit',
})
const [{ url, teamId, cookie, machines, fillSeconds }] = await once(server, 'message')
const ask = async (question) => {
  server.send(question)
  return (await once(server, 'message'))[0]
}
const size = await ask('size')
note(`stored in ${fillSeconds.toFixed(0)} s, ${(size.bytes / 1e9).toFixed(2)} GB`)

const call = callsOf({ url, teamId, cookie })
const page = (filter = {}, before = '') => call('ListDecisions', { filter, before, limit: 50 })
const device = machines[17].id
const second = (await page()).next
const deep = (await page({ to: new Date(Date.now() - 20 * 86_400_000).toISOString() })).next
const first = {
  floor: () => call('GetRetention', {}),
  'first page': () => page(),
  'activity, 30 days': () => call('GetActivity', { since: '30d' }),
}
const others = {
  'second page': () => page({}, second),
  'page after 20 days': () => page({}, deep),
  'one device': () => page({ deviceId: device }),
  'one device, denied': () => page({ deviceId: device, decision: 'deny' }),
  'one event': () => page({ event: 'stop' }),
  'a rare event': () => page({ event: 'rareEvent' }),
  'a rare agent': () => page({ agent: 'rare-agent' }),
  denied: () => page({ decision: 'deny' }),
  failed: () => page({ decision: 'failed' }),
  'one hook': () => page({ hookId: '5' }),
  'one hook, denied': () => page({ hookId: '5', result: 'denied' }),
  'one rule': () => page({ rule: 'shell-guard/rule-3' }),
  'a rare rule': () => page({ rule: 'shell-guard/rare' }),
  'hook, event, agent, asked': () => page({ hookId: '5', event: 'stop', agent: 'codex', decision: 'ask' }),
  'nothing matches': () => page({ hookId: '5', event: 'rareEvent', agent: 'rare-agent' }),
  'values for the filters': () => call('ListDecisionValues', {}),
  'activity, 1 hour': () => call('GetActivity', { since: '1h' }),
}
const contenders = values['only-storing'] ? first : { ...first, ...others }
const pages = Object.fromEntries(
  Object.entries(await rounds(contenders, 15, 2)).map(([name, took]) => [name, spread(took)]),
)
const load = loadavg()[0]

/** Reads an export for a while. */
async function readExport() {
  const abort = new AbortController()
  const started = performance.now()
  const response = await fetch(`${url}/export/${teamId}/decisions.jsonl`, { headers: { cookie }, signal: abort.signal })
  let lines = 0
  for await (const chunk of response.body) {
    for (const byte of chunk) if (byte === 10) lines += 1
    if (performance.now() - started > 5000) break
  }
  abort.abort()
  return lines / ((performance.now() - started) / 1000)
}
const exported = await readExport()

/** Every machine reports 10 decisions at a time, as after half an hour of work. Some report at once, and one person reads pages. */
async function store() {
  const path = '/hookline.team.v1.DeviceService/Report'
  const sequences = new Map(machines.map(({ id }) => [id, 0]))
  const took = []
  const readTook = []
  let [next, sent, isOver] = [0, 0, false]
  const privateKeys = new Map(machines.map(({ id, key }) => [id, createPrivateKey(key)]))
  const reportOnce = async ({ id, token }) => {
    const first = sequences.get(id) + 1
    sequences.set(id, first + 9)
    const at = new Date().toISOString()
    const body = JSON.stringify({
      decisions: Array.from({ length: 10 }, (_, n) => ({
        ...{
          sequence: String(first + n),
          at,
          event: n % 2 === 0 ? 'preToolUse' : 'postToolUse',
          verdict: 'allow',
          rule: 'reply',
        },
        ...{
          agent: 'claude-code',
          durationMs: 3,
          runs: [{ hookId: String(1 + n), source: 'team', outcome: 'allow', durationMs: 2 }],
        },
      })),
    })
    const ms = Date.now()
    const hash = createHash('sha256').update(body).digest('hex')
    const proof = sign(null, Buffer.from(`POST\n${path}\n${ms}\n${hash}`), privateKeys.get(id)).toString('base64url')
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'hookline-proof': `${ms}.${proof}`,
    }
    const started = performance.now()
    const response = await fetch(url + path, { method: 'POST', headers, body })
    if (response.status !== 200) throw new Error(`Report: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
    took.push(performance.now() - started)
    sent += 10
  }
  const { perSecond: plain } = await ask('floor')
  const reportFor = async (ms) => {
    const end = performance.now() + ms
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (performance.now() < end) await reportOnce(machines[next++ % machines.length])
      }),
    )
  }
  await reportFor(warm * 1000)
  took.length = 0
  const sentBefore = sent
  await ask('watch')
  const { cpu: before } = await ask('cpu')
  const started = performance.now()
  const reader = (async () => {
    while (!isOver) {
      const from = performance.now()
      await page()
      readTook.push(performance.now() - from)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  })()
  await reportFor(seconds * 1000)
  const elapsed = (performance.now() - started) / 1000
  isOver = true
  await reader
  const { cpu: after, rss } = await ask('cpu')
  const cpu = (after.user + after.system - before.user - before.system) / 1e6
  const waits = await ask('waits')
  const { stored, counted } = await ask('count')
  return {
    waits,
    plain,
    load: loadavg()[0],
    sent,
    stored,
    counted,
    perSecond: (sent - sentBefore) / elapsed,
    serverMsPerReport: (cpu * 1000) / took.length,
    reports: spread(took),
    pages: spread(readTook),
    serverCores: cpu / elapsed,
    megabytes: Math.round(rss / 1e6),
  }
}
const formatWaits = (waits) => waits.map(({ wait, connections }) => `${wait} ${connections.toFixed(2)}`).join(', ')
const ingest = await store()
const grown = await ask('size')
server.send('stop')
await once(server, 'exit')

const figures = {
  machine: { node: process.version, cores: cpus().length, load, decisions, clients },
  fillSeconds,
  bytes: {
    perDecision: size.bytes / decisions,
    heapPerDecision: size.heap / decisions,
    hours: size.hours,
    grown: grown.bytes - size.bytes,
  },
  pages,
  exportedPerSecond: exported,
  ingest,
  goals: {
    'first page, ms (goal: under 200)': pages['first page'].median,
    'slowest page with a filter, ms (goal: under 200)': Math.max(
      ...Object.entries(pages).flatMap(([name, { median }]) => (name.startsWith('activity') ? [] : [median])),
    ),
    'activity of 30 days, ms (goal: under 300)': pages['activity, 30 days'].median,
    'first page, × a request that reads one row': pages['first page'].median / pages.floor.median,
    'activity of 30 days, × a request that reads one row': pages['activity, 30 days'].median / pages.floor.median,
    'decisions acknowledged and not stored or not counted (goal: 0)':
      Math.abs(ingest.sent - ingest.stored) + Math.abs(ingest.sent - ingest.counted),
  },
}
if (values.json) console.log(JSON.stringify(figures, null, 2))
else {
  console.log(
    `Node ${process.version}, ${cpus().length} cores, load ${load.toFixed(1)}, PostgreSQL and the load tool on the same machine\n`,
  )
  for (const [name, { median, p95 }] of Object.entries(pages))
    console.log(
      `  ${name.padEnd(28)} ${median.toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1)} ms   ${(median / pages.floor.median).toFixed(1)} × floor`,
    )
  console.log(
    `\n  export: ${exported.toFixed(0)} decisions a second; ${figures.bytes.perDecision.toFixed(0)} bytes a decision with its run and all indexes`,
  )
  console.log(
    `  storing: ${ingest.perSecond.toFixed(0)} decisions a second, report p50 ${ingest.reports.median.toFixed(1)} ms, p99 ${ingest.reports.p99.toFixed(1)} ms, ${ingest.serverCores.toFixed(2)} cores of the server (${ingest.serverMsPerReport.toFixed(1)} ms for each report), first page meanwhile ${ingest.pages.median.toFixed(1)} ms`,
  )
  console.log(
    `  one connection that only inserts the same rows: ${ingest.plain.toFixed(0)} decisions a second (storing is ${(ingest.perSecond / ingest.plain).toFixed(2)} ×), load ${ingest.load.toFixed(1)}`,
  )
  console.log(`  connections of the server on average, by what they wait for: ${formatWaits(ingest.waits)}`)
  for (const [name, figure] of Object.entries(figures.goals)) console.log(`\n  ${name}: ${Number(figure.toFixed(1))}`)
}
