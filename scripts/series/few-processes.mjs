// Fires many events at once in a process whose user may start no more processes, and one more after it may again. Prints its
// directory too, because it may not remove it itself.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks } from '@hookline/core/node'

const root = mkdtempSync(join(tmpdir(), 'hl-e16-'))
mkdirSync(join(root, '.hookline'))
chmodSync(root, 0o755)
const entry = { command: `echo '{"permission":"deny"}'`, failClosed: true }
writeFileSync(
  join(root, '.hookline/hookline.json'),
  JSON.stringify({ version: 1, hooks: { beforeShellExecution: [entry] } }),
)

/** Sets the limit when it gets a line. It was started before: later, nothing more can be. */
function prepareLimit(processes) {
  const command = `read go && exec prlimit --pid ${process.pid} --nproc=${processes}:`
  const child = spawn('/bin/sh', ['-c', command], { stdio: ['pipe', 'inherit', 'inherit'] })
  return async () => {
    child.stdin.end('go\n')
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`prlimit ended with ${code}`)
  }
}
// The limit does not hold for root.
if (process.getuid() === 0) {
  process.setgroups([])
  process.setgid(65_534)
  process.setuid(65_534)
}
const forbid = prepareLimit(0)
const allow = prepareLimit(4096)

const env = { PATH: process.env.PATH, HOME: root }
const hooks = await createHooks({ workspaceRoots: [root], home: root, env, trust: 'all', watch: false })
const fire = () => hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
await fire()
await forbid()
const effects = await Promise.all(Array.from({ length: 60 }, fire))
await allow()
const after = await fire()
await hooks.close()
const outcomes = effects.map(({ kind, runs: [run] }) => `${kind} ${run.outcome.code}`)
console.log(JSON.stringify({ root, outcomes, after: after.runs[0].outcome.kind }))
