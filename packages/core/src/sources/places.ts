/** Where files stand, for each system: plain functions of the machine's facts (CONTRACT §4). */
import { isAbsolute, join } from '../config/paths.ts'
import type { Platform } from '../ports.ts'

/** The two directories of an organisation: Cursor's and ours. */
export function enterprisePlaces({ system }: Platform): { readonly cursor: string; readonly own: string } {
  switch (system) {
    case 'linux':
      return { cursor: '/etc/cursor', own: '/etc/hookline' }
    case 'darwin':
      return { cursor: '/Library/Application Support/Cursor', own: '/Library/Application Support/Hookline' }
    case 'win32':
      return { cursor: 'C:\\ProgramData\\Cursor', own: 'C:\\ProgramData\\Hookline' }
  }
}

/** Where the sync puts the teams' directories, `team_<id>` each. */
export const teamsDirectory = ({ system, home }: Platform): string => join(system, home, '.cursor', 'managed')
export const userDirectory = ({ system, home }: Platform): string => join(system, home, '.cursor')
export const claudeUserDirectory = ({ system, home }: Platform): string => join(system, home, '.claude')

export const projectFile = ({ system }: Platform, root: string): string => join(system, root, '.cursor', 'hooks.json')
export const projectOwnFile = ({ system }: Platform, root: string): string =>
  join(system, root, '.hookline', 'hookline.json')
export const claudeFile = ({ system }: Platform, root: string, name: 'settings.json' | 'settings.local.json'): string =>
  join(system, root, '.claude', name)

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
