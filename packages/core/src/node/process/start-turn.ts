/**
 * At most one process is started in each turn of the event loop. To start one, Node waits until the child has begun to run
 * its program: on a busy machine that takes tens of milliseconds, and several in one turn delay every timeout by their sum.
 * Worse, libuv handles all children that have ended before it goes on. Where the end of one hook leads to the start of the next,
 * more of them end meanwhile, and the turn never ends: no timer fires any more.
 */
const waiting: (() => void)[] = []
let isTaken = false

/** Undefined: start now. */
export function waitForStartTurn(): Promise<void> | undefined {
  if (isTaken) return new Promise((resolve) => waiting.push(resolve))
  take()
  return undefined
}

function take(): void {
  isTaken = true
  setImmediate(giveNext)
}

function giveNext(): void {
  const next = waiting.shift()
  isTaken = false
  if (next === undefined) return
  take()
  next()
}
