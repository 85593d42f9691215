// `npm run test:agents` runs the real agent programs with a scripted model. `--sample` runs a part that takes about two minutes,
// and `--write` writes docs/agents-tested.md. Other arguments go to vitest, so a file or `-t <name>` selects trials.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheDirectory } from '../packages/cli/dist/tsc/real-agents/install.js'
import { agentsPage } from '../packages/cli/dist/tsc/real-agents/page.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const page = join(root, 'docs/agents-tested.md')
const given = process.argv.slice(2)
const others = given.filter((argument) => argument !== '--sample' && argument !== '--write')
const sample = given.includes('--sample') || process.env.HOOKLINE_AGENTS_SAMPLE === '1'
const directory = mkdtempSync(join(tmpdir(), 'hookline-agents-report-'))
const report = join(directory, 'report.json')

console.log(
  `Agents are installed from npm into ${cacheDirectory()}. Set HOOKLINE_AGENTS_CACHE to use another directory.`,
)
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--config', join(root, 'vitest.agents.config.ts')],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...others,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...(sample ? { HOOKLINE_AGENTS_SAMPLE: '1' } : {}) } },
)
process.exitCode = status ?? 1
// The page lists all trials, so only a full run with every version installed can write or confirm it.
if (status === 0 && !sample && others.length === 0) finishPage(JSON.parse(readFileSync(report, 'utf8')))
rmSync(directory, { recursive: true, force: true })

function finishPage(results) {
  if (results.numPendingTests > 0) return console.log(`Some trials were skipped, so ${page} was not compared.`)
  const text = agentsPage(results)
  if (given.includes('--write')) return writeFileSync(page, text)
  if (text === readFileSync(page, 'utf8')) return
  console.error('docs/agents-tested.md differs from the results. To update it, run: npm run test:agents -- --write')
  process.exitCode = 1
}
