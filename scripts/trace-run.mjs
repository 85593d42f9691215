// Traces one `hookline run` with one hook: which files and functions of ours run before the first step of the engine.
// Usage: node scripts/trace-run.mjs [repository], after a build. The command runs unbundled, so that files can be counted.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const repository = resolve(process.argv[2] ?? '.')
const base = mkdtempSync(join(tmpdir(), 'hookline-trace-'))
const [home, report] = [join(base, 'home'), join(base, 'report.json')]
mkdirSync(join(home, '.cursor'), { recursive: true })
const hooks = { beforeShellExecution: [{ command: 'cat > /dev/null' }] }
writeFileSync(join(home, '.cursor/hooks.json'), JSON.stringify({ version: 1, hooks }))

/** Calls `globalThis.onFirstStep` when the first step begins. */
const loader = `
export async function load(url, context, next) {
  const loaded = await next(url, context)
  if (!/\\/core\\/dist\\/(steps\\/)?stamp\\.js$/.test(url)) return loaded
  const source = String(loaded.source).replace('export function stamp(', 'export function stamp(...given) { globalThis.onFirstStep?.(); return firstStep(...given) }\\nfunction firstStep(')
  return { ...loaded, source }
}`
/** Counts calls with V8's precise coverage, and writes the counts at the first step and at the end. */
const counter = `
import { register } from 'node:module'
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(loader)}`)})
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
const taken = {}
const take = (name) => session.post('Profiler.takePreciseCoverage', (error, { result }) => {
  taken[name] = result.filter(({ url }) => /\\/packages\\/[^/]+\\/dist\\//.test(url)).map(({ url, functions }) => ({
    url,
    calls: functions.filter(({ functionName }) => functionName !== '').reduce((sum, { ranges }) => sum + ranges[0].count, 0),
  }))
})
globalThis.onFirstStep = () => { if (taken.before === undefined) take('before') }
process.on('exit', () => { take('after'); writeFileSync(${JSON.stringify(report)}, JSON.stringify(taken)) })
`
const { status, stderr } = spawnSync(
  process.execPath,
  [
    '--import',
    `data:text/javascript,${encodeURIComponent(counter)}`,
    join(repository, 'packages/cli/dist/tsc/main.js'),
    'run',
    '--host',
    'cursor',
  ],
  {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home },
    input: JSON.stringify({
      hook_event_name: 'beforeShellExecution',
      command: 'ls',
      cwd: home,
      workspace_roots: [home],
    }),
    encoding: 'utf8',
  },
)
if (status !== 0) throw new Error(`hookline run failed: ${stderr}`)
const { before, after } = JSON.parse(readFileSync(report, 'utf8'))
rmSync(base, { recursive: true, force: true })

// V8 starts counting anew after each reading, so the calls of both readings are added.
const countFiles = (list) => new Set(list.filter(({ calls }) => calls > 0).map(({ url }) => url)).size
const countCalls = (list) => list.reduce((sum, { calls }) => sum + calls, 0)
console.log(`loaded files: ${new Set([...before, ...after].map(({ url }) => url)).size}`)
console.log(`files with a call before the first step: ${countFiles(before)} of ${countFiles([...before, ...after])}`)
console.log(`calls before the first step: ${countCalls(before)} of ${countCalls(before) + countCalls(after)}`)
