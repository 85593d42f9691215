// Measures the list of devices with many machines: the requests of the page by themselves, and the page in a real Chromium from the click
// to the first row. The floor is a request of the same kind that reads one row. It takes about a minute. Options: `--clients n`,
// `--postgres` (a PostgreSQL of its own), `--json` (only figures).
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { password } from '../packages/team/dist/testing/server.js'
import { launchBrowser } from '../scripts/panel-scene.mjs'
import { rounds, spread } from './measure.mjs'
import { callsOf } from './team/admin-call.mjs'

const { values } = parseArgs({
  options: { clients: { type: 'string', default: '2000' }, postgres: { type: 'boolean' }, json: { type: 'boolean' } },
})
const engine = values.postgres ? 'postgres' : 'sqlite'
const server = fork(new URL('./team/devices-server.mjs', import.meta.url), [values.clients, engine], {
  stdio: 'inherit',
})
const [{ url, teamId, cookie }] = await once(server, 'message')

const call = callsOf({ url, teamId, cookie })
const page = (more = {}) => call('ListDevices', { limit: 100, ...more })
async function readAll() {
  let [before, count] = ['', 0]
  do {
    const { devices, next = '' } = await call('ListDevices', { limit: 500, before, sort: 'name' })
    count += devices.length
    before = next
  } while (before !== '')
  if (count !== Number(values.clients)) throw new Error(`the pages have ${count} machines`)
}
const deviceId = (await page()).devices[0].id
const requests = {
  floor: () => call('GetRetention'),
  'first page': () => page(),
  'sorted by name': () => page({ sort: 'name' }),
  'sorted by coverage': () => page({ sort: 'coverage' }),
  'sorted by last sync': () => page({ sort: '-last-sync' }),
  'one state': () => page({ coverage: 'idle' }),
  'search for a name': () => page({ search: 'machine-17' }),
  'search for three words': () => page({ search: 'claude linux 2.3' }),
  'search without a match': () => page({ search: 'nothing-like-this' }),
  'one version of an agent': () => page({ agent: 'codex', version: '2.3.3' }),
  'one device': () => call('GetDevice', { deviceId }),
  'counts by state': () => call('GetCoverage'),
  'counts by revision': () => call('GetRollout'),
  'all machines, 500 at a time': readAll,
}
const api = Object.fromEntries(
  Object.entries(await rounds(requests, 15, 2)).map(([name, took]) => [name, spread(took)]),
)

const browser = await launchBrowser()
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
const tab = await context.newPage()
tab.setDefaultTimeout(30_000)
const rows = tab.locator('table.device-table tbody tr')
await tab.goto(url)
await tab.getByLabel('E-mail address').fill('owner@example.com')
await tab.getByLabel('Password', { exact: true }).fill(password)
await tab.getByRole('button', { name: 'Sign in' }).click()
await tab.getByRole('heading', { name: 'Overview' }).waitFor()
const shown = {
  'open the page': async () => {
    await tab.goto(`${url}/${teamId}/devices`)
    await rows.first().waitFor()
  },
  'search on the page': async () => {
    await tab.getByLabel('Search devices').fill('machine-1999')
    await rows.nth(1).waitFor({ state: 'detached' })
    await tab.getByLabel('Search devices').fill('')
    await rows.nth(1).waitFor()
  },
}
const inBrowser = Object.fromEntries(
  Object.entries(await rounds(shown, 7, 1)).map(([name, took]) => [name, spread(took)]),
)
await tab.goto(`${url}/${teamId}/devices`)
await rows.first().waitFor()
/** How long each further page of 100 rows takes. It must not grow with the rows that are there already. */
const more = []
for (const known of [100, 200, 300, 400, 500]) {
  const started = performance.now()
  await tab.getByRole('button', { name: 'Show more' }).click()
  await rows.nth(known).waitFor()
  more.push(performance.now() - started)
}
await browser.close()
server.send('stop')
await once(server, 'exit')

const machine = {
  node: process.version,
  cores: cpus().length,
  load: loadavg()[0],
  clients: Number(values.clients),
  engine,
}
if (values.json) console.log(JSON.stringify({ machine, api, inBrowser, more }, null, 2))
else {
  console.log(
    `Node ${process.version}, ${machine.cores} cores, load ${machine.load.toFixed(1)}, ${values.clients} machines, ${engine}\n`,
  )
  for (const [name, { median, p95 }] of Object.entries({ ...api, ...inBrowser }))
    console.log(`  ${name.padEnd(28)} ${median.toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1)} ms`)
  console.log(`\n  "Show more", page by page: ${more.map((ms) => ms.toFixed(0)).join(', ')} ms`)
}
