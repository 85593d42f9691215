/** Waiting in tests is for a condition, never for a time. The limit only ends a test that hangs. */
import { setTimeout as sleep } from 'node:timers/promises'

const limitMs = 60_000 * Number(process.env.HOOKLINE_TEST_SCALE ?? 1)

/** Whether the condition becomes true. */
export async function eventually(test: () => boolean, withinMs = limitMs): Promise<boolean> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(10)) if (test()) return true
  return test()
}

/** Throws if the condition does not become true. */
export async function until(test: () => boolean): Promise<void> {
  if (!(await eventually(test))) throw new Error(`not true after ${limitMs} ms: ${test}`)
}

/** How much processor time this process needs for something, in milliseconds: other processes do not change it much. */
export async function processorMs(act: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
