// An engine whose hook hangs, until it is killed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHooks } from '@hookline/core/node'

const root = process.argv[2]
mkdirSync(join(root, '.hookline'))
const entry = { command: `touch '${join(root, 'begun')}'; sleep 60` }
writeFileSync(
  join(root, '.hookline/hookline.json'),
  JSON.stringify({ version: 1, hooks: { beforeShellExecution: [entry] } }),
)
const env = { PATH: process.env.PATH, HOME: root, HL_E19: root }
const hooks = await createHooks({ workspaceRoots: [root], home: root, env, trust: 'all', watch: false })
await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
