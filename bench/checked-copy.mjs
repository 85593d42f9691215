// Measures what a checked copy adds to a command hook, in a library host. `--json` prints only figures.

import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose } from '../packages/core/dist/node/index.js'
import { median, rounds, spread } from './measure.mjs'

const scratch = mkdtempSync(join(tmpdir(), 'hookline-bench-'))
const script = '#!/bin/sh\n. "$(dirname "$0")/lib.sh"\ncat > /dev/null\nanswer\n'

/** A trusted workspace with one hook. */
async function open(name, checkedCopy) {
  const [root, home] = ['work', 'home'].map((part) => join(scratch, name, part))
  mkdirSync(join(root, '.cursor/hooks'), { recursive: true })
  mkdirSync(home, { recursive: true })
  writeFileSync(join(root, '.cursor/hooks/guard.sh'), script)
  chmodSync(join(root, '.cursor/hooks/guard.sh'), 0o755)
  writeFileSync(join(root, '.cursor/hooks/lib.sh'), 'answer() { echo "{}"; }\n')
  const entry = { command: '.cursor/hooks/guard.sh', ...(checkedCopy ? { checkedCopy } : {}) }
  writeFileSync(
    join(root, '.cursor/hooks.json'),
    JSON.stringify({ version: 1, hooks: { beforeShellExecution: [entry] } }),
  )
  const first = await compose({ workspaceRoots: [root], home, watch: false })
  first.configs.store.add(first.configs.trustOf(root).content)
  await first.hooks.close()
  const { hooks } = await compose({ workspaceRoots: [root], home, watch: false })
  const fire = async () => {
    const { runs } = await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
    const isCopied = runs[0]?.notes.includes('checked-copy') === true
    if (runs[0]?.outcome.kind !== 'replied' || isCopied !== checkedCopy) throw new Error(JSON.stringify(runs))
  }
  return { root, fire, close: () => hooks.close() }
}

const [plain, copied] = [await open('plain', false), await open('copied', true)]
const bare = () =>
  new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', 'exec .cursor/hooks/guard.sh'], {
      cwd: plain.root,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.end('{}\n')
    child.stdout.resume()
    child.on('error', reject).on('close', resolve)
  })
const count = Number(process.env.BENCH_ROUNDS ?? 500)
const took = await rounds(
  { 'bare spawn': bare, 'hook without a checked copy': plain.fire, 'hook with a checked copy': copied.fire },
  count,
  30,
)
await Promise.all([plain.close(), copied.close()])
rmSync(scratch, { recursive: true, force: true })

const of = (name) => median(took[name])
const figures = {
  machine: { node: process.version, cores: cpus().length, rounds: count },
  milliseconds: Object.fromEntries(Object.entries(took).map(([name, list]) => [name, spread(list)])),
  added: { 'by a checked copy, ms': of('hook with a checked copy') - of('hook without a checked copy') },
}
if (process.argv.includes('--json')) console.log(JSON.stringify(figures, null, 2))
else {
  console.log(`Node ${process.version}, ${cpus().length} cores, ${count} interleaved rounds\n`)
  for (const [name, { median: middle, p95 }] of Object.entries(figures.milliseconds))
    console.log(`  ${name.padEnd(30)} median ${middle.toFixed(3)} ms   p95 ${p95.toFixed(3)} ms`)
  for (const [name, figure] of Object.entries(figures.added)) console.log(`\n  added ${name}: ${figure.toFixed(3)}`)
}
