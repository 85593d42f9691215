/** Those who want to hear of something. A listener's bug is the listener's: the decision stands. */

import { nearest } from './agents/suggest.ts'
import { HooklineError } from './errors.ts'
import { kindOf } from './schema.ts'

type Listener<T> = (news: T) => void
export interface Listeners<T> {
  /** Returns the way to stop listening. */
  add(listener: Listener<T>): () => void
  tell(news: T): void
}
/** For the embedder's developer: what failed in code of theirs and changed no decision. Contract: never throws. */
export type Warn = (message: string, cause: unknown) => void

export function createListeners<T>(): Listeners<T> {
  const listeners = new Set<Listener<T>>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(news) {
      for (const listener of listeners) {
        try {
          listener(news)
        } catch {
          // Whoever wants to hear of it hands over a `contained` one.
        }
      }
    },
  }
}

/** The same function, whose exception or rejection is told once and harms nobody. */
export function contained<T>(heard: (news: T) => unknown, who: string, warn: Warn = () => {}): Listener<T> {
  let told = false
  const fault = (thrown: unknown) => {
    if (!told) warn(`${who} failed, and no decision changed by it: ${wordsOf(thrown)}`, thrown)
    told = true
  }
  return (news) => {
    try {
      const result = heard(news)
      // An `async` function fails later, and unheard that would end the process.
      if (result instanceof Promise) result.catch(fault)
    } catch (thrown) {
      fault(thrown)
    }
  }
}

const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** `on`: each subject with the way to listen to it. Another word is misuse, never taken for one of them. */
export function listening(subjects: Readonly<Record<string, (listener: never) => () => void>>, warn?: Warn) {
  return (what: string, listener: Listener<never>): (() => void) => {
    const add = Object.hasOwn(subjects, what) ? subjects[what] : undefined
    if (add === undefined) throw new HooklineError('bad-option', unknownSubject(what, Object.keys(subjects)))
    if (typeof listener !== 'function')
      throw new HooklineError('bad-option', `hooks.on("${what}") needs a function, not ${kindOf(listener)}.`)
    return add(contained(listener, `A listener of "${what}"`, warn) as never)
  }
}

function unknownSubject(what: unknown, subjects: readonly string[]): string {
  const near = nearest(String(what), subjects)
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  return `hooks.on() knows ${subjects.map((one) => `"${one}"`).join(' and ')}, not ${JSON.stringify(what)}.${hint}`
}
