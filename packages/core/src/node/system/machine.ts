/** The facts of this machine. */
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { Platform } from '../../ports.ts'
import { thisSystem } from './platform.ts'

/** Variables that would lead out of a home that was given on purpose. */
const ofHome = /^(XDG_.*_HOME|APPDATA|LOCALAPPDATA)$/i

/** With a `home` other than the person's own, nothing of theirs is read or written through the environment. */
export function thisPlatform(home?: string, env: Platform['env'] = process.env): Platform {
  const real = homedir()
  if (home === undefined || resolve(home) === resolve(real)) return { system: thisSystem, home: real, env }
  const kept = Object.entries(env).filter(([name]) => !ofHome.test(name))
  return { system: thisSystem, home: resolve(home), env: Object.fromEntries(kept) }
}
