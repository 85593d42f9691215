// Fires many events at once in a process whose user may start no more processes, and one more after it may again. Prints its
// directory too, because it may not remove it itself.
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks } from '@hookline/core/node'
import { prepareLimit } from './prepare-limit.mjs'

const root = mkdtempSync(join(tmpdir(), 'hl-e16-'))
mkdirSync(join(root, '.hookline'))
chmodSync(root, 0o755)
const entry = { command: `echo '{"permission":"deny"}'`, failClosed: true }
writeFileSync(
  join(root, '.hookline/hookline.json'),
  JSON.stringify({ version: 1, hooks: { beforeShellExecution: [entry] } }),
)

// The limit does not hold for root.
if (process.getuid() === 0) {
  process.setgroups([])
  process.setgid(65_534)
  process.setuid(65_534)
}
const forbid = prepareLimit('nproc=0:')
const allow = prepareLimit('nproc=4096:')

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
