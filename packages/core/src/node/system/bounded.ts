/**
 * Runs code that may block the thread, and stops it after a time limit. The timer is Node's own thread (the `timeout` of `vm`),
 * so it also stops an endless loop, regular expression or wait. It does not interrupt a system call.
 */
import { Script } from 'node:vm'
import type { Bound } from '../../ports.ts'

/** The global under which the script finds the function to call; the two share nothing else. */
const key = Symbol.for('hookline.bounded')
const MAX_TIMEOUT_MS = 2 ** 31 - 1
let script: Script | undefined

export const runWithTimeLimit: Bound = (act, ms) => {
  script ??= new Script('globalThis[Symbol.for("hookline.bounded")]()')
  const outer = Object.getOwnPropertyDescriptor(globalThis, key)
  let done: { readonly value: ReturnType<typeof act> } | undefined
  const value = () => {
    done = { value: act() }
  }
  Object.defineProperty(globalThis, key, { value, configurable: true })
  try {
    script.runInThisContext({ timeout: Math.min(MAX_TIMEOUT_MS, Math.max(1, Math.floor(ms))) })
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
