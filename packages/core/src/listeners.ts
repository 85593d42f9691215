/** Listeners of records and of changes. A failing listener never changes a decision. */

import { nearest } from './agents/suggest.ts'
import { HooklineError } from './errors.ts'
import { kindOf } from './schema.ts'

type Listener<T> = (news: T) => void
export interface Listeners<T> {
  /** Returns a function that removes the listener. */
  add(listener: Listener<T>): () => void
  notify(news: T): void
}
/** Reports a failure in the embedder's own code, which changed no decision. Contract: never throws. */
export type Warn = (message: string, cause: unknown) => void

export function createListeners<T>(): Listeners<T> {
  const listeners = new Set<Listener<T>>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify(news) {
      for (const listener of listeners) {
        try {
          listener(news)
        } catch {
          // `catchFailures` reports it, where the listener was wrapped in it.
        }
      }
    },
  }
}

/** Wraps a function so that its exception or rejection is reported once and goes no further. */
export function catchFailures<T>(listen: (news: T) => unknown, who: string, warn: Warn = () => {}): Listener<T> {
  let reported = false
  const fault = (thrown: unknown) => {
    if (!reported) warn(`${who} failed, and no decision changed by it: ${messageOf(thrown)}`, thrown)
    reported = true
  }
  return (news) => {
    try {
      const result = listen(news)
      // An unhandled rejection would end the process.
      if (result instanceof Promise) result.catch(fault)
    } catch (thrown) {
      fault(thrown)
    }
  }
}

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** Makes `hooks.on`: each subject with the function that adds a listener to it. An unknown subject throws. */
export function subscribeTo(subjects: Readonly<Record<string, (listener: never) => () => void>>, warn?: Warn) {
  return (what: string, listener: Listener<never>): (() => void) => {
    const add = Object.hasOwn(subjects, what) ? subjects[what] : undefined
    if (add === undefined) throw new HooklineError('bad-option', unknownSubject(what, Object.keys(subjects)))
    if (typeof listener !== 'function')
      throw new HooklineError('bad-option', `hooks.on("${what}") needs a function, not ${kindOf(listener)}.`)
    // Each subject calls its listeners with its own type, which this table cannot express.
    return add(catchFailures(listener, `A listener of "${what}"`, warn) as never)
  }
}

function unknownSubject(what: unknown, subjects: readonly string[]): string {
  const near = nearest(String(what), subjects)
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  return `hooks.on() knows ${subjects.map((one) => `"${one}"`).join(' and ')}, not ${JSON.stringify(what)}.${hint}`
}
