// Fires many events at once in a process that may open few files, and one more after it may open more again.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks } from '@hookline/core/node'

const root = mkdtempSync(join(tmpdir(), 'hl-e16-'))
mkdirSync(join(root, '.hookline'))
const entry = { command: `echo '{"permission":"deny"}'`, failClosed: true }
writeFileSync(
  join(root, '.hookline/hookline.json'),
  JSON.stringify({ version: 1, hooks: { beforeShellExecution: [entry] } }),
)
const env = { PATH: process.env.PATH, HOME: root }
const hooks = await createHooks({ workspaceRoots: [root], home: root, env, trust: 'all', watch: false })
const fire = () => hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
/** After everything is loaded: Node itself opens more files than that to load modules. */
const limit = (files) => spawnSync('prlimit', ['--pid', String(process.pid), `--nofile=${files}:4096`])
limit(64)
const effects = await Promise.all(Array.from({ length: 60 }, fire))
const during = await fire()
limit(4096)
const after = await fire()
await hooks.close()
rmSync(root, { recursive: true, force: true })
console.log(
  JSON.stringify({ kinds: effects.map(({ kind }) => kind), during: during.kind, after: after.runs[0].outcome.kind }),
)
