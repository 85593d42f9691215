/** Starts a hook with bubblewrap: in namespaces of its own, with a view of the files that is read-only or has holes (CONTRACT §19). */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { forbidsWriting, hasNetwork, isDirectory, realPath, type SandboxScope, type Wrapped } from './scope.ts'

/** Private and empty, so that a hook finds no sockets there and can write there as scripts do. */
const privateDirectories = ['/tmp', '/var/tmp', '/run']
/** Parts of these that programs need: names of hosts, and the programs of NixOS. */
const neededOfSystem = ['/run/systemd/resolve', '/run/resolvconf', '/run/current-system', '/run/booted-system']

/** The environment of a hook whose `/tmp` is private. */
export const bubblewrapVariables = ({ level }: Pick<SandboxScope, 'level'>): Readonly<Record<string, string>> =>
  forbidsWriting(level) ? { TMPDIR: '/tmp' } : {}

/**
 * The shell only opens the filter for bubblewrap, which reads it from a descriptor. No text of an event is among the words, and
 * paths stand where bubblewrap expects a path, after an option that takes it.
 */
export function wrapInBubblewrap(
  program: string,
  scope: SandboxScope,
  writable: readonly string[],
  start: Wrapped,
): Wrapped {
  const options = [
    ...['--die-with-parent', '--unshare-user', '--unshare-pid', '--unshare-ipc', '--cap-drop', 'ALL'],
    ...(hasNetwork(scope.level) ? [] : ['--unshare-net']),
    ...(forbidsWriting(scope.level) ? readOnlyView(scope, writable) : ['--dev-bind', '/', '/', '--proc', '/proc']),
    ...scope.secrets.flatMap(({ path, isDirectory: isFolder }) =>
      isFolder ? ['--tmpfs', path, '--remount-ro', path] : ['--ro-bind', '/dev/null', path],
    ),
    ...['--chdir', scope.cwd, '--seccomp', '9', '--'],
  ]
  return {
    shell: '/bin/sh',
    args: ['-c', 'exec "$@" 9<"$0"', scope.filter, program, ...options, start.shell, ...start.args],
  }
}

function readOnlyView({ needed }: SandboxScope, writable: readonly string[]): readonly string[] {
  const hidden = [...new Set(privateDirectories.flatMap(realPath))].filter(isDirectory)
  const isHidden = (path: string) => hidden.some((one) => path.startsWith(`${one}/`))
  const shown = [...neededOfSystem, ...needed].filter((path) => isHidden(path) && existsSync(path))
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...hidden.flatMap((path) => ['--tmpfs', path]),
    ...outermost(shown).flatMap((path) => ['--ro-bind', path, path]),
    ...writable.map(dirname).flatMap((path) => ['--bind', path, path]),
  ]
}

/** Without those that are inside another one. */
const outermost = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths)].filter((path) => !paths.some((other) => path !== other && path.startsWith(`${other}/`)))

/** Why the sandbox did not start, or that the program in it does not exist. Undefined: the hook itself printed this. */
export const bubblewrapMessage = /^bwrap: (.*)/
