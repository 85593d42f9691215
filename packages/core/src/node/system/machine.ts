/** Describes this machine: its system, home directory and environment. */
import { homedir, userInfo } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import type { Platform } from '../../ports.ts'
import { thisSystem } from './platform.ts'

/** As `homedir` finds it. `node:os` is loaded only without the variable: that takes 0.3 ms of every event. */
export const homeDirectory = (): string => (thisSystem !== 'win32' && process.env.HOME) || homedir()

/** Variables that would point outside a given home directory. */
const homeVariables = /^(XDG_.*_HOME|APPDATA|LOCALAPPDATA)$/i

/** With a `home` other than the user's own, nothing of the user's is read or written through environment variables. */
export function thisPlatform(home?: string, env: Platform['env'] = process.env): Platform {
  const real = homeDirectory()
  if (home === undefined || resolve(home) === resolve(real)) return { system: thisSystem, home: real, env }
  const kept = Object.entries(env).filter(([name]) => !homeVariables.test(name))
  return { system: thisSystem, home: resolve(home), env: Object.fromEntries(kept) }
}

/** Ignores an empty or relative HOME: with one, files of the current directory would count as the user's own. */
export function homeDirectory(): string {
  const home = homedir()
  return isAbsolute(home) ? home : userInfo().homedir
}
