// Interleaved timing: every round runs each contender once, so that a noisy moment affects all of them.
export async function rounds(contenders, count, warmUp) {
  const took = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let round = 0; round < warmUp + count; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      const started = performance.now()
      await run()
      if (round >= warmUp) took[name].push(performance.now() - started)
    }
  }
  return took
}

const at = (took, part) => [...took].sort((a, b) => a - b)[Math.min(took.length - 1, Math.floor(took.length * part))]
export const median = (took) => at(took, 0.5)
export const spread = (took) => ({ median: median(took), p95: at(took, 0.95) })
