/** Proofs that were used already, for as long as they would be valid. Bounded: when it is full the strict side is taken. */
import { Refusal } from '../refusal.ts'
import { type Proof, windowMs } from './prove.ts'

export interface Replays {
  /** Throws where this one was seen; else it is seen from now on. */
  refuse(machine: string, proof: Proof, now: number): void
}

export function createReplays(most = 200_000): Replays {
  // A proof is valid in a window before and after its time: two spans of that length hold all that are.
  let [current, before] = [new Set<string>(), new Set<string>()]
  let since = 0
  return {
    refuse(machine, { ms, signature }, now) {
      if (now - since > 2 * windowMs) {
        before = now - since > 4 * windowMs ? new Set() : current
        current = new Set()
        since = now
      }
      const key = `${machine}.${ms}.${signature.toString('base64url', 0, 24)}`
      if (current.has(key) || before.has(key)) throw new Refusal('unauthenticated', 'this proof was used already')
      if (current.size >= most) throw new Refusal('too-many', 'too many requests of machines at once', 60)
      current.add(key)
    },
  }
}
