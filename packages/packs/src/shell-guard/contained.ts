/** Finds commands that run in a new container without access to this machine, so that they delete only their own files. */
import type { ShellCommand } from '@hookline/core/shell'

const engines: ReadonlySet<string> = new Set(['docker', 'podman', 'nerdctl'])
/** Options that give a container access to data that outlives it. */
const reaches =
  /^(-v|--volume|--mount|--volumes-from|--privileged|--device|--pid|--ipc|--uts|--userns|--cgroupns|--cap-add|--security-opt|--env-file)(=|$)|^-v./
const isShared = (text: string, next: string | undefined): boolean =>
  reaches.test(text) && !/^(type=)?tmpfs\b/.test(next ?? '')

/** `docker run IMAGE …` creates a new container; `docker exec` enters an existing one. */
export function makesContainer({ name, words }: ShellCommand): boolean {
  const args = words.slice(1).map((word) => word.text)
  return (
    engines.has(name) &&
    (args[0] === 'run' || (args[0] === 'container' && args[1] === 'run')) &&
    !args.some((text, at) => isShared(text, args[at + 1]))
  )
}

/** Rules about files and users of this machine that check the words and not the kind of path. */
const ownRules: ReadonlySet<string> = new Set([
  'read-secret',
  'write-what-runs',
  'rights',
  'users',
  'services',
  'settings',
  'schedule',
  'disk',
  'as-administrator',
])
export const isOwnMatter = (rule: string): boolean => ownRules.has(rule)

const starts = /^(docker|podman|nerdctl) (container )?run\b/

/** The commands that run in such a container. A nested command comes after the one that starts it. */
export function containedCommands(commands: readonly ShellCommand[]): ReadonlySet<ShellCommand> {
  const contained = new Set<ShellCommand>()
  let depth: number | undefined
  for (const command of commands) {
    if (depth !== undefined && starts.test(command.via[depth] ?? '')) contained.add(command)
    else depth = makesContainer(command) ? command.via.length : undefined
  }
  return contained
}
