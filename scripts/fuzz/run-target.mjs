// Runs the properties of a fuzz target on random inputs, and says the smallest input that breaks one.
import { serialize } from 'node:v8'
import fc from 'fast-check'

/** Of processor time, so that a busy machine does not matter. */
const LIMIT_MS = 1000

/** Processor time of this process. */
const spent = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** `slowest` is the most processor time that one input took. */
export async function runProperty({ arbitrary, check }, { runs, seed, limitMs = LIMIT_MS }) {
  let slowest = 0
  const property = fc.asyncProperty(arbitrary, async (input) => {
    const before = spent()
    await check(input)
    const took = spent() - before
    slowest = Math.max(slowest, took)
    if (took > limitMs) throw new Error(`it took ${Math.round(took)} ms of processor time`)
  })
  const result = await fc.check(property, { numRuns: runs, seed })
  return {
    runs: result.numRuns,
    slowest,
    ...(result.failed && {
      counterexample: result.counterexample?.[0],
      path: result.counterexamplePath,
      error: String(result.errorInstance?.message ?? result.errorInstance),
    }),
  }
}

/** `runs` is for each property. */
export async function runTarget({ name, properties }, { runs, seed }) {
  const results = []
  for (const [property, one] of Object.entries(properties))
    results.push({ target: name, property, ...(await runProperty(one, { runs, seed })) })
  return results
}

export function requires(condition, message) {
  if (!condition) throw new Error(message)
}

/** Reads twice: the first reading must not change the second. Not as JSON: parts of a reading are shared, and would be written out each time. */
export function requireSame(read) {
  requires(serialize(read()).equals(serialize(read())), 'it was read in two ways')
}
