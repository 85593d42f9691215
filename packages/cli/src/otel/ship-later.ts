/** Starts the process that sends telemetry, if this process has spooled some and none is running. An event never waits for the network. */
import { claimShipping } from '@hookline/core/otel'
import { thisPlatform } from '@hookline/core/team'
import type { Io } from '../io.ts'
import { startLater } from '../machine/start-later.ts'

type Environment = Io['env']

/** `env` is the caller's: headers may name its variables. `prepare` gives the environment of the process, if there is one to start. */
export function shipLater(env: Environment, prepare = (whole: Environment): Environment => whole): void {
  if (claimShipping(thisPlatform())) startLater(['otel', 'ship', '--while-active'], prepare(env))
}
