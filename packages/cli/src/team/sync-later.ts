/** Starts what keeps team hooks up to date in a separate process, so that an event never waits for the network. Never throws, because the event is already decided. */
import { spawn } from 'node:child_process'
import { claimSync, claimWatch, thisPlatform } from '@hookline/core/team'
import type { Io } from '../io.ts'

/** Its value `off` stops the watcher. The usual sync remains. */
const switchName = 'HOOKLINE_TEAM_WATCH'

type Environment = Io['env']

/** `env` is the caller's. `prepare` gives the environment of the process, if there is one to start. The watcher also does the syncs that are due. */
export function syncLater(env: Environment, prepare = (whole: Environment): Environment => whole): void {
  const platform = thisPlatform()
  if (env[switchName] !== 'off' && claimWatch(platform)) start(['team', 'watch'], prepare(env))
  else if (claimSync(platform)) start(['team', 'sync', '--quiet'], prepare(env))
}

function start(args: readonly string[], env: Environment): void {
  const command = process.argv[1]
  if (command === undefined) return
  try {
    const child = spawn(process.execPath, [command, ...args], { detached: true, stdio: 'ignore', env })
    child.on('error', () => {})
    child.unref()
  } catch {
    // The machine cannot start another process. The next event after the interval tries again.
  }
}
