/** Lets one process work at a time, with a lock file that names its holder. If the holder has ended, another process takes the lock over. */
import { closeSync, lstatSync, openSync, rmSync, statSync, unlinkSync, writeSync } from 'node:fs'
import { codeOf } from '../system/code-of.ts'
import { isRunning, ownMark } from '../system/process-mark.ts'
import { readRegular } from '../system/regular-file.ts'
import { isInUse } from '../system/replace-file.ts'

/** A holder needs less than a millisecond. After this time `withLock` throws, unless its caller can wait longer. */
const LONGEST_WAIT_MS = 3000
/** The process may be on another host or in another namespace, or its number given to another one since. Then only the age counts. */
const OLD_MS = 10_000
/** A lock without a name was just created, or its holder was killed before it wrote one. */
const NAMELESS_MS = 1000
/** After a suspended machine wakes up, a lock is old and its holder is alive: it gets this long to finish. */
const LEAST_WAIT_MS = 500

/** `work` must not wait for anything, because other processes block their thread while they wait for the lock. Errors of the disk are thrown. */
export function withLock<T>(lock: string, work: () => T, longestWaitMs = LONGEST_WAIT_MS): T {
  acquire(lock, longestWaitMs)
  try {
    return work()
  } finally {
    release(lock)
  }
}

function acquire(lock: string, longestWaitMs: number): void {
  const started = performance.now()
  while (!tryToTake(lock)) {
    const waited = performance.now() - started
    if (isLeftBehind(lock, waited)) breakUp(lock, waited, longestWaitMs)
    else if (waited > longestWaitMs) throw new Error(`${lock} is held by another process`)
    sleep(0.2 + Math.random())
  }
}

/** `rmSync` takes several times as long. */
function release(lock: string): void {
  try {
    unlinkSync(lock)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

function tryToTake(lock: string): boolean {
  try {
    const descriptor = openSync(lock, 'wx', 0o600)
    try {
      writeSync(descriptor, ownMark())
    } finally {
      closeSync(descriptor)
    }
    return true
  } catch (error) {
    // Windows: the holder is deleting it.
    if (codeOf(error) === 'EEXIST' || isInUse(error)) return false
    throw error
  }
}

function isLeftBehind(lock: string, waited: number): boolean {
  const found = lstatSync(lock, { throwIfNoEntry: false })
  if (found === undefined) return false
  // A lock of Hookline is always a regular file.
  if (!found.isFile()) return true
  const holder = readRegular(lock, 512)
  if (holder.kind === 'missing') return false
  const age = Date.now() - found.ctimeMs
  if (holder.kind !== 'bytes' || holder.bytes.length === 0) return age > NAMELESS_MS
  if (isRunning(holder.bytes.toString('utf8')) === false) return true
  return age > OLD_MS && waited > LEAST_WAIT_MS
}

/** Only one process may check an old lock again and remove it, so that no process removes the new lock of another. */
function breakUp(lock: string, waited: number, longestWaitMs: number): void {
  const breaking = `${lock}.break`
  try {
    closeSync(openSync(breaking, 'wx', 0o600))
  } catch {
    const found = statSync(breaking, { throwIfNoEntry: false })
    if (found !== undefined && Date.now() - found.ctimeMs > OLD_MS) rmSync(breaking, { force: true })
    if (waited > longestWaitMs) throw new Error(`${lock} was left behind and cannot be removed`)
    return
  }
  try {
    if (isLeftBehind(lock, waited)) rmSync(lock, { force: true })
  } finally {
    rmSync(breaking, { force: true })
  }
}

const sleeping = new Int32Array(new SharedArrayBuffer(4))
const sleep = (ms: number): void => void Atomics.wait(sleeping, 0, 0, ms)
