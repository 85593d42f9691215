// Provides what tests need in addition to Node. With CI=true it installs packages of the system (as root), and tests that would
// have to be skipped fail. On a developer's machine it installs nothing, and tests print what they skip.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const works = (program, ...args) => spawnSync(program, args).status === 0

const needs = [
  {
    name: 'chromium',
    there: () => process.env.HOOKLINE_CHROMIUM !== undefined || existsSync('/usr/bin/chromium'),
    packages: ['chromium'],
  },
  {
    // The pages are laid out with a wide and with a narrow font: packages/cli/src/testing/fonts.ts.
    name: 'fonts',
    there: () => ['dejavu/DejaVuSans.ttf', 'liberation/LiberationSans-Regular.ttf'].every(isFont),
    packages: ['fonts-dejavu-core', 'fonts-liberation'],
  },
  {
    name: 'postgresql',
    there: () => process.env.HOOKLINE_POSTGRES_BIN !== undefined || postgresServers().length > 0,
    packages: ['postgresql'],
  },
  {
    // For the launcher.
    name: 'C compiler',
    there: () => ['cc', 'gcc', 'clang'].some((compiler) => works(compiler, '--version')),
    packages: ['gcc', 'libc6-dev'],
  },
  {
    // Shows which programs are started and which connections are made.
    name: 'strace',
    there: () => works('strace', '--version'),
    packages: ['strace'],
  },
  {
    // For the sandbox of a hook.
    name: 'bubblewrap',
    there: () => ['/usr/bin/bwrap', '/bin/bwrap'].some((path) => existsSync(path)),
    packages: ['bubblewrap'],
  },
  {
    // A real receiver for what the team server sends by syslog.
    name: 'rsyslog',
    there: () => existsSync('/usr/sbin/rsyslogd'),
    packages: ['rsyslog'],
  },
  {
    name: 'PyYAML',
    there: () => ['python3', '/usr/bin/python3'].some((python) => works(python, '-c', 'import yaml')),
    packages: ['python3-yaml'],
  },
]

/** Debian 13 moved Liberation to a directory named after its version. */
function isFont(path) {
  const [family, file] = path.split('/')
  const folder = '/usr/share/fonts/truetype'
  const families = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(family)) : []
  return families.some((name) => existsSync(`${folder}/${name}/${file}`))
}

/** Checks for the server program, because an installation may have only the client programs. */
function postgresServers(folder = '/usr/lib/postgresql') {
  return existsSync(folder) ? readdirSync(folder).filter((name) => existsSync(`${folder}/${name}/bin/initdb`)) : []
}

export default function provide() {
  if (process.env.CI !== 'true' || process.platform !== 'linux' || process.getuid?.() !== 0) return
  const missing = needs.filter(({ there }) => !there())
  if (missing.length === 0) return
  const packages = missing.flatMap((need) => need.packages)
  console.log(`Installing what tests need: ${packages.join(', ')}`)
  if (!install(packages) && !(apt('update') && install(packages)))
    console.error('apt-get could not install them. The tests that need them will fail.')
}

const apt = (...args) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 600_000,
  }).status === 0

const install = (packages) => apt('install', '-y', '--no-install-recommends', ...packages)
