/** The paths of all files on each operating system, as plain functions of the platform (CONTRACT §4). */
import type { AgentSource } from '../agents/agent.ts'
import { agents, usualAgent, usualDirectory, usualFile } from '../agents/list.ts'
import { isAbsolute, join } from '../config/paths.ts'
import type { Platform } from '../ports.ts'

const ownEnterprise: Readonly<Record<Platform['system'], string>> = {
  linux: '/etc/hookline',
  darwin: '/Library/Application Support/Hookline',
  win32: 'C:\\ProgramData\\Hookline',
}

/** The two directories of an organisation: the usual agent's, for hooks.json, and Hookline's. */
export function enterpriseDirectories({ system }: Platform): { readonly usual: string; readonly own: string } {
  const own = ownEnterprise[system]
  return { usual: usualAgent.files.managed?.[system] ?? own, own }
}

/** Where the sync creates the directories of the teams, named `team_<id>`. */
export const teamsDirectory = ({ system, home }: Platform): string => join(system, home, usualDirectory, 'managed')
export const userDirectory = ({ system, home }: Platform): string => join(system, home, usualDirectory)

export const projectFile = ({ system }: Platform, root: string): string => join(system, root, usualFile)
export const projectOwnFile = ({ system }: Platform, root: string): string =>
  join(system, root, '.hookline', 'hookline.json')
/** The settings files of all agents at a level. `base` is the workspace, or the home directory for `user`. */
export const agentSourceFiles = ({ system }: Platform, base: string, level: AgentSource['level']): readonly string[] =>
  agents.flatMap(({ sources = [] }) =>
    sources.filter((source) => source.level === level).map(({ file }) => join(system, base, file)),
  )

/** Whether the file is an agent's settings file, which contains much more than hooks. */
export function isGroupFile(path: string): boolean {
  const plain = path.replaceAll('\\', '/')
  return agents.some(
    ({ format, sources = [] }) => format !== undefined && sources.some(({ file }) => plain.endsWith(`/${file}`)),
  )
}

/** Hookline's settings of the user. */
export function configDirectory(platform: Platform): string {
  const { system, home } = platform
  if (system === 'win32') return join(system, absolute(platform, 'APPDATA') ?? `${home}\\AppData\\Roaming`, 'hookline')
  return join(system, absolute(platform, 'XDG_CONFIG_HOME') ?? `${home}/.config`, 'hookline')
}

/** Hookline's state: trust, sessions, log, disabled entries. */
export function stateDirectory(platform: Platform): string {
  const { system, home } = platform
  if (system === 'win32')
    return join(system, absolute(platform, 'LOCALAPPDATA') ?? `${home}\\AppData\\Local`, 'hookline', 'state')
  const set = absolute(platform, 'XDG_STATE_HOME')
  if (set !== undefined) return join(system, set, 'hookline')
  return join(system, home, system === 'darwin' ? 'Library/Application Support/hookline' : '.local/state/hookline')
}

/** Files that can be regenerated. */
export function cacheDirectory(platform: Platform): string {
  const { system, home } = platform
  if (system === 'win32')
    return join(system, absolute(platform, 'LOCALAPPDATA') ?? `${home}\\AppData\\Local`, 'hookline', 'cache')
  const set = absolute(platform, 'XDG_CACHE_HOME')
  if (set !== undefined) return join(system, set, 'hookline')
  return join(system, home, system === 'darwin' ? 'Library/Caches/hookline' : '.cache/hookline')
}

/**
 * The mirrors of checked copies. They are not in the cache: a program looks for packages, settings and repositories in the directories
 * above its script, and agents in a sandbox can often write caches. They are not in the state: hooks in a sandbox read them.
 */
export function copiesDirectory(platform: Platform): string {
  const state = stateDirectory(platform)
  return platform.system === 'win32' ? join('win32', state, '..', 'checked') : `${state}-checked`
}

export const trustFile = (platform: Platform): string => join(platform.system, stateDirectory(platform), 'trust.json')
/** Refusals that a person may approve, and approvals until they are used. */
export const approvalsDirectory = (platform: Platform): string =>
  join(platform.system, stateDirectory(platform), 'approvals')
export const disabledFile = (platform: Platform): string =>
  join(platform.system, stateDirectory(platform), 'disabled.json')

/** The value of a variable if it is an absolute path. The XDG specification says to ignore a relative one. */
function absolute({ system, env }: Platform, name: string): string | undefined {
  const value = env[name]
  return value !== undefined && isAbsolute(system, value) ? value : undefined
}
