/** Tests an expression that only V8 can run, for at most 50 ms: look-around and back-references may backtrack for ever. */
import { createContext, Script } from 'node:vm'
import type { SlowTest } from '../ports.ts'

const LIMIT_MS = 50
let context: { pattern?: string | RegExp; subject?: string; flags?: string } | undefined
let script: Script | undefined

/** Over the limit it counts as a match: the hook runs. */
export const slowTest: SlowTest = (pattern, subject, flags = '') => {
  context ??= createContext({}) as NonNullable<typeof context>
  script ??= new Script('(typeof pattern === "string" ? new RegExp(pattern, flags) : pattern).test(subject)')
  context.pattern = pattern
  context.subject = subject
  context.flags = flags
  try {
    return script.runInContext(context, { timeout: LIMIT_MS }) as boolean
  } catch {
    return true
  }
}
