// Compares the start of the command with an empty Node, interleaved in one run. `--json` prints only figures.
// HOOKLINE_BIN names another build of the command, or several with a colon between them, to compare them in the same run.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rounds, shellEvent, spread } from './measure.mjs'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40)
const goals = {
  'hookline --version': 1.35,
  'run, no hooks': 1.6,
  'run, 5 hooks of other events': 1.6,
  'run, shell-guard': 1.7,
  'run, shell-guard, watched': 1.7,
}

const here = fileURLToPath(new URL('../packages/cli/bin/hookline.cjs', import.meta.url))
const bins = process.env.HOOKLINE_BIN?.split(delimiter) ?? [here]
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
  start([here, 'trust', 'add', root, '--yes'])
  return root
}

/** Packs with their defaults, which a workspace's own settings turn on. */
function guarded(name, packs) {
  const root = workspace(name)
  mkdirSync(join(root, '.hookline'))
  const settings = { version: 1, packs: Object.fromEntries(packs.map((pack) => [pack, {}])) }
  writeFileSync(join(root, '.hookline/hookline.json'), JSON.stringify(settings))
  start([here, 'trust', 'add', root, '--yes'])
  return root
}
const five = ['shell-guard', 'protect-files', 'git-policy', 'secret-scan', 'config-guard']

function start(args, input = '') {
  const ended = spawnSync(process.execPath, args, { env, input, encoding: 'utf8' })
  if (ended.status !== 0) throw new Error(`${args.join(' ')}: exit ${ended.status}: ${ended.stderr}`)
  return ended.stdout
}

const runs =
  (root, command = 'npm test') =>
  (bin) => {
    const answer = start([bin, 'run', '--host', 'cursor'], shellEvent(root, { command }))
    if (answer !== '{}\n') throw new Error(`run did not allow the event: ${answer}`)
  }

/** Runs the hook without Hookline, because this part of the time is not Hookline's. */
function alone(root, command) {
  const input = shellEvent(root)
  return () => {
    const { status, stdout } = spawnSync('/bin/sh', ['-c', command], { cwd: root, env, input })
    if (status !== 0 || stdout.toString() !== '{}\n') throw new Error('the hook did not run')
  }
}

/** Each row once for each build. With one build, its rows have no number. */
const forEachBuild = (rows) =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([name, run]) =>
      bins.map((bin, at) => [bins.length === 1 ? name : `${name} [${at + 1}]`, () => run(bin)]),
    ),
  )

mkdirSync(env.HOME)
try {
  const one = { command: '.cursor/hooks/one.sh' }
  const bash = { command: "bash -c 'echo {}'" }
  // With the five of the workspace, 1,000: more are not read from a file of a workspace.
  const many = Array.from({ length: 995 }, (_, at) => ({ ...one, matcher: `never-${at}-[a-z]+ ` }))
  const six = trusted('six', { beforeShellExecution: [one] })
  const guard = guarded('guard', five.slice(0, 1))
  const contenders = {
    'node -e 0': () => start(['-e', '0']),
    ...forEachBuild({
      'hookline --version': (bin) => start([bin, '--version']),
      'run, no hooks': runs(workspace('empty')),
      'run, 5 hooks of other events': runs(trusted('five')),
      'run, shell-guard': runs(guard),
      // An event so long that a thread watches the judging.
      'run, shell-guard, watched': runs(guard, `npm test # ${'x'.repeat(20_000)}`),
      'run, 5 packs': runs(guarded('packs', five)),
      'run, 1,000 entries': runs(trusted('many', { beforeShellExecution: many })),
      'run, one of 6 hooks listens': runs(six),
      'run, one bash hook': runs(trusted('bash', { beforeShellExecution: [bash] })),
    }),
    'that script alone': alone(six, one.command),
    'that bash hook alone': alone(six, bash.command),
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
    const goal = goals[name.replace(/ \[\d+\]$/, '')]
    const ratio = median / bare
    return { name, medianMs: median, p95Ms: p95, ratio, ...(goal === undefined ? {} : { goal, met: ratio <= goal }) }
  })
  if (process.argv.includes('--json')) return console.log(JSON.stringify({ machine, rows }, null, 2))
  console.log(
    `${machine.node}, ${machine.cpu}, ${machine.cores} cores, load ${machine.load.toFixed(1)}, ${ROUNDS} rounds`,
  )
  for (const { name, medianMs, p95Ms, ratio, goal, met } of rows) {
    const verdict = goal === undefined ? '' : `  goal ${goal.toFixed(2)}×  ${met ? 'met' : 'MISSED'}`
    console.log(`${name.padEnd(34)} ${medianMs.toFixed(1)} ms  p95 ${p95Ms.toFixed(1)}  ${ratio.toFixed(2)}×${verdict}`)
  }
}
