// The time limits of tests, in one place. A limit only ends a test that hangs, so it grows with how slow the machine is now.
import { spawnSync } from 'node:child_process'

/** What `node -e 0` takes on a machine that is not busy. */
const USUAL_START_MS = 60
const MAX_SCALE = 8

/** How many times slower than usual programs start here: 1 to 8. Measured once, and handed to the processes of the tests. */
function measureScale() {
  const times = [1, 2, 3].map(() => {
    const began = performance.now()
    spawnSync(process.execPath, ['-e', '0'], { env: {} })
    return performance.now() - began
  })
  return Math.min(MAX_SCALE, Math.max(1, times.toSorted((a, b) => a - b)[1] / USUAL_START_MS))
}

process.env.HOOKLINE_TEST_SCALE ??= measureScale().toFixed(2)

export const scaled = (ms) => Math.round(ms * Number(process.env.HOOKLINE_TEST_SCALE))
/** For one test, and for what runs before and after it. */
export const TEST_MS = Math.min(scaled(300_000), 1_200_000)
/** For a condition that a test waits for. */
export const WAIT_MS = scaled(60_000)
