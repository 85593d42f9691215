/** Says why nothing can be approved or turned off here: an agent must not let its own calls through. */

import { canAsk } from '../confirm.ts'
import type { Io } from '../io.ts'
import { findAgentAncestor, processReader } from '../machine/ancestors.ts'

/** The message names neither a variable nor a program, because an agent may read it. */
export function whyNotHere(io: Io, grants: boolean, done = 'approved'): string | undefined {
  const read = processReader()
  const ancestor = read === undefined ? undefined : findAgentAncestor(process.pid, read)
  if (ancestor === 'unknown') return `Hookline cannot find out which program started it, so nothing is ${done} here.`
  if (ancestor !== undefined)
    return `an agent started this process, so nothing can be ${done} here. Run it in a terminal that is not the agent's.`
  return grants && !canAsk(io) ? 'it needs a terminal. Run it in your own terminal.' : undefined
}
