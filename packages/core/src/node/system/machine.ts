/** Describes this machine: its system, home directory and environment. */
import { homedir, userInfo } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import type { Platform } from '../../ports.ts'
import { thisSystem } from './platform.ts'

/** Variables that would point outside a given home directory. */
const homeVariables = /^(XDG_.*_HOME|APPDATA|LOCALAPPDATA)$/i

/** With a `home` other than the user's own, nothing of the user's is read or written through environment variables. */
export function thisPlatform(home?: string, env: Platform['env'] = process.env): Platform {
  const real = homeDirectory()
  if (home === undefined || resolve(home) === resolve(real)) return { system: thisSystem, home: real, env }
  const kept = Object.entries(env).filter(([name]) => !homeVariables.test(name))
  return { system: thisSystem, home: resolve(home), env: Object.fromEntries(kept) }
}

/**
 * As `homedir` finds it, except that an empty or relative HOME does not count: with one, files of the current directory would be the
 * user's own. `node:os` is loaded only without the variable: that takes 0.3 ms of every event.
 */
export function homeDirectory(): string {
  const { HOME } = process.env
  if (thisSystem !== 'win32' && HOME !== undefined && isAbsolute(HOME)) return HOME
  const found = homedir()
  return isAbsolute(found) ? found : userInfo().homedir
}
