// A scratch copy of the tracked files, with the installed packages linked and what is built copied: a trial may change and build it.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** `base` is an empty directory around the copy, and `remove` removes both. `run` starts a shell command in it; `changed` lists the files that differ from the repository's. */
export function scratchCopy() {
  const base = mkdtempSync(join(tmpdir(), 'hookline-trial-'))
  const directory = join(base, 'repository')
  const git = (...args) => execFileSync('git', args, { cwd: directory, encoding: 'utf8', maxBuffer: 2 ** 26 })
  copyTracked(directory)
  linkPackages(join(repository, 'node_modules'), join(directory, 'node_modules'))
  for (const name of readdirSync(join(repository, 'packages'))) copyBuilt(join('packages', name, 'dist'), directory)
  git('init', '--quiet')
  git('add', '--all')
  git('-c', 'user.name=trial', '-c', 'user.email=trial@localhost', 'commit', '--quiet', '--message', 'before')
  return {
    base,
    directory,
    run: (command, options = {}) => runIn(directory, command, options),
    changed: () =>
      git('status', '--porcelain', '--untracked-files=all', '-z')
        .split('\0')
        .filter(Boolean)
        .map((line) => line.slice(3)),
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}

function copyTracked(directory) {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: repository, encoding: 'utf8', maxBuffer: 2 ** 26 })
  for (const file of listed.split('\0').filter(Boolean)) {
    const [from, to] = [join(repository, file), join(directory, file)]
    if (!existsSync(from)) continue
    mkdirSync(dirname(to), { recursive: true })
    const stats = lstatSync(from)
    if (stats.isSymbolicLink()) symlinkSync(readlinkSync(from), to)
    else {
      copyFileSync(from, to)
      // Builds compare times: with its own, a file that the trial leaves alone is not built again.
      utimesSync(to, stats.atime, stats.mtime)
    }
  }
}

/** The compiler's record of what it has built is in there: only what the trial changes is built again. */
function copyBuilt(path, directory) {
  const from = join(repository, path)
  if (existsSync(from)) cpSync(from, join(directory, path), { recursive: true, preserveTimestamps: true })
}

/** The workspace's own packages are relative links, which lead into the copy; all others lead to the installed ones. */
function linkPackages(from, to) {
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)]
    if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (name === '@hookline') linkPackages(source, target)
    // Other hidden directories are caches, which a copy must not share.
    else if (!name.startsWith('.') || name === '.bin') symlinkSync(source, target)
  }
}

function runIn(cwd, command, { env = {} } = {}) {
  // A test that starts this one has variables of its own, which would lead the tests in the copy astray.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$|npm_)/.test(name))
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    encoding: 'utf8',
    env: { ...Object.fromEntries(inherited), ...env },
    maxBuffer: 2 ** 26,
  })
  return { status, stdout, stderr, output: `${stdout}${stderr}` }
}
