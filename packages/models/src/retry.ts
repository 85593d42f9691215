/** Retries a request a few times when the failure may be temporary, after the delay that the endpoint asks for and within the caller's timeout. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Failure } from './failure.ts'

const MAX_ATTEMPTS = 3
const FIRST_DELAY_MS = 500

export type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

export async function retry<T>(
  send: () => Promise<T>,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  read: (error: unknown) => Failure,
): Promise<Attempt<T>> {
  const deadline = performance.now() + timeoutMs
  for (let count = 1; ; count++) {
    const attempt = await sendOnce(send, read)
    if (attempt.ok || attempt.failure.retry === undefined || count === MAX_ATTEMPTS) return attempt
    const pause = attempt.failure.retry.afterMs ?? FIRST_DELAY_MS * 2 ** (count - 1)
    if (performance.now() + pause >= deadline) return giveUp(attempt.failure, pause)
    const interrupted = await wait(pause, false, { signal }).catch(() => true)
    if (interrupted) return { ok: false, failure: { code: 'timeout', message: attempt.failure.message } }
  }
}

async function sendOnce<T>(send: () => Promise<T>, read: (error: unknown) => Failure): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await send() }
  } catch (error) {
    return { ok: false, failure: read(error) }
  }
}

const giveUp = ({ code, message }: Failure, pause: number): Attempt<never> => ({
  ok: false,
  failure: {
    code,
    message: `${message}; it asks to wait ${Math.ceil(pause / 100) / 10} s, which is more than the hook's timeout leaves`,
  },
})
