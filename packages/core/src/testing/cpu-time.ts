/** Measures CPU time, which other processes on the machine change far less than time on the clock. */

/** The CPU time of `work` in milliseconds, the best of several runs. */
function measureCpu(work: () => unknown, runs = 3): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

/** Below this the measured time is mostly noise. */
const NOISE_MS = 5

/** How many times more CPU time `work` takes for eight times the length. About 8 is linear, 64 is quadratic. */
export function measureGrowth(work: (length: number) => unknown, length: number): number {
  work(length / 8)
  const small = Math.max(
    NOISE_MS,
    measureCpu(() => work(length / 8)),
  )
  return measureCpu(() => work(length), 2) / small
}

/** The most growth that a test accepts: well above linear, well below quadratic. */
export const LINEAR_GROWTH = 24
