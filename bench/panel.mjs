// Measures the panel with 10,000 records: what the first page loads, when its rows appear, and how long a filter takes. For
// comparison, the same browser loads one small file from the same server. `--json` prints only figures.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createScene, launchBrowser, startPanel } from '../scripts/panel-scene.mjs'
import { median } from './measure.mjs'

const records = Number(process.env.BENCH_RECORDS ?? 10_000)
const core = new URL('../packages/core/dist/node/index.js', import.meta.url).href
const scene = createScene()
const fill = `
  import { createHooks } from ${JSON.stringify(core)}
  let at = 0
  const run = () => ({ permission: at % 10 === 0 ? 'deny' : 'allow' })
  const hooks = await createHooks({ workspaceRoots: [], watch: false, sources: { only: [] }, log: { host: 'cursor' },
    hooks: { beforeShellExecution: [{ name: 'guard', run }] } })
  for (; at < ${records}; at++)
    await hooks.fire('beforeShellExecution', { command: 'npm run job-' + at, cwd: '/srv/shop', sandbox: false })
  await hooks.close()`
const filled = spawnSync(process.execPath, ['--input-type=module', '-e', fill], { env: scene.env, cwd: scene.work })
if (filled.status !== 0) throw new Error(String(filled.stderr))

const panel = await startPanel(scene)
const browser = await launchBrowser()

/** Which files the page requests until its rows appear, and how many bytes of the log it receives. */
async function firstLoad() {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  const names = []
  let logBytes = 0
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/')) names.push(pathname)
    if (pathname === '/api/log') logBytes += (await response.body().catch(() => Buffer.alloc(0))).length
  })
  const began = performance.now()
  await page.goto(panel.url)
  await page.getByRole('row').nth(5).waitFor()
  const rowsMs = performance.now() - began
  const paintMs = await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime`)
  // Files that are loaded after the rows count too.
  await page.waitForTimeout(1000)
  return { page, names, rowsMs, paintMs, logBytes }
}
async function floor() {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  const began = performance.now()
  await page.goto(`${panel.origin}/icon.svg`)
  const ms = performance.now() - began
  await page.context().close()
  return ms
}

const laps = []
const floors = []
let names = []
for (let round = 0; round < 7; round++) {
  floors.push(await floor())
  const { page, names: seen, ...lap } = await firstLoad()
  laps.push(lap)
  names = seen
  await page.context().close()
}

const web = join(import.meta.dirname, '../packages/cli/dist/web')
const gzipped = (name) => gzipSync(readFileSync(join(web, name)), { level: 9 }).length
const isPage = (name) => name === '/' || !name.includes('.')
const firstKb = [...new Set(names)].reduce((sum, name) => sum + gzipped(isPage(name) ? 'panel.html' : name), 0) / 1024
const lazyKb = Object.fromEntries(
  readdirSync(join(web, 'assets'))
    .filter((name) => name.endsWith('.js') && !names.includes(`/assets/${name}`))
    .map((name) => [name, Math.round(gzipped(`assets/${name}`) / 1024)])
    .filter(([, kb]) => kb > 8),
)

/** Measures in the page itself, from the click to the frame that shows the filtered rows. */
const { page } = await firstLoad()
await page.locator('.extent').waitFor()
const filters = await page.evaluate(`(async () => {
  const extent = document.querySelector('.extent')
  const chip = [...document.querySelectorAll('label')].find((one) => one.textContent.startsWith('Denied'))
  const frame = () => new Promise(requestAnimationFrame)
  const took = []
  const idle = []
  for (let round = 0; round < 20; round++) {
    const wasFiltered = extent.textContent.includes('matching')
    const began = performance.now()
    chip.click()
    while (extent.textContent.includes('matching') === wasFiltered || extent.textContent.includes('…')) await frame()
    await frame()
    took.push(performance.now() - began)
    const rest = performance.now()
    await frame()
    await frame()
    idle.push(performance.now() - rest)
  }
  return { took, idle }
})()`)
await browser.close()
panel.stop()
scene.remove()

const figures = {
  records,
  firstLoadKbGzip: Math.round(firstKb),
  lazyKbGzip: lazyKb,
  logKb: Math.round(Math.max(...laps.map((lap) => lap.logBytes)) / 1024),
  firstPaintMs: Math.round(median(laps.map((lap) => lap.paintMs))),
  firstRowsMs: Math.round(median(laps.map((lap) => lap.rowsMs))),
  floorMs: Math.round(median(floors)),
  filterMs: Math.round(median(filters.took)),
  filterWorstMs: Math.round(Math.max(...filters.took)),
  twoFramesMs: Math.round(median(filters.idle)),
}
if (process.argv.includes('--json')) console.log(JSON.stringify(figures))
else {
  console.log(`panel, ${records} records; ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}`)
  console.log(`  first page loads        ${figures.firstLoadKbGzip} KB gzipped (goal 300)`)
  console.log(`  of the log              ${figures.logKb} KB, not compressed`)
  console.log(`  loaded when opened      ${JSON.stringify(lazyKb)} KB`)
  console.log(
    `  first contentful paint  ${figures.firstPaintMs} ms; rows there ${figures.firstRowsMs} ms (goal 1,000); one file alone ${figures.floorMs} ms`,
  )
  console.log(
    `  filter, click to frame  ${figures.filterMs} ms, worst ${figures.filterWorstMs} (goal 100); two idle frames ${figures.twoFramesMs} ms`,
  )
}
