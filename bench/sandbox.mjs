// Measures what a sandbox adds to a command hook, in a library host: each level with each mechanism of this machine, against
// the same hook without one. `--json` prints only figures.

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, release, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSpawn } from '../packages/core/dist/node/process/spawn.js'
import { findMechanism } from '../packages/core/dist/node/sandbox/mechanism.js'
import { createSandboxes } from '../packages/core/dist/node/sandbox/sandboxes.js'
import { commandRunner } from '../packages/core/dist/runners/command.js'
import { buildSandbox } from '../scripts/build-launcher.mjs'
import { median, rounds, spread } from './measure.mjs'

const scratch = mkdtempSync(join(tmpdir(), 'hookline-bench-'))
const home = join(scratch, 'home')
const root = join(scratch, 'root')
for (const directory of [home, root]) mkdirSync(directory)
// So that a strict sandbox has something to hide.
for (const name of ['.ssh', '.aws', '.gnupg', '.config/gh', '.docker']) mkdirSync(join(home, name), { recursive: true })
for (const name of ['.netrc', '.npmrc', '.bash_history']) writeFileSync(join(home, name), 'secret')
// With bubblewrap, everything beside a secret file is a mount of its own.
for (let at = 0; at < 60; at++) mkdirSync(join(home, `project-${at}`))
writeFileSync(join(root, 'guard.sh'), '#!/bin/sh\ncat > /dev/null\necho "{}"\n')
chmodSync(join(root, 'guard.sh'), 0o755)

const platform = { system: 'linux', home, env: {} }
const helper = buildSandbox(join(scratch, 'hookline-sandbox'))
const candidates = [
  { kind: 'bubblewrap', program: '/usr/bin/bwrap' },
  ...(helper === undefined ? [] : [{ kind: 'landlock', program: helper }]),
]
const levels = ['read-only', 'no-network', 'strict']
const spawn = createSpawn()
const signal = new AbortController().signal
const base = {
  id: 'user/stop/1',
  event: 'stop',
  type: 'command',
  label: '',
  loopLimit: null,
  monitor: false,
  extra: {},
}
const origin = { source: 'user', own: true, root }

function hookIn(level, candidate) {
  const runner = commandRunner(
    spawn,
    undefined,
    undefined,
    createSandboxes(platform, () => [candidate]),
  )
  const entry = { ...base, dialect: 'cursor', cwd: root, origin, trust: 'own', command: './guard.sh', sandbox: level }
  const env = { PATH: process.env.PATH, HOME: home }
  return async () => {
    const { end, stdout, stderr } = await runner.run({
      entry,
      stdin: '{}\n',
      env,
      missing: {},
      timeoutMs: 60_000,
      signal,
    })
    if (end.code !== 0 || stdout !== '{}\n') throw new Error(JSON.stringify({ end, stdout, stderr }))
  }
}

const contenders = { 'no sandbox': hookIn('none') }
const missing = {}
for (const candidate of candidates)
  for (const level of levels) {
    const found = findMechanism(level, platform, () => [candidate])
    if ('whyNot' in found) missing[`${candidate.kind} ${level}`] = found.whyNot
    else contenders[`${candidate.kind} ${level}`] = hookIn(level, candidate)
  }
const count = Number(process.env.BENCH_ROUNDS ?? 200)
const took = await rounds(contenders, count, 10)
await spawn.close()
rmSync(scratch, { recursive: true, force: true })

const plain = median(took['no sandbox'])
const figures = {
  machine: { node: process.version, kernel: release(), cores: cpus().length, rounds: count, load: load() },
  milliseconds: Object.fromEntries(Object.entries(took).map(([name, list]) => [name, spread(list)])),
  ratio: Object.fromEntries(Object.entries(took).map(([name, list]) => [name, median(list) / plain])),
  missing,
}
function load() {
  try {
    return Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0])
  } catch {
    return null
  }
}
if (process.argv.includes('--json')) console.log(JSON.stringify(figures, null, 2))
else {
  console.log(`Node ${process.version}, Linux ${release()}, ${cpus().length} cores, ${count} interleaved rounds\n`)
  for (const [name, { median: middle, p95 }] of Object.entries(figures.milliseconds))
    console.log(
      `  ${name.padEnd(24)} median ${middle.toFixed(2)} ms   p95 ${p95.toFixed(2)} ms   × ${figures.ratio[name].toFixed(2)}`,
    )
  for (const [name, why] of Object.entries(missing)) console.log(`  ${name.padEnd(24)} ${why}`)
}
