// Measures a hook whose process is started for each event beside the same hook parked (`warm`). `--json` prints only figures.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHooks } from '../packages/core/dist/node/index.js'
import { median, spread } from './measure.mjs'

const scratch = mkdtempSync(join(tmpdir(), 'hookline-bench-'))
const [root, home] = ['work', 'home'].map((name) => join(scratch, name))
for (const directory of [root, home]) mkdirSync(directory)

/** Typical guards: they read the event, look for a word in it, and answer. */
const scripts = {
  'bash hook': [
    'guard.sh',
    `#!/bin/bash
input=$(cat)
[[ $input == *"git push"* ]] && echo '{"permission":"deny"}' || echo '{"permission":"allow"}'
`,
  ],
  'node hook': [
    'guard.mjs',
    `#!${process.execPath}
import { readFileSync } from 'node:fs'
const { command } = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify({ permission: command.includes('git push') ? 'deny' : 'allow' }))
`,
  ],
}

/** Long enough for the next process to be ready, so that its start is not measured with the event. */
const pauseMs = Number(process.env.BENCH_PAUSE ?? 150)
const count = Number(process.env.BENCH_ROUNDS ?? 40)
const warmUp = 3

async function openHook([name, text], warm) {
  const file = join(root, name)
  writeFileSync(file, text)
  chmodSync(file, 0o755)
  return createHooks({
    workspaceRoots: [root],
    home,
    hooks: { beforeShellExecution: [{ command: file, warm }] },
  })
}

async function fire(hooks, command, verdict, parked) {
  const started = performance.now()
  const effect = await hooks.fire('beforeShellExecution', { command, cwd: root, sandbox: false })
  const ms = performance.now() - started
  if (effect.verdict !== verdict) throw new Error(`${command}: ${effect.verdict}, ${effect.because.message}`)
  if (effect.runs[0].notes.includes('parked') !== parked) throw new Error(`parked: ${!parked}`)
  return ms
}

/** What any event costs here, without a process. */
const none = await createHooks({
  workspaceRoots: [root],
  home,
  hooks: { beforeShellExecution: [{ name: 'none', run() {} }] },
})
const took = {}
for (const [name, script] of Object.entries(scripts)) {
  const cold = await openHook(script, false)
  const parked = await openHook(script, true)
  await fire(parked, 'ls', 'allow', false)
  const lists = { cold: [], parked: [], 'function instead': [] }
  for (let round = 0; round < warmUp + count; round++) {
    const [command, verdict] = round % 2 === 0 ? ['git push', 'deny'] : ['ls', 'allow']
    await sleep(pauseMs)
    const coldMs = await fire(cold, command, verdict, false)
    await sleep(pauseMs)
    const parkedMs = await fire(parked, command, verdict, true)
    await sleep(pauseMs)
    const functionMs = await fire(none, command, 'allow', false)
    if (round < warmUp) continue
    lists.cold.push(coldMs)
    lists.parked.push(parkedMs)
    lists['function instead'].push(functionMs)
  }
  took[name] = lists
  await cold.close()
  await parked.close()
}
await none.close()
rmSync(scratch, { recursive: true, force: true })

const ratio = (name, less = 0) => (median(took[name].parked) - less) / (median(took[name].cold) - less)
const hookAlone = (name) => ratio(name, median(took[name]['function instead']))
const figures = {
  machine: { node: process.version, cores: cpus().length, load: loadavg()[0], rounds: count },
  milliseconds: Object.fromEntries(
    Object.entries(took).flatMap(([name, lists]) =>
      Object.entries(lists).map(([how, list]) => [`${name}, ${how}`, spread(list)]),
    ),
  ),
  'parked, of cold, without what any event costs': { bash: hookAlone('bash hook'), node: hookAlone('node hook') },
  goals: {
    'parked bash hook, of cold (goal: at most 0.30)': ratio('bash hook'),
    'parked node hook, of cold (goal: at most 0.22)': ratio('node hook'),
  },
}
if (process.argv.includes('--json')) console.log(JSON.stringify(figures, null, 2))
else {
  const { cores, load } = figures.machine
  console.log(`Node ${process.version}, ${cores} cores, load ${load.toFixed(1)}, ${count} interleaved pairs each\n`)
  for (const [name, { median: middle, p95 }] of Object.entries(figures.milliseconds))
    console.log(`  ${name.padEnd(27)} median ${middle.toFixed(2)} ms   p95 ${p95.toFixed(2)} ms`)
  const alone = figures['parked, of cold, without what any event costs']
  console.log(`\n  without what any event costs: bash ${alone.bash.toFixed(2)}, node ${alone.node.toFixed(2)}\n`)
  for (const [name, figure] of Object.entries(figures.goals)) console.log(`  ${name}: ${figure.toFixed(2)}`)
}
