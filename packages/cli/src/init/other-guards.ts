/** Other guards that are already in use, what they have in common with the packs, and how their settings can be converted. */
import type { Entry } from '@hookline/core/node'
import { agents } from '../agents.ts'
import { hookifyDirectory, isHookifyRule } from '../hookify-files.ts'
import { openProject, type ProjectFiles } from './project-files.ts'

export interface OtherGuard {
  readonly name: string
  /** What it judges that a pack judges too. */
  readonly overlaps: string
  /** What the person can do about it. */
  readonly next: string
}

interface GuardRow extends OtherGuard {
  /** The program in a hook's command. */
  readonly program?: RegExp
  /** The plugin in an agent's settings. */
  readonly plugin?: RegExp
  /** Its settings in a workspace: a directory, and which files of it. */
  readonly files?: readonly [directory: string, isOne: (name: string) => boolean]
}

const overlap = 'it judges shell commands as shell-guard does. Both are asked, and the stricter answer counts'

const rows: readonly GuardRow[] = [
  {
    name: 'cc-safety-net',
    program: /(^|[\s/'"])cc-safety-net(@\S+)?($|[\s'"])/,
    plugin: /"(cc-)?safety-net@[\w-]+"\s*:\s*true/,
    overlaps: overlap,
    next: 'to keep it alone: hookline init --without shell-guard',
  },
  {
    name: 'dcg',
    program: /(^|[\s/'"])(dcg|destructive_command_guard)($|[\s'"])/,
    overlaps: overlap,
    next: 'to keep it alone: hookline init --without shell-guard',
  },
  {
    name: 'hookify',
    files: [hookifyDirectory, isHookifyRule],
    plugin: /"hookify@[\w-]+"\s*:\s*true/,
    overlaps: 'its rules are not read by Hookline',
    next: 'to convert them: hookline import hookify',
  },
]

/** `home` is a directory with the settings of agents, as the workspace is. */
export function findOtherGuards(project: ProjectFiles, home: string, entries: readonly Entry[]): readonly OtherGuard[] {
  const commands = entries.flatMap(({ command }) => command ?? [])
  const settings = [project, openProject(home)].flatMap((directory) =>
    agents.flatMap(({ files }) => files.hookFiles).map((file) => directory.text(file)),
  )
  const isHere = ({ program, plugin, files }: GuardRow): boolean =>
    (program !== undefined && commands.some((command) => program.test(command))) ||
    (plugin !== undefined && settings.some((text) => plugin.test(text))) ||
    (files !== undefined && project.names(files[0]).some(files[1]))
  return rows.filter(isHere).map(({ name, overlaps, next }) => ({ name, overlaps, next }))
}
