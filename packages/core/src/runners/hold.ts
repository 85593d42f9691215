/** How long code in this process may hold the thread, and what it is when it does not give it back. */
import type { Raw } from '../flow.ts'
import type { Bound, Job } from '../ports.ts'

/** Half of what is left of the event, so that those after it get their turn and the answer is in time. */
export const timeToHold = ({ timeoutMs, until }: Job): number =>
  Math.max(1, Math.floor(Math.min(timeoutMs, until === undefined ? timeoutMs : (until - performance.now()) / 2)))

export const heldFor = (ms: number): Raw => ({
  end: { kind: 'timeout', afterMs: ms },
  stdout: '',
  stderr: 'it held the thread and was stopped',
  blockedThread: true,
})

/** Where there is no clock outside the thread. */
export const unbound: Bound = (act) => ({ value: act() })
