/** Tries whether a hook can be parked: starts it, lets it wait without an event, then sends one (CONTRACT §5, parked hooks). */
import { setTimeout as sleep } from 'node:timers/promises'
import { type SpawnRequest, withoutPayload } from '../../runners/command.ts'
import { createFifos } from './fifos.ts'
import { memoryDirectories } from './memory-directory.ts'
import { createParked } from './parked.ts'
import { supervise } from './supervise.ts'
import { killRemaining } from './tree.ts'

/**
 * `waits`: it did nothing that shows before it got its event, and then read it. `output`: it printed something before.
 * `ended`: it ended before. `unread`: it did not read its event. `variables-file`: it is given a file for variables, and was not
 * started. `unsupported`: this system cannot park.
 */
export type ProbeResult = 'waits' | 'output' | 'ended' | 'unread' | 'variables-file' | 'unsupported'

/** `onWaited` is called after the wait, before the event is sent. */
export async function probeHook(request: SpawnRequest, waitMs: number, onWaited: () => void): Promise<ProbeResult> {
  if (request.variablesFile !== undefined) return 'variables-file'
  // It is never parked, and never started without its sandbox.
  if (request.confine !== undefined) return 'unsupported'
  const fifos = createFifos(memoryDirectories(), undefined, 0)
  const parked = createParked(fifos, { max: 1 })
  const parkable: SpawnRequest = {
    ...request,
    env: withoutPayload(request.env),
    park: { hook: 'probe', stamp: '', stampNow: () => '' },
  }
  try {
    if ((await fifos.refill(3)) === false) return 'unsupported'
    parked.refill(parkable)
    await sleep(waitMs)
    onWaited()
    const taken = parked.take(parkable)
    if (taken === undefined) return parked.newlyBlocked(parkable) ?? 'unsupported'
    await supervise(taken.child, taken.outlets, parkable, () => void killRemaining(taken.id))
    return taken.hasRead() ? 'waits' : 'unread'
  } finally {
    await parked.close()
    await fifos.close()
  }
}
