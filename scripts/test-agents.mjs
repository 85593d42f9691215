// `npm run test:agents`: drives the real agent programs against a scripted model. `--sample` runs a part of about two
// minutes; other arguments go to vitest, so a file or `-t <name>` chooses trials.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheDirectory } from '../packages/cli/dist/tsc/real-agents/install.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const given = process.argv.slice(2)
const own = new Set(['--sample'])
const sample = given.includes('--sample') || process.env.HOOKLINE_AGENTS_SAMPLE === '1'

console.log(`Agents are installed from npm into ${cacheDirectory()} (HOOKLINE_AGENTS_CACHE chooses another directory).`)
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    join(root, 'vitest.agents.config.ts'),
    ...given.filter((argument) => !own.has(argument)),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...(sample ? { HOOKLINE_AGENTS_SAMPLE: '1' } : {}) } },
)
process.exitCode = status ?? 1
