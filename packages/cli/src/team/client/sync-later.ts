/** Starts what keeps team hooks up to date in a separate process, so that an event never waits for the network. Never throws, because the event is already decided. */
import { claimSync, claimWatch, thisPlatform } from '@hookline/core/team'
import type { Io } from '../../io.ts'
import { startLater } from '../../machine/start-later.ts'

/** Its value `off` stops the watcher. The usual sync remains. */
const switchName = 'HOOKLINE_TEAM_WATCH'

type Environment = Io['env']

/** `env` is the caller's. `prepare` gives the environment of the process, if there is one to start. The watcher also does the syncs that are due. */
export function syncLater(env: Environment, prepare = (whole: Environment): Environment => whole): void {
  const platform = thisPlatform()
  if (env[switchName] !== 'off' && claimWatch(platform)) startLater(['team', 'watch'], prepare(env))
  else if (claimSync(platform)) startLater(['team', 'sync', '--quiet'], prepare(env))
}
