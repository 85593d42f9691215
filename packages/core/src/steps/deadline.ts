/** The end of an event: its own deadline, or the host's signal. */
import type { Ask } from '../ports.ts'

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

/** Combines the event's own deadline with the host's signal. */
export function startDeadline(
  ms: number,
  host: AbortSignal | undefined,
): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const abort = () => controller.abort(new Error('the host cancelled the event'))
  const late = () => controller.abort(new Error(`the event had no answer within ${Math.round(ms / 100) / 10} s`))
  const timer = setTimeout(late, Math.min(ms, MAX_TIMER_MS))
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
