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
  /** The command that leaves the same judgement to it. */
  readonly alone?: string
}

interface GuardRow extends OtherGuard {
  /** The program in a hook's command. */
  readonly program?: RegExp
  /** The plugin in an agent's settings. */
  readonly plugin?: RegExp
  /** Its settings in a workspace: a directory, and which files of it. */
  readonly files?: readonly [directory: string, isOne: (name: string) => boolean]
  /** Its settings, in a workspace or a home directory. Alone they do not mean that it runs. */
  readonly settings?: readonly string[]
}

const overlap = 'it judges shell commands as shell-guard does. Both are asked, and the stricter answer counts'

const settingsOnly = 'its settings are here, but no hook here runs it'

const rows: readonly GuardRow[] = [
  {
    name: 'cc-safety-net',
    program: /(^|[\s/'"])cc-safety-net(@\S+)?($|[\s'"])/,
    plugin: /"(cc-)?safety-net@[\w-]+"\s*:\s*true/,
    overlaps: overlap,
    next: 'to convert its settings: hookline import cc-safety-net',
    alone: 'hookline init --without shell-guard',
    settings: [
      '.safety-net.json',
      '.cc-safety-net/policy.json',
      '.cc-safety-net/rules/rule.json',
      '.cc-safety-net/config.json',
    ],
  },
  {
    name: 'dcg',
    program: /(^|[\s/'"])(dcg|destructive_command_guard)($|[\s'"])/,
    overlaps: overlap,
    next: 'to convert its settings: hookline import dcg',
    alone: 'hookline init --without shell-guard',
    settings: ['.dcg.toml', '.config/dcg/config.toml', '.config/dcg/allowlist.toml'],
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
  const runs = ({ program, plugin, files }: GuardRow): boolean =>
    (program !== undefined && commands.some((command) => program.test(command))) ||
    (plugin !== undefined && settings.some((text) => plugin.test(text))) ||
    (files !== undefined && project.names(files[0]).some(files[1]))
  const isSetUp = ({ settings: paths = [] }: GuardRow): boolean =>
    [project, openProject(home)].some((directory) => directory.hasAny(...paths))
  return rows.flatMap((row) => {
    const { name, overlaps, next, alone } = row
    if (runs(row)) return [{ name, overlaps, next, ...(alone === undefined ? {} : { alone }) }]
    return isSetUp(row) ? [{ name, overlaps: settingsOnly, next }] : []
  })
}
