/** Where files stand, for each system: plain functions of the machine's facts (CONTRACT §4). */
import type { AgentSource } from '../agents/agent.ts'
import { agents, usualAgent, usualDirectory, usualFile } from '../agents/list.ts'
import { isAbsolute, join } from '../config/paths.ts'
import type { Platform } from '../ports.ts'

const ownEnterprise: Readonly<Record<Platform['system'], string>> = {
  linux: '/etc/hookline',
  darwin: '/Library/Application Support/Hookline',
  win32: 'C:\\ProgramData\\Hookline',
}

/** The two directories of an organisation: the one of the usual agent, for hooks.json, and ours. */
export function enterpriseDirectories({ system }: Platform): { readonly usual: string; readonly own: string } {
  const own = ownEnterprise[system]
  return { usual: usualAgent.files.managed?.[system] ?? own, own }
}

/** Where the sync puts the teams' directories, `team_<id>` each. */
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

/** A settings file of an agent in which much more than hooks is kept. */
export function isGroupFile(path: string): boolean {
  const plain = path.replaceAll('\\', '/')
  return agents.some(
    ({ format, sources = [] }) => format !== undefined && sources.some(({ file }) => plain.endsWith(`/${file}`)),
  )
}

/** Our settings of the user. */
export function configDirectory(platform: Platform): string {
  const { system, home } = platform
  if (system === 'win32') return join(system, absolute(platform, 'APPDATA') ?? `${home}\\AppData\\Roaming`, 'hookline')
  return join(system, absolute(platform, 'XDG_CONFIG_HOME') ?? `${home}/.config`, 'hookline')
}

/** What we remember: trust, sessions, log, disabled entries. */
export function stateDirectory(platform: Platform): string {
  const { system, home } = platform
  if (system === 'win32')
    return join(system, absolute(platform, 'LOCALAPPDATA') ?? `${home}\\AppData\\Local`, 'hookline', 'state')
  const set = absolute(platform, 'XDG_STATE_HOME')
  if (set !== undefined) return join(system, set, 'hookline')
  return join(system, home, system === 'darwin' ? 'Library/Application Support/hookline' : '.local/state/hookline')
}

/** What can be made again. */
export function cacheDirectory(platform: Platform): string {
  const { system, home } = platform
  if (system === 'win32')
    return join(system, absolute(platform, 'LOCALAPPDATA') ?? `${home}\\AppData\\Local`, 'hookline', 'cache')
  const set = absolute(platform, 'XDG_CACHE_HOME')
  if (set !== undefined) return join(system, set, 'hookline')
  return join(system, home, system === 'darwin' ? 'Library/Caches/hookline' : '.cache/hookline')
}

export const trustFile = (platform: Platform): string => join(platform.system, stateDirectory(platform), 'trust.json')
export const disabledFile = (platform: Platform): string =>
  join(platform.system, stateDirectory(platform), 'disabled.json')

/** A relative path in such a variable is to be ignored, says the XDG specification. */
function absolute({ system, env }: Platform, name: string): string | undefined {
  const value = env[name]
  return value !== undefined && isAbsolute(system, value) ? value : undefined
}
