// What an event costs an agent: the launcher with a daemon, against a shell that does nothing, Node that does nothing, and
// cc-safety-net as a process. All interleaved, from start to exit. `--json` prints only figures.
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installHookline } from './install.mjs'
import { shellEvent, spread } from './measure.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200)
const WARM = 60
const repository = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'hl-b-'))
const part = (name) => join(scratch, name)
const env = {
  PATH: process.env.PATH,
  HOME: part('home'),
  XDG_RUNTIME_DIR: part('run'),
  HOOKLINE_NODE: process.execPath,
}
const five = ['shell-guard', 'protect-files', 'git-policy', 'secret-scan', 'config-guard']

/** `own`: hooks in Hookline's own file. */
function workspace(name, { hooks, packs, own } = {}) {
  const root = part(name)
  mkdirSync(join(root, '.cursor/hooks'), { recursive: true })
  mkdirSync(join(root, '.hookline'), { recursive: true })
  if (hooks !== undefined) writeFileSync(join(root, '.cursor/hooks.json'), JSON.stringify({ version: 1, hooks }))
  if (packs !== undefined || own !== undefined)
    writeFileSync(
      join(root, '.hookline/hookline.json'),
      JSON.stringify({
        version: 1,
        packs: Object.fromEntries((packs ?? []).map((pack) => [pack, {}])),
        hooks: own ?? {},
      }),
    )
  writeFileSync(
    join(root, '.cursor/hooks/bash.sh'),
    `#!/bin/bash\ninput=$(cat)\ncase $input in *'rm -rf /'*) echo '{"permission":"deny"}' ;; *) echo '{}' ;; esac\n`,
  )
  chmodSync(join(root, '.cursor/hooks/bash.sh'), 0o755)
  writeFileSync(
    join(root, '.cursor/hooks/guard.mjs'),
    `export default ({ command }) => (command.includes('rm -rf /') ? { permission: 'deny' } : {})\n`,
  )
  if (hooks !== undefined || packs !== undefined || own !== undefined) {
    const { status, stderr } = spawnSync(process.execPath, [script, 'trust', 'add', root, '--yes'], {
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
  }
  return root
}

/** A program of `bench/native`. */
function compile(name) {
  const file = join(repository, `bench/native/${name}.c`)
  const { status, stderr } = spawnSync('cc', ['-O2', '-o', part(name), file], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return part(name)
}

/** A contender as a file for the timer. */
function spec(name, root, input, words) {
  const file = part(`${name.replace(/\W+/g, '-')}.spec`)
  writeFileSync(`${file}.in`, input)
  writeFileSync(file, [root, `${file}.in`, ...words].join('\n'))
  return file
}

const throughLauncher = () => [program, 'run', '--host', 'cursor']

async function isServed(root) {
  const { status } = spawnSync(program, ['run', '--host', 'cursor'], {
    env: { ...env, NODE_OPTIONS: '--no-such-option' },
    input: shellEvent(root),
    cwd: root,
  })
  return status === 0
}

async function waitForDaemon(root) {
  for (let tries = 0; tries < 100; tries++) {
    if (await isServed(root)) return
    spawnSync(program, ['run', '--host', 'cursor'], { env, input: shellEvent(root), cwd: root })
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the daemon does not answer')
}

function time(contenders) {
  const files = Object.entries(contenders).map(([name, { root, input, words }]) => spec(name, root, input, words))
  const { stdout, stderr, status } = spawnSync(timer, [String(ROUNDS), String(WARM), ...files], {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(stderr)
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map((ns) => Number(ns) / 1e6))
  return Object.fromEntries(Object.keys(contenders).map((name, at) => [name, spread(lines[at])]))
}

const SESSION_ROUNDS = Number(process.env.BENCH_SESSION_ROUNDS ?? 3)
const SESSION_SECONDS = 6
const PAUSE_MS = 800

/**
 * 63 sessions send events, each with a pause as an agent makes it. Three loads with the same arrivals take turns: shells that do
 * nothing, which shows what the machine itself adds; the sessions alone; and the sessions while one more waits for a hook of ten
 * seconds.
 */
async function measureSessions(quick, slow) {
  const all = (made) => Array.from({ length: 63 }, (_, at) => made(at))
  const ours = all((at) =>
    spec(`session-${at}`, quick, shellEvent(quick, { conversation_id: `c-${at}` }), throughLauncher()),
  )
  const shells = all((at) => spec(`shell-${at}`, '/', '', ['/bin/sh', '-c', 'true']))
  // The first event of a conversation also leaves a mark, so each has had one.
  runSessions(ours)
  const took = { shells: [], alone: [], beside: [] }
  for (let round = 0; round < SESSION_ROUNDS; round++) {
    took.shells.push(...runSessions(shells))
    took.alone.push(...runSessions(ours))
    took.beside.push(...(await besideSlow(slow, () => runSessions(ours))))
  }
  return Object.fromEntries(Object.entries(took).map(([name, ms]) => [name, { ...spread(ms), events: ms.length }]))
}

/** The milliseconds of every event. */
function runSessions(specs) {
  const args = [String(SESSION_SECONDS), String(PAUSE_MS), ...specs]
  const { stdout, stderr, status } = spawnSync(sessions, args, { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
    .trim()
    .split('\n')
    .map((ns) => Number(ns) / 1e6)
}

/** What `measure` returns while an event waits for its hook. */
async function besideSlow(root, measure) {
  const waiting = spawn(program, ['run', '--host', 'cursor'], { env, cwd: root, stdio: ['pipe', 'ignore', 'ignore'] })
  const ended = new Promise((resolve) => waiting.on('close', resolve))
  waiting.stdin.end(shellEvent(root))
  await new Promise((resolve) => setTimeout(resolve, 200))
  const measured = measure()
  if (waiting.exitCode !== null) throw new Error('the slow hook ended too early')
  await ended
  return measured
}

const memoryOf = () => {
  const [, line = ''] = spawnSync(program, ['--daemons'], { env, encoding: 'utf8' }).stdout.split('\n')
  const front = Number(line.split(' ')[0])
  const pid = readdirSync('/proc').find(
    (name) => /^\d+$/.test(name) && tryRead(`/proc/${name}/status`).includes(`PPid:\t${front}\n`),
  )
  return Number(/VmRSS:\s+(\d+)/.exec(tryRead(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}
const tryRead = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Resolves when the daemon has ended: it writes its code cache last. */
async function stop() {
  spawnSync(program, ['--stop'], { env })
  const isRunning = () => spawnSync(program, ['--daemons'], { env, encoding: 'utf8' }).stdout.trim().includes('\n')
  for (let tries = 0; tries < 50 && isRunning(); tries++) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Many events one after another, by the timer, which starts nothing but launchers. */
function sendMany(root, count) {
  const file = spec('many', root, shellEvent(root), throughLauncher(root))
  const { status, stderr } = spawnSync(timer, [String(count), '0', file], { env, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(stderr)
}

for (const name of ['home', 'run']) mkdirSync(part(name), { mode: 0o700 })
const { program, script } = installHookline(part('package'), { asPacked: true })
const timer = compile('timer')
const sessions = compile('sessions')
try {
  const load = loadavg()[0]
  const bash = { command: '.cursor/hooks/bash.sh' }
  const roots = {
    'no hooks': workspace('empty'),
    'shell-guard': workspace('guard', { packs: five.slice(0, 1) }),
    'five packs': workspace('packs', { packs: five }),
    'one bash hook': workspace('bash', { hooks: { beforeShellExecution: [bash] } }),
    'one bash hook with `warm`': workspace('warm', { own: { beforeShellExecution: [{ ...bash, warm: true }] } }),
    'one module hook': workspace('module', {
      own: { beforeShellExecution: [{ type: 'module', module: './.cursor/hooks/guard.mjs' }] },
    }),
  }
  const slow = workspace('slow', { hooks: { beforeShellExecution: [{ command: 'sleep 10; echo {}' }] } })
  // With the variable by which this is found out, a module is left to `run`.
  for (const [name, root] of Object.entries(roots)) if (name !== 'one module hook') await waitForDaemon(root)
  const atRest = memoryOf()
  const safetyNet = join(repository, 'node_modules/cc-safety-net/dist/bin/cc-safety-net.js')
  const claudeEvent = JSON.stringify({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'npm test' },
    cwd: roots['no hooks'],
    session_id: 's',
  })
  const hook = roots['one bash hook']
  const contenders = {
    'sh -c true': { root: '/', input: '', words: ['/bin/sh', '-c', 'true'] },
    'node -e 0': { root: '/', input: '', words: [process.execPath, '-e', '0'] },
    ...(existsSync(safetyNet)
      ? { 'cc-safety-net': { root: '/', input: claudeEvent, words: [process.execPath, safetyNet, '--claude-code'] } }
      : {}),
    'that bash hook itself': { root: hook, input: shellEvent(hook), words: ['/bin/sh', '-c', '.cursor/hooks/bash.sh'] },
    ...Object.fromEntries(
      Object.entries(roots).map(([name, root]) => [
        `launcher, ${name}`,
        { root, input: shellEvent(root), words: throughLauncher(root) },
      ]),
    ),
  }
  const figures = time(contenders)
  const many = Number(process.env.BENCH_EVENTS ?? 100_000)
  sendMany(roots['shell-guard'], 2_000)
  const warm = memoryOf()
  sendMany(roots['shell-guard'], many)
  const after = memoryOf()
  const concurrent = await measureSessions(roots['shell-guard'], slow)
  report({ load, figures, memory: { atRest, warm, after, events: many }, concurrent })
} finally {
  await stop()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

function report({ load, figures, memory, concurrent }) {
  const shell = figures['sh -c true'].median
  const ratio = (name, base) => figures[name].median / figures[base].median
  const goals = [
    ['launcher + daemon, no hooks, × sh -c true', ratio('launcher, no hooks', 'sh -c true'), 2.2],
    ['launcher + daemon, shell-guard, × sh -c true', ratio('launcher, shell-guard', 'sh -c true'), 2.5],
    ['launcher + daemon, five packs, × sh -c true', ratio('launcher, five packs', 'sh -c true'), 3],
    [
      'one bash hook with `warm` through the daemon, × the hook itself',
      ratio('launcher, one bash hook with `warm`', 'that bash hook itself'),
      1.2,
    ],
    ...(figures['cc-safety-net'] === undefined
      ? []
      : [
          [
            'shell-guard through the daemon, × cc-safety-net as a process',
            ratio('launcher, shell-guard', 'cc-safety-net'),
            0.04,
          ],
        ]),
    [
      '64 sessions, one with a hook of 10 s: p99 of the others, × their median alone',
      concurrent.beside.p99 / concurrent.alone.median,
      2,
    ],
    ['daemon at rest, MB', memory.atRest, 90],
    [`growth of the daemon over ${memory.events} events, MB`, memory.after - memory.warm, 10],
  ].map(([name, value, goal]) => ({ name, value, goal, met: value <= goal }))
  const result = {
    machine: { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, load, rounds: ROUNDS },
    figures,
    memory,
    concurrent,
    goals,
  }
  if (process.argv.includes('--json')) return console.log(JSON.stringify(result, null, 2))
  console.log(
    `Node ${process.version}, ${cpus().length} cores, load ${load.toFixed(1)}, ${ROUNDS} rounds, interleaved\n`,
  )
  for (const [name, { median: middle, p95 }] of Object.entries(figures))
    console.log(
      `  ${name.padEnd(28)} ${middle.toFixed(2).padStart(8)} ms  p95 ${p95.toFixed(2).padStart(8)}  ${(middle / shell).toFixed(2).padStart(7)}×`,
    )
  console.log()
  for (const [name, { median: middle, p99, events }] of Object.entries(concurrent))
    console.log(
      `  63 sessions, ${name.padEnd(8)} median ${middle.toFixed(2)} ms, p99 ${p99.toFixed(2)} (${(p99 / middle).toFixed(2)}×), ${events} events`,
    )
  console.log()
  for (const { name, value, goal, met } of goals)
    console.log(`  ${met ? 'met   ' : 'MISSED'} ${value.toFixed(2).padStart(7)}  (goal ${goal})  ${name}`)
}
