/** Describes this machine: its system, home directory and environment. */
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { Platform } from '../../ports.ts'
import { thisSystem } from './platform.ts'

/** Variables that would point outside a given home directory. */
const homeVariables = /^(XDG_.*_HOME|APPDATA|LOCALAPPDATA)$/i

/** With a `home` other than the user's own, nothing of the user's is read or written through environment variables. */
export function thisPlatform(home?: string, env: Platform['env'] = process.env): Platform {
  const real = homedir()
  if (home === undefined || resolve(home) === resolve(real)) return { system: thisSystem, home: real, env }
  const kept = Object.entries(env).filter(([name]) => !homeVariables.test(name))
  return { system: thisSystem, home: resolve(home), env: Object.fromEntries(kept) }
}
