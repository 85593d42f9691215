/** The end of an event: its own deadline, or the host's signal. */
import type { Ask } from '../../ports.ts'

/** Ends a question when its event ends, even if no answer came. */
export const endWithEvent =
  (onAsk: Ask): Ask =>
  (question) =>
    new Promise((resolve, reject) => {
      question.signal.throwIfAborted()
      question.signal.addEventListener('abort', () => reject(question.signal.reason), { once: true })
      Promise.resolve(onAsk(question)).then(resolve, reject)
    })

/** A timer with a longer delay would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

export interface Deadline {
  readonly signal: AbortSignal
  end(): void
}

/**
 * Combines the event's own deadline with the host's signal. Both signals are made when a hook first reads this one: for the
 * first signal of a process Node takes most of a millisecond, and most events have no hook.
 */
export function startDeadline(ms: number, findHost: () => AbortSignal | undefined = () => undefined): Deadline {
  const started = performance.now()
  let made: Deadline | undefined
  return {
    get signal() {
      made ??= combine(ms, Math.max(0, ms - (performance.now() - started)), findHost())
      return made.signal
    },
    end: () => made?.end(),
  }
}

function combine(ms: number, leftMs: number, host: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const abort = () => controller.abort(new Error('the host cancelled the event'))
  const late = () => controller.abort(new Error(`the event had no answer within ${Math.round(ms / 100) / 10} s`))
  const timer = setTimeout(late, Math.min(leftMs, MAX_TIMER_MS))
  host?.addEventListener('abort', abort, { once: true })
  if (host?.aborted === true) abort()
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer)
      host?.removeEventListener('abort', abort)
    },
  }
}
