/** How long code in this process may block the thread, and the result if it blocks longer. */
import type { Raw } from '../flow.ts'
import type { Bound } from '../ports.ts'

/** Half of the event's remaining time, so that later hooks can run and the reply is in time. */
export const maxBlockingTime = ({
  timeoutMs,
  until,
}: {
  readonly timeoutMs: number
  readonly until?: number | undefined
}): number =>
  Math.max(1, Math.floor(Math.min(timeoutMs, until === undefined ? timeoutMs : (until - performance.now()) / 2)))

export const blockedTooLong = (ms: number): Raw => ({
  end: { kind: 'timeout', afterMs: ms },
  stdout: '',
  stderr: 'it blocked the thread and was stopped',
  blockedThread: true,
})

/** For use without a clock outside the thread. */
export const unbound: Bound = (act) => ({ value: act() })
