// Counts and times for each kind of fault.
import { faults } from './faults.mjs'
import { createHistogram, ways } from './ledger.mjs'

/** Signals and exit codes are one kind each. */
export const kindOf = ({ name }) =>
  name.replace(/^exits with (?!2$)\d+$/, 'exits with another code').replace(/^ends by SIG\w+$/, 'ends by a signal')

export function createKinds() {
  const kinds = new Map(
    faults.map((fault) => [
      kindOf(fault),
      { id: fault.id, counts: Object.fromEntries(ways.map((way) => [way, 0])), times: createHistogram() },
    ]),
  )
  return {
    /** Only times of the library: the others begin with the start of a program. */
    add(fault, way, ms) {
      const kind = kinds.get(kindOf(fault))
      kind.counts[way] += 1
      if (way === 'library') kind.times.add(ms)
    },
    rows: () => [...kinds].map(([name, kind]) => ({ name, ...kind })),
  }
}
