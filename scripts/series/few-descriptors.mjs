// Fires many events at once in a process that may open few files, and one more after it may open more again.
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks } from '@hookline/core/node'
import { prepareLimit } from './prepare-limit.mjs'

const root = mkdtempSync(join(tmpdir(), 'hl-e16-'))
mkdirSync(join(root, '.hookline'))
const entry = { command: `echo '{"permission":"deny"}'`, failClosed: true }
writeFileSync(
  join(root, '.hookline/hookline.json'),
  JSON.stringify({ version: 1, hooks: { beforeShellExecution: [entry] } }),
)
const env = { PATH: process.env.PATH, HOME: root }
const create = () => createHooks({ workspaceRoots: [root], home: root, env, trust: 'all', watch: false })
const [hooks, ...unused] = await Promise.all(Array.from({ length: 17 }, create))
const fire = (engine = hooks) => engine.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
/** After everything is loaded: Node itself opens more files than that to load modules. */
const [forbid, allow] = ['nofile=64:4096', 'nofile=4096:4096'].map(prepareLimit)
await forbid()

/** Takes every descriptor that is left. */
function openAll() {
  const opened = []
  try {
    for (;;) opened.push(openSync('/dev/null'))
  } catch {
    return opened
  }
}
const effects = await Promise.all(Array.from({ length: 60 }, () => fire()))
const during = await fire()
// An engine that has not run a hook before has no FIFOs, and uses pipes.
const held = openAll()
const without = []
/** With none left, then with one, and so on: the start of a process fails in another way each time. */
for (const [at, descriptor] of held.entries()) {
  if (at < unused.length) without.push((await fire(unused[at])).kind)
  closeSync(descriptor)
}
await allow()
const after = await fire()
await Promise.all([hooks, ...unused].map((engine) => engine.close()))
rmSync(root, { recursive: true, force: true })
console.log(
  JSON.stringify({
    kinds: effects.map(({ kind }) => kind),
    others: [during.kind, ...new Set(without), after.runs[0].outcome.kind],
  }),
)
