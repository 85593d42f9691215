// Measures what the engine adds to a bare spawn of the same hook, interleaved in one run. `--json` prints only figures.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createHooks } from '../packages/core/dist/node/index.js'
import { median, rounds, spread } from './measure.mjs'

// With it, Node 20 takes 75 ms longer to start any hook that is a Node program, with or without the engine.
delete process.env.NODE_EXTRA_CA_CERTS
// Below 2, bash takes a socket as stdin for a remote login and reads ~/.bashrc: 90 ms here, for the runner of Gemini CLI alone.
process.env.SHLVL = '2'

const scratch = mkdtempSync(join(tmpdir(), 'hookline-bench-'))
const home = join(scratch, 'home')
const script = join(scratch, 'hook.sh')
mkdirSync(home)
writeFileSync(script, '#!/bin/sh\nwhile read -r line; do :; done\necho \'{"permission":"allow"}\'\n')
chmodSync(script, 0o755)

const input = { command: 'npm test -- --watch=false', cwd: scratch, sandbox: false }

async function engine(name, hooks) {
  const root = join(scratch, name)
  mkdirSync(join(root, '.cursor'), { recursive: true })
  writeFileSync(join(root, '.cursor/hooks.json'), JSON.stringify({ version: 1, hooks }))
  return createHooks({ workspaceRoots: [root], home, trust: 'all' })
}

/** The baseline: the shortest code that runs a hook with the same payload and reads its reply. */
function bareSpawn(payload) {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', script])
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.resume()
    child.stdin.on('error', () => {})
    child.on('error', reject)
    child.on('close', () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
    child.stdin.end(payload)
  })
}

/**
 * Gemini CLI's own runner of hooks, if HOOKLINE_GEMINI_CORE names the directory of @google/gemini-cli-core: that package with what it
 * needs is too large to be installed for a benchmark.
 */
async function geminiRunner() {
  const directory = process.env.HOOKLINE_GEMINI_CORE
  if (directory === undefined) return {}
  // It writes a line for each hook.
  console.debug = () => {}
  const load = (file) => import(pathToFileURL(join(directory, 'dist/src/hooks', file)).href)
  const [{ HookRunner }, { HookEventName, HookType }] = await Promise.all([load('hookRunner.js'), load('types.js')])
  const runner = new HookRunner({
    isTrustedFolder: () => true,
    sanitizationConfig: {},
    storage: { getPlansDir: () => scratch },
  })
  const hook = { type: HookType.Command, command: script, timeout: 60_000 }
  const event = {
    session_id: 's',
    transcript_path: '',
    cwd: scratch,
    hook_event_name: 'BeforeTool',
    timestamp: '',
    tool_name: 'run_shell_command',
    tool_input: input,
  }
  return {
    "gemini-cli-core's runner": async () => {
      const { success, error } = await runner.executeHook(hook, HookEventName.BeforeTool, event)
      if (!success) throw error ?? new Error('the hook of gemini-cli-core failed')
    },
  }
}

const one = await engine('one', { beforeShellExecution: [{ command: script }] })
const ten = await engine('ten', {
  beforeShellExecution: Array.from({ length: 10 }, (_, at) => ({ command: script, name: `hook ${at}` })),
})
const others = await engine('others', {
  afterFileEdit: Array.from({ length: 1000 }, (_, at) => ({ command: script, matcher: `file-${at}\\.ts$` })),
})
const unmatched = await engine('unmatched', {
  beforeShellExecution: Array.from({ length: 1000 }, (_, at) => ({ command: script, matcher: `never-${at}-[a-z]+ ` })),
})
const noHooks = await engine('no-hooks', {})
const payload = `${JSON.stringify((await one.fire('beforeShellExecution', input)).input)}\n`

const expect = async (effect, runs) => {
  if ((await effect).runs.length !== runs) throw new Error(`expected ${runs} runs`)
}
const processes = {
  'bare spawn': () => bareSpawn(payload),
  'engine, one hook': () => expect(one.fire('beforeShellExecution', input), 1),
  ...(await geminiRunner()),
  'ten bare spawns at once': () => Promise.all(Array.from({ length: 10 }, () => bareSpawn(payload))),
  'engine, ten hooks': () => expect(ten.fire('beforeShellExecution', input), 10),
}
const count = Number(process.env.BENCH_ROUNDS ?? 200)
const spawned = await rounds(processes, count, 20)

/** One event is too short to measure, so this takes the median of batches. */
async function perEvent(hooks, name, fields, batch = 2000, batches = 25) {
  const took = []
  for (let at = 0; at < batches + 5; at++) {
    const started = performance.now()
    for (let n = 0; n < batch; n++) await hooks.fire(name, fields)
    if (at >= 5) took.push(((performance.now() - started) * 1000) / batch)
  }
  return took
}
const idle = {
  'no hooks at all': await perEvent(noHooks, 'beforeShellExecution', input),
  '1,000 entries, all for another event': await perEvent(others, 'beforeShellExecution', input),
  '1,000 entries for the event, none matches': await perEvent(unmatched, 'beforeShellExecution', input, 20, 15),
}
await Promise.all([one, ten, others, unmatched, noHooks].map((hooks) => hooks.close()))
rmSync(scratch, { recursive: true, force: true })

const figures = {
  machine: { node: process.version, cores: cpus().length, rounds: count },
  milliseconds: Object.fromEntries(Object.entries(spawned).map(([name, took]) => [name, spread(took)])),
  microseconds: Object.fromEntries(Object.entries(idle).map(([name, took]) => [name, spread(took)])),
  goals: {
    'added by the engine to one hook, ms (goal: at most 0.5)':
      median(spawned['engine, one hook']) - median(spawned['bare spawn']),
    'ten at once against ten bare spawns at once (goal: at most 1.2)':
      median(spawned['engine, ten hooks']) / median(spawned['ten bare spawns at once']),
    'an event without a hook, µs (goal: under 10)': median(idle['1,000 entries, all for another event']),
  },
}
if (process.argv.includes('--json')) console.log(JSON.stringify(figures, null, 2))
else {
  console.log(`Node ${process.version}, ${cpus().length} cores, ${count} rounds, interleaved\n`)
  console.log(`${'milliseconds'.padEnd(50)}${'median'.padStart(9)}${'p95'.padStart(9)}`)
  const line = (name, { median: middle, p95 }) =>
    console.log(`  ${name.padEnd(48)}${middle.toFixed(2).padStart(9)}${p95.toFixed(2).padStart(9)}`)
  for (const [name, took] of Object.entries(figures.milliseconds)) line(name, took)
  console.log('\nmicroseconds')
  for (const [name, took] of Object.entries(figures.microseconds)) line(name, took)
  console.log('')
  for (const [name, figure] of Object.entries(figures.goals)) console.log(`  ${name}: ${figure.toFixed(2)}`)
}
