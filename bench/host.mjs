// Measures what a guarded shell call adds to a bare one with the same stdio when no hooks are configured. `--json` prints only figures.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks, createHost } from '../packages/core/dist/node/index.js'
import { median, rounds, spread } from './measure.mjs'

const scratch = mkdtempSync(join(tmpdir(), 'hookline-bench-'))
const [root, home] = ['work', 'home'].map((name) => join(scratch, name))
for (const directory of [root, home]) mkdirSync(directory)
const hooks = await createHooks({ workspaceRoots: [root], home })
const session = createHost(hooks).session()
await session.start()

const command = 'echo ready'
/** A typical way to run a command: in its own process group, so that it can be killed, and with both streams as text. */
function bare() {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', command], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text) => {
        output += text
      })
    }
    child.on('error', reject)
    child.on('close', (exitCode) => resolve({ output, exitCode }))
  })
}
const expectReady = async (work) => {
  const { output, exitCode } = await work
  if (output !== 'ready\n' || exitCode !== 0) throw new Error(`unexpected: ${JSON.stringify({ output, exitCode })}`)
}

const count = Number(process.env.BENCH_ROUNDS ?? 1000)
const took = await rounds(
  { 'bare call': () => expectReady(bare()), 'guarded call, no hooks': () => expectReady(session.shell(command)) },
  count,
  50,
)
await session.end()
await hooks.close()
rmSync(scratch, { recursive: true, force: true })

const [bareMs, guardedMs] = [median(took['bare call']), median(took['guarded call, no hooks'])]
const figures = {
  machine: { node: process.version, cores: cpus().length, rounds: count },
  milliseconds: Object.fromEntries(Object.entries(took).map(([name, list]) => [name, spread(list)])),
  goals: { 'added to a shell call without hooks, % (goal: at most 3)': (guardedMs / bareMs - 1) * 100 },
}
if (process.argv.includes('--json')) console.log(JSON.stringify(figures, null, 2))
else {
  console.log(`Node ${process.version}, ${cpus().length} cores, ${count} interleaved pairs\n`)
  for (const [name, { median: middle, p95 }] of Object.entries(figures.milliseconds))
    console.log(`  ${name.padEnd(30)} median ${middle.toFixed(3)} ms   p95 ${p95.toFixed(3)} ms`)
  for (const [name, figure] of Object.entries(figures.goals)) console.log(`\n  ${name}: ${figure.toFixed(2)}`)
}
