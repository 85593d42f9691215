// `npm run test:nodes` runs the core of the suite on other versions of Node, which it installs from npm into a cache outside the
// repository. `--sample` runs a part in about two minutes, `--here` uses the Node that runs this. Other arguments select test files.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printResults, readResults } from './windows/results.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const given = process.argv.slice(2)
const has = (flag) => given.includes(flag)
const chosen = given.filter((argument) => !argument.startsWith('--'))
const majors = ['22', '24']

/** The engine, processes, trust, modules, the command and the daemon: what can differ between versions of Node. */
const core = [
  'packages/core/src/',
  ...['run', 'daemon', 'new'].map((name) => `packages/cli/src/${name}/`),
  ...['new', 'run', 'doctor'].map((name) => `packages/cli/src/commands/${name}.test.ts`),
]
const sample = [
  'packages/core/src/node/process/',
  'packages/core/src/node/modules/',
  'packages/core/src/runners/',
  'packages/core/src/testing/cases.test.ts',
  'packages/cli/src/commands/run.test.ts',
]
const files = chosen.length > 0 ? chosen : has('--sample') ? sample : core

const cache =
  process.env.HOOKLINE_NODES_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'hookline', 'nodes')

/** The program, or why it could not be installed. */
function install(major) {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${system}-${process.arch}`
  const directory = join(cache, `${name}-${major}`)
  const inside = join('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(join(directory, inside))) return { program: join(directory, inside) }
  console.log(`Installing ${name}@${major} from npm into ${directory}`)
  const temporary = `${directory}.${process.pid}`
  mkdirSync(temporary, { recursive: true })
  writeFileSync(join(temporary, 'package.json'), '{"private":true}\n')
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-save',
    '--loglevel=error',
    `${name}@${major}`,
  ]
  const { status, stderr } = spawnSync('npm', args, { cwd: temporary, encoding: 'utf8' })
  if (status === 0 && existsSync(join(temporary, inside))) {
    rmSync(directory, { recursive: true, force: true })
    renameSync(temporary, directory)
    return { program: join(directory, inside) }
  }
  rmSync(temporary, { recursive: true, force: true })
  return { missing: String(stderr).trim().split('\n')[0] }
}

function run(program) {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-nodes-'))
  const report = join(directory, 'report.json')
  const began = Date.now()
  const { status } = spawnSync(
    program,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...files,
    ],
    // Hooks that say `node` get the same one.
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: [dirname(program), process.env.PATH].join(delimiter) },
    },
  )
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim()
  const results = existsSync(report) ? readResults(JSON.parse(readFileSync(report, 'utf8'))) : undefined
  rmSync(directory, { recursive: true, force: true })
  return { version, status, results, seconds: Math.round((Date.now() - began) / 1000) }
}

const done = []
for (const major of has('--here') ? [undefined] : majors) {
  const { program, missing } = major === undefined ? { program: process.execPath } : install(major)
  if (program === undefined) {
    console.error(`SKIPPED: Node ${major}, because it could not be installed: ${missing}`)
    if (process.env.CI === 'true') process.exitCode = 1
    continue
  }
  const one = run(program)
  done.push(one)
  if (one.status !== 0) process.exitCode = 1
}
for (const { version, results, seconds } of done) printResults(`Node ${version}`, results, seconds)
