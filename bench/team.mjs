// Measures a team server on this machine with many machines that poll with conditional requests: spread over time, then all at once,
// then as fast as possible, in turn with the same HTTP server returning a constant. It takes about 45 s and 64 sockets. Options: `--clients n`, `--seconds n`
// (of the first part), `--json` (only figures).
import { fork } from 'node:child_process'
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { median } from './measure.mjs'
import { openSockets } from './team/sockets.mjs'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '15' },
    json: { type: 'boolean' },
  },
})
const [clients, steadySeconds] = [Number(values.clients), Math.min(Number(values.seconds), 30)]
const [sockets, herdLimitMs, rounds, roundMs] = [64, 10_000, 7, 800]

const server = fork(new URL('./team/server.mjs', import.meta.url), [String(clients)], { stdio: 'inherit' })
const longest = setTimeout(() => {
  console.error('bench/team: stopped, because it took longer than 90 s')
  process.exit(1)
}, 90_000)
const [{ port, constantPort, machines, teamId }] = await once(server, 'message')
const ask = async (question) => {
  server.send(question)
  return (await once(server, 'message'))[0]
}

const get = (path, headers = '') => `GET /repo/${teamId}/metadata/${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`
const emptyHash = createHash('sha256').digest('hex')
/** A request for a file that needs the proof of a machine. */
const signed = ({ token, key }) => {
  const ms = Date.now()
  const text = `GET\n/repo/${teamId}/metadata/1.root.json\n${ms}\n${emptyHash}`
  const proof = sign(null, Buffer.from(text), createPrivateKey(key)).toString('base64url')
  return get('1.root.json', `authorization: Bearer ${token}\r\nhookline-proof: ${ms}.${proof}\r\n`)
}

const team = await openSockets(port, sockets)
const { head } = await team.send(get('timestamp.json'))
const etag = /etag: (\S+)/i.exec(head)?.[1]
const poll = get('timestamp.json', `if-none-match: ${etag}\r\n`)
const isUnchanged = ({ status, body }) => status === 304 && body === ''
const isGood = ({ status }) => status === 200
const before = await ask('count')
if (before.ofRequests === 0)
  throw new Error('the set-up used the database, but no transaction was counted as one of a request')

/** Sends a request for every client at its time. Latency counts from that time and includes the wait for a socket. */
async function load(times) {
  const took = []
  let errors = 0
  const started = performance.now()
  await Promise.all(
    times.map(async (at) => {
      const delay = at - (performance.now() - started)
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
      // A timer may fire slightly early, which must not count. If it fires late, the delay counts.
      const due = Math.min(at, performance.now() - started)
      if (!isUnchanged(await team.send(poll))) errors += 1
      took.push(performance.now() - started - due)
    }),
  )
  return { requests: times.length, errors, seconds: (performance.now() - started) / 1000, ...percentiles(took) }
}
function percentiles(took) {
  const sorted = took.sort((a, b) => a - b)
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { p50: at(0.5), p99: at(0.99), most: sorted.at(-1) ?? 0 }
}

const everyMs = 5000
const steady = await load(
  Array.from({ length: clients }, () => {
    const offset = Math.random() * everyMs
    const polls = Math.floor((steadySeconds * 1000) / everyMs)
    return Array.from({ length: polls }, (_, n) => offset + n * everyMs)
  }).flat(),
)
const herd = await load(Array.from({ length: clients }, () => 0))

/** Measures requests per second over all sockets, and the CPU time of the server for each. The requests are created before, so that creating them is not measured. */
async function throughput(pool, requests, isFine) {
  const { cpu: from } = await ask('count')
  const started = performance.now()
  const end = started + roundMs
  let done = 0
  let next = 0
  await Promise.all(
    Array.from({ length: sockets }, async () => {
      while (performance.now() < end) {
        const answered = await pool.send(requests[next++ % requests.length])
        if (!isFine(answered)) throw new Error(`unexpected response: ${answered.status}`)
        done += 1
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const { cpu: to } = await ask('count')
  return { rate: done / seconds, cpu: (to.user + to.system - from.user - from.system) / done }
}
const constant = await openSockets(constantPort, sockets)
const rates = { constant: [], poll: [], signed: [] }
for (let round = 0; round < rounds; round++) {
  rates.constant.push(await throughput(constant, [poll], isGood))
  rates.poll.push(await throughput(team, [poll], isUnchanged))
  rates.signed.push(await throughput(team, machines.map(signed), isGood))
}
const after = await ask('count')
team.close()
constant.close()
server.send('stop')
await once(server, 'exit')
clearTimeout(longest)

// Compare round by round, because other load on the machine affects both in the same round.
const share = median(rates.poll.map(({ rate }, round) => rate / rates.constant[round].rate)) * 100
const figures = {
  machine: { node: process.version, cores: cpus().length, clients, sockets },
  steady,
  herd,
  fastest: Object.fromEntries(
    Object.entries(rates).map(([name, list]) => [
      name,
      { perSecond: median(list.map(({ rate }) => rate)), cpuMicroseconds: median(list.map(({ cpu }) => cpu)) },
    ]),
  ),
  serverMegabytes: Math.round(after.rss / 1e6),
  transactionsOfJobs: after.ofJobs - before.ofJobs,
  reopenedSockets: team.reopened() + constant.reopened(),
  goals: {
    'unchanged poll, % of a constant answer (goal: at least 70)': share,
    'transactions of the database caused by polls (goal: 0)': after.ofRequests - before.ofRequests,
    'errors (goal: 0)': steady.errors + herd.errors,
    [`all at once, seconds (goal: at most ${herdLimitMs / 1000})`]: herd.seconds,
  },
}
if (values.json) console.log(JSON.stringify(figures, null, 2))
else {
  const line = ({ requests, p50, p99, most, seconds, errors }) =>
    `${requests} polls in ${seconds.toFixed(1)} s: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${most.toFixed(0)} ms, ${errors} errors`
  console.log(
    `Node ${process.version}, ${cpus().length} cores, ${clients} clients on ${sockets} sockets, this machine alone\n`,
  )
  console.log(`  steadily     ${line(steady)}\n  all at once  ${line(herd)}\n`)
  for (const [name, { perSecond, cpuMicroseconds }] of Object.entries(figures.fastest))
    console.log(
      `  ${name.padEnd(10)} ${perSecond.toFixed(0)} a second, ${cpuMicroseconds.toFixed(0)} µs of the server's CPU each`,
    )
  console.log(
    `\n  ${figures.transactionsOfJobs} transactions of the server's regular jobs, ${figures.reopenedSockets} sockets opened again after they were idle`,
  )
  for (const [name, figure] of Object.entries(figures.goals)) console.log(`\n  ${name}: ${Number(figure.toFixed(1))}`)
}
if (steady.errors + herd.errors > 0) process.exitCode = 1
