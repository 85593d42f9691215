/** Starts a hook with bubblewrap: in namespaces of its own, with a view of the files that is read-only or has holes (CONTRACT §19). */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { RunFiles } from './run-files.ts'
import {
  forbidsWriting,
  hasNetwork,
  isDirectory,
  realPath,
  type SandboxScope,
  type Start,
  type Wrapped,
} from './scope.ts'
import type { Secret } from './secrets.ts'
import { ancestorsOf, childrenOf, isWithin } from './view.ts'

/** Private and empty, so that a hook finds no sockets there and can write there as scripts do. */
const privateDirectories = ['/tmp', '/var/tmp', '/run']
/** Parts of these that programs need: names of hosts, and the programs of NixOS. */
const neededOfSystem = ['/run/systemd/resolve', '/run/resolvconf', '/run/current-system', '/run/booted-system']
/** Settings of the kernel are there, and root may write them without any capability; bubblewrap itself does not cover them for root. */
const processes = ['--proc', '/proc', '--remount-ro', '/proc']
/** What a shell adds to its environment. */
const ofShell = ['PWD', 'OLDPWD', 'SHLVL', '_']

/** The environment of a hook whose `/tmp` is private. */
export const bubblewrapVariables = ({ level }: Pick<SandboxScope, 'level'>): Readonly<Record<string, string>> =>
  forbidsWriting(level) ? { TMPDIR: '/tmp' } : {}

/**
 * Opens the files that bubblewrap reads from descriptors. The shell runs outside the sandbox, so it gets no variable of the hook:
 * some make a shell run code. The hook's variables are among the options.
 */
const openFiles = 'files=$0; exec "$@" 7>"$files/status" 8<"$files/options" 9<"$files/filter"'

export function wrapInBubblewrap(
  { program, disablesNamespaces }: { readonly program: string; readonly disablesNamespaces?: true },
  scope: SandboxScope,
  writable: readonly string[],
  files: RunFiles,
  start: Start,
): Wrapped {
  files.writeOptions([
    ...['--die-with-parent', '--unshare-user', '--unshare-pid', '--unshare-ipc', '--cap-drop', 'ALL'],
    ...(disablesNamespaces === true ? ['--disable-userns'] : []),
    ...(hasNetwork(scope.level) ? [] : ['--unshare-net']),
    ...(forbidsWriting(scope.level) ? readOnlyView(scope) : writableView(scope)),
    ...hide(scope.hidden, writable.map(dirname)),
    ...ofShell.flatMap((name) => ['--unsetenv', name]),
    ...Object.entries(start.env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', scope.cwd, '--seccomp', '9', '--json-status-fd', '7'],
  ])
  const words = [program, '--args', '8', '--', start.shell, ...start.args]
  return { shell: '/bin/sh', args: ['-c', openFiles, files.directory, ...words], env: {} }
}

function readOnlyView({ needed }: SandboxScope): readonly string[] {
  const hidden = [...new Set(privateDirectories.flatMap(realPath))].filter(isDirectory)
  const isHidden = (path: string) => hidden.some((one) => path.startsWith(`${one}/`))
  const shown = [...neededOfSystem, ...needed].filter((path) => isHidden(path) && existsSync(path))
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', ...processes],
    ...hidden.flatMap((path) => ['--tmpfs', path]),
    ...outermost(shown).flatMap((path) => ['--ro-bind', path, path]),
  ]
}

/** Directories that lead to a protected one are mounts of their own, which cannot be renamed in the sandbox. */
function writableView({ guarded, hidden }: SandboxScope): readonly string[] {
  const leading = ancestorsOf([...guarded, ...hidden.map(({ path }) => path)]).filter((path) => path !== '/')
  return [
    ...['--bind', '/', '/', '--dev', '/dev', ...processes, '--ro-bind-try', '/sys', '/sys'],
    ...leading.filter(isDirectory).flatMap((path) => ['--bind', path, path]),
    ...guarded.flatMap((path) => ['--ro-bind', path, path]),
  ]
}

/** More would take seconds, because bubblewrap reads the list of mounts for each of them. */
const MAX_CHILDREN = 500

/**
 * A mount over a file is gone once another process replaces the file. So the directory of a hidden file is made anew, with all
 * that is in it but the hidden. May throw if there is too much in it.
 */
function hide(all: readonly Secret[], writable: readonly string[]): readonly string[] {
  const hidden = all.filter((one) => !all.some((other) => other !== one && isWithin(one.path, other.path)))
  const paths = new Set(hidden.map(({ path }) => path))
  const present = hidden.filter(({ isMissing }) => isMissing !== true)
  const files = present.filter(({ isDirectory: isFolder, isCovered }) => !isFolder && isCovered !== true)
  const ofFiles = files.map(({ path }) => dirname(path))
  const parents = [...new Set(ofFiles)].sort((a, b) => a.length - b.length)
  const covered = present.filter((one) => !files.includes(one) && !parents.includes(dirname(one.path)))
  return [
    ...parents.flatMap((parent) => rebuild(parent, paths)),
    ...covered.flatMap(({ path, isDirectory: isFolder }) =>
      isFolder ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path],
    ),
    ...writable.flatMap((path) => ['--bind', path, path]),
    ...covered.flatMap(({ path, isDirectory: isFolder }) => (isFolder ? ['--remount-ro', path] : [])),
    ...parents.flatMap((parent) => ['--remount-ro', parent]),
  ]
}

function rebuild(parent: string, hidden: ReadonlySet<string>): readonly string[] {
  const children = childrenOf(parent).filter(({ path }) => !hidden.has(path))
  if (parent === '/') throw new Error('bubblewrap cannot hide a file of /')
  if (children.length > MAX_CHILDREN)
    throw new Error(
      `${parent} has ${children.length} entries, and bubblewrap can hide files only among ${MAX_CHILDREN}`,
    )
  return [
    ...['--tmpfs', parent],
    ...children.flatMap(({ path, target }) =>
      target === undefined ? ['--ro-bind-try', path, path] : ['--symlink', target, path],
    ),
  ]
}

/** Without those that are inside another one. */
const outermost = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)].filter((path) => !paths.some((other) => path !== other && path.startsWith(`${other}/`)))

/** bubblewrap reports the exit code only of a program that it has started, and the process of the sandbox before that. */
export const bubblewrapProof = { ended: /"exit-code"/, entered: /"child-pid"/ }
export const bubblewrapMessage = /^bwrap: (.*)/
