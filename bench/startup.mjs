// Compares the start of the command with an empty Node, interleaved in one run. `--json` prints only figures.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rounds, spread } from './measure.mjs'

const ROUNDS = 40
const goals = { 'hookline --version': 1.35, 'run, no hooks': 1.6, 'run, 5 hooks of other events': 1.6 }

const bin = process.env.HOOKLINE_BIN ?? fileURLToPath(new URL('../packages/cli/bin/hookline.cjs', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'hookline-startup-'))
const env = { PATH: process.env.PATH, HOME: join(scratch, 'home'), XDG_STATE_HOME: join(scratch, 'state') }

function workspace(name, hooks) {
  const root = join(scratch, name)
  mkdirSync(join(root, '.cursor/hooks'), { recursive: true })
  if (hooks !== undefined)
    writeFileSync(join(root, '.cursor/hooks.json'), JSON.stringify({ version: 1, hooks }, null, 2))
  return root
}

/** A typical configuration: scripts of the project, some with a matcher. */
function trusted(name, more = {}) {
  const root = workspace(name, {
    afterFileEdit: [{ command: '.cursor/hooks/one.sh', matcher: '\\.ts$' }, { command: '.cursor/hooks/two.sh' }],
    preToolUse: [{ command: '.cursor/hooks/three.sh', matcher: 'Shell|Write' }],
    stop: [{ command: '.cursor/hooks/four.sh', loop_limit: 2 }],
    sessionStart: [{ command: '.cursor/hooks/five.sh', timeout: 10 }],
    ...more,
  })
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    const script = join(root, `.cursor/hooks/${name}.sh`)
    writeFileSync(script, '#!/bin/sh\necho "{}"\n')
    chmodSync(script, 0o755)
  }
  start([bin, 'trust', 'add', root, '--yes'])
  return root
}

function start(args, input = '') {
  const ended = spawnSync(process.execPath, args, { env, input, encoding: 'utf8' })
  if (ended.status !== 0) throw new Error(`${args.join(' ')}: exit ${ended.status}: ${ended.stderr}`)
  return ended.stdout
}

const payload = (root) =>
  JSON.stringify({
    hook_event_name: 'beforeShellExecution',
    conversation_id: 'c-1',
    generation_id: 'g-1',
    model: 'default',
    cursor_version: '3.0.0',
    workspace_roots: [root],
    user_email: null,
    transcript_path: null,
    command: 'npm test',
    cwd: root,
    sandbox: false,
  })

function runs(root) {
  const input = payload(root)
  return () => {
    if (start([bin, 'run', '--host', 'cursor'], input) !== '{}\n') throw new Error('run did not allow the event')
  }
}

/** Runs the hook without Hookline, because this part of the time is not Hookline's. */
function alone(root) {
  const input = payload(root)
  return () => {
    const { status, stdout } = spawnSync('/bin/sh', ['-c', '.cursor/hooks/one.sh'], { cwd: root, env, input })
    if (status !== 0 || stdout.toString() !== '{}\n') throw new Error('the hook did not run')
  }
}

mkdirSync(env.HOME)
try {
  const five = trusted('five')
  const six = trusted('six', { beforeShellExecution: [{ command: '.cursor/hooks/one.sh' }] })
  const contenders = {
    'node -e 0': () => start(['-e', '0']),
    'hookline --version': () => start([bin, '--version']),
    'run, no hooks': runs(workspace('empty')),
    'run, 5 hooks of other events': runs(five),
    'run, one of 6 hooks listens': runs(six),
    'that hook alone': alone(six),
  }
  const took = await rounds(contenders, ROUNDS, 3)
  report(Object.fromEntries(Object.entries(took).map(([name, list]) => [name, spread(list)])))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function report(figures) {
  const bare = figures['node -e 0'].median
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    load: loadavg()[0],
    rounds: ROUNDS,
  }
  const rows = Object.entries(figures).map(([name, { median, p95 }]) => {
    const goal = goals[name]
    const ratio = median / bare
    return { name, medianMs: median, p95Ms: p95, ratio, ...(goal === undefined ? {} : { goal, met: ratio <= goal }) }
  })
  if (process.argv.includes('--json')) return console.log(JSON.stringify({ machine, rows }, null, 2))
  console.log(
    `${machine.node}, ${machine.cpu}, ${machine.cores} cores, load ${machine.load.toFixed(1)}, ${ROUNDS} rounds`,
  )
  for (const { name, medianMs, p95Ms, ratio, goal, met } of rows) {
    const verdict = goal === undefined ? '' : `  goal ${goal.toFixed(2)}×  ${met ? 'met' : 'MISSED'}`
    console.log(`${name.padEnd(30)} ${medianMs.toFixed(1)} ms  p95 ${p95Ms.toFixed(1)}  ${ratio.toFixed(2)}×${verdict}`)
  }
}
