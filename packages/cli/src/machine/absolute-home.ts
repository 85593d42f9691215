/** Removes a HOME that is empty or relative, so that `homedir()` reads the user's entry in the system instead. */
import { isAbsolute } from 'node:path'

const name = process.platform === 'win32' ? 'USERPROFILE' : 'HOME'

/** With a relative HOME, files of the current directory would count as the user's own, and run without trust. */
export function dropRelativeHome(env: NodeJS.ProcessEnv): void {
  const home = env[name]
  if (home !== undefined && !isAbsolute(home)) delete env[name]
}
