// `npm run test:agents` runs the real agent programs with a scripted model, and prints what hooks achieve in each of them. `--table`
// runs only the trials of that table, `--sample` a part that takes about two minutes, and `--write` writes docs/agents-tested.md.
// Other arguments go to vitest, so a file or `-t <name>` selects trials.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { realAgents } from '../packages/cli/dist/tsc/real-agents/agents.js'
import { cacheDirectory } from '../packages/cli/dist/tsc/real-agents/install.js'
import { agentsPage } from '../packages/cli/dist/tsc/real-agents/page.js'
import { agentsTables, printTable } from '../packages/cli/dist/tsc/real-agents/table.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const page = join(root, 'docs/agents-tested.md')
const given = process.argv.slice(2)
const own = ['--sample', '--table', '--write']
const others = given.filter((argument) => !own.includes(argument))
const sample = given.includes('--sample') || process.env.HOOKLINE_AGENTS_SAMPLE === '1'
const table = given.includes('--table')
const directory = mkdtempSync(join(tmpdir(), 'hookline-agents-report-'))
const report = join(directory, 'report.json')
const columns = realAgents.map(({ name, versions, native }) => ({
  name,
  version: versions[0],
  hasHooks: native !== undefined,
}))

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
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(sample ? { HOOKLINE_AGENTS_SAMPLE: '1' } : {}),
      ...(table ? { HOOKLINE_AGENTS_TABLE: '1' } : {}),
    },
  },
)
process.exitCode = status ?? 1
const results = readReport()
if (results !== undefined && !sample)
  for (const one of agentsTables(results, columns)) console.log(`\n${printTable(one)}`)
// The page lists all trials, so only a full run with every version installed can write or confirm it.
if (status === 0 && !sample && !table && others.length === 0) finishPage(results)
rmSync(directory, { recursive: true, force: true })

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    // Vitest ended before it wrote a report, and has printed the reason.
    return undefined
  }
}

function finishPage(results) {
  if (results.numPendingTests > 0) return console.log(`Some trials were skipped, so ${page} was not compared.`)
  const text = agentsPage(results, columns)
  if (given.includes('--write')) return writeFileSync(page, text)
  if (text === readFileSync(page, 'utf8')) return
  console.error('docs/agents-tested.md differs from the results. To update it, run: npm run test:agents -- --write')
  process.exitCode = 1
}
