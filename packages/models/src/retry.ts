/** Tries again where the endpoint says that it may help: a few times, as late as it asks, never past the caller's time. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Failure } from './failure.ts'

const MOST_TRIES = 3
const FIRST_WAIT_MS = 500

export type Tried<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

export async function retrying<T>(
  act: () => Promise<T>,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  read: (error: unknown) => Failure,
): Promise<Tried<T>> {
  const until = performance.now() + timeoutMs
  for (let tries = 1; ; tries++) {
    const tried = await once(act, read)
    if (tried.ok || tried.failure.again === undefined || tries === MOST_TRIES) return tried
    const pause = tried.failure.again.afterMs ?? FIRST_WAIT_MS * 2 ** (tries - 1)
    if (performance.now() + pause >= until) return tooLate(tried.failure, pause)
    const interrupted = await wait(pause, false, { signal }).catch(() => true)
    if (interrupted) return { ok: false, failure: { code: 'timeout', message: tried.failure.message } }
  }
}

async function once<T>(act: () => Promise<T>, read: (error: unknown) => Failure): Promise<Tried<T>> {
  try {
    return { ok: true, value: await act() }
  } catch (error) {
    return { ok: false, failure: read(error) }
  }
}

const tooLate = ({ code, message }: Failure, pause: number): Tried<never> => ({
  ok: false,
  failure: {
    code,
    message: `${message}; it asks to wait ${Math.ceil(pause / 100) / 10} s, longer than the hook has`,
  },
})
