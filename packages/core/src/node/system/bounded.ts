/**
 * Runs code that may hold the thread, and ends it when its time is over. The clock is a thread of Node's own (the `timeout` of
 * `vm`), so it also ends a loop, an expression or a wait that never gives the thread back. It does not end a call of the system.
 */
import { Script } from 'node:vm'
import type { Bound } from '../../ports.ts'

/** Where the script finds what to call: it shares nothing else with us. */
const key = Symbol.for('hookline.bounded')
const LONGEST_MS = 2 ** 31 - 1
let script: Script | undefined

export const bounded: Bound = (act, ms) => {
  script ??= new Script('globalThis[Symbol.for("hookline.bounded")]()')
  const outer = Object.getOwnPropertyDescriptor(globalThis, key)
  let done: { readonly value: ReturnType<typeof act> } | undefined
  const value = () => {
    done = { value: act() }
  }
  Object.defineProperty(globalThis, key, { value, configurable: true })
  try {
    script.runInThisContext({ timeout: Math.min(LONGEST_MS, Math.max(1, Math.floor(ms))) })
  } catch (error) {
    if (!isTimeout(error)) throw error
  } finally {
    if (outer === undefined) Reflect.deleteProperty(globalThis, key)
    else Object.defineProperty(globalThis, key, outer)
  }
  return done ?? 'held'
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
