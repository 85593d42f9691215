/** Commands in a container of their own, without anything of this machine in it: what they delete is theirs. */
import type { ShellCommand } from '@hookline/core/shell'

const engines: ReadonlySet<string> = new Set(['docker', 'podman', 'nerdctl'])
/** What lets a container reach data that outlives it. */
const reaches =
  /^(-v|--volume|--mount|--volumes-from|--privileged|--device|--pid|--ipc|--uts|--userns|--cgroupns|--cap-add|--security-opt|--env-file)(=|$)|^-v./
const isShared = (text: string, next: string | undefined): boolean =>
  reaches.test(text) && !/^(type=)?tmpfs\b/.test(next ?? '')

/** `docker run IMAGE …` makes a new container each time; `docker exec` enters one that others use. */
export function makesContainer({ name, words }: ShellCommand): boolean {
  const texts = words.slice(1).map((word) => word.text)
  return (
    engines.has(name) &&
    (texts[0] === 'run' || (texts[0] === 'container' && texts[1] === 'run')) &&
    !texts.some((text, at) => isShared(text, texts[at + 1]))
  )
}

/** Rules about files and users of this machine, by what the words say rather than where they point. */
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

/** Those of the commands that run in such a container; a command inside another stands after it. */
export function containedCommands(commands: readonly ShellCommand[]): ReadonlySet<ShellCommand> {
  const contained = new Set<ShellCommand>()
  let depth: number | undefined
  for (const command of commands) {
    if (depth !== undefined && starts.test(command.via[depth] ?? '')) contained.add(command)
    else depth = makesContainer(command) ? command.via.length : undefined
  }
  return contained
}
