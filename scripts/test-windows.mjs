// `npm run test:windows` runs the tests that depend on the system with the Windows build of Node: on Windows directly, on Linux under
// Wine. `--sample` runs the most important ones, in about two minutes. Other arguments select test files.
import { spawn } from 'node:child_process'
import { closeSync, createReadStream, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConfined, buildWindowsLauncher } from './build-launcher.mjs'
import { findWine, installCompiler, installPackages, prepareWindows, windowsPath } from './windows/prepare.mjs'
import { printResults, readResults } from './windows/results.mjs'
import { notShown, sample, suites } from './windows/suites.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const given = process.argv.slice(2)
const chosen = given.filter((argument) => argument !== '--sample')
const files = chosen.length > 0 ? chosen : given.includes('--sample') ? sample : [...sample, ...suites]
const isWindows = process.platform === 'win32'

/** Says so loudly. On a build server everything was tried before, so this machine cannot run them. */
function skip(reason) {
  console.error(`SKIPPED: all tests of Windows. ${reason}`)
  process.exit(0)
}

/**
 * Here, because nothing compiles under Wine, and because several test files need them: the launcher as it is published, as Wine needs it,
 * and what starts a program with fewer rights.
 */
function buildLaunchers() {
  const file = (name) => join(root, 'packages/cli/dist/launcher', name)
  if (process.env.CI === 'true' && !isWindows) installCompiler()
  const built = [
    buildWindowsLauncher(file('windows/hookline.exe')),
    isWindows
      ? buildConfined(file('confined.exe'))
      : buildWindowsLauncher(file('wine/hookline.exe'), { forWine: true }),
  ]
  if (built.includes(undefined))
    console.error('SKIPPED: the tests of the launcher. There is no gcc for Windows here, and no Zig')
}

/** What runs vitest: this Node, or the Windows build under Wine. */
function prepare() {
  if (isWindows) {
    buildLaunchers()
    return { program: process.execPath, before: [], env: process.env, pathOf: (path) => path }
  }
  const { wine, missing } = findWine()
  if (wine === undefined) return skip(missing)
  const packages = installPackages(root)
  if (packages.program === undefined) return skip(packages.missing)
  const windows = prepareWindows(wine)
  if (windows.env === undefined) return skip(windows.missing)
  buildLaunchers()
  const NODE_PATH = windowsPath(join(packages.directory, 'node_modules'))
  return { program: wine, before: [packages.program], env: { ...windows.env, NODE_PATH }, pathOf: windowsPath }
}

/** Shows what arrives in a file: a terminal or a pipe is no console to a Windows program. */
function follow(path) {
  let shown = 0
  let reading = Promise.resolve()
  const read = () =>
    new Promise((resolve) => {
      const end = statSync(path).size
      if (end <= shown) return resolve()
      const stream = createReadStream(path, { start: shown, end: end - 1 })
      shown = end
      stream.on('data', (bytes) => process.stdout.write(bytes)).on('close', resolve)
    })
  const timer = setInterval(() => {
    reading = reading.then(read)
  }, 500)
  return () => {
    clearInterval(timer)
    reading = reading.then(read)
    return reading
  }
}

const { program, before, env, pathOf } = prepare()
const directory = mkdtempSync(join(tmpdir(), 'hookline-windows-'))
const report = join(directory, 'report.json')
const output = join(directory, 'output.txt')
const descriptor = openSync(output, 'w')
const began = Date.now()
const args = [
  ...[
    ...before,
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    join(root, 'vitest.windows.config.ts'),
  ],
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
]
const child = spawn(program, [...args.map(toWindows), ...files], {
  cwd: root,
  env,
  stdio: ['ignore', descriptor, descriptor],
})
const stop = follow(output)
const status = await new Promise((resolve) => child.on('close', resolve).on('error', () => resolve(1)))
closeSync(descriptor)
await stop()

const results = existsSync(report) ? readResults(JSON.parse(readFileSync(report, 'utf8'))) : undefined
printResults(
  isWindows ? `Windows, Node ${process.version}` : 'Windows build of Node under Wine',
  results,
  Math.round((Date.now() - began) / 1000),
  [...skippedLines(results), ...(isWindows ? [] : ['Wine cannot show:', ...notShown.map((one) => `- ${one}`)])],
)
rmSync(directory, { recursive: true, force: true })
if (status !== 0 || results === undefined || results.failed > 0 || results.broken > 0) process.exitCode = 1

function skippedLines({ skippedNames } = { skippedNames: [] }) {
  if (skippedNames.length === 0) return []
  const why =
    'Skipped, because they need links, modes, FIFOs, devices, a POSIX shell, fewer rights than Wine can give, or a folder of real hook files:'
  return [why, ...skippedNames.map((name) => `- ${name}`)]
}

/** Wine translates the path of the program, and no others. */
function toWindows(word, at) {
  if (isWindows || at === 0) return word
  return word.replace(/^(--outputFile\.json=)?(\/.*)$/, (_all, flag = '', path) => `${flag}${pathOf(path)}`)
}
