/** One process at a time: a lock file that names its holder, and that outlives nobody. */
import { linkSync, lstatSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { readRegular } from '@hookline/core/files'

/** Nothing holds it longer than a few milliseconds: one this old was left behind, whoever has its number now. */
const STALE_MS = 10_000

/** `work` runs to its end before anybody else's begins, so it must not wait for anything. */
export async function locked<T>(lock: string, signal: AbortSignal, work: () => T): Promise<T> {
  const own = `${lock}.${process.pid}.${Math.random().toString(36).slice(2)}`
  writeFileSync(own, String(process.pid), { flag: 'wx', mode: 0o600 })
  try {
    while (!taken(own, lock)) {
      if (isLeftBehind(lock)) breakUp(lock)
      await wait(1 + Math.random() * 4, undefined, { signal })
    }
    try {
      return work()
    } finally {
      rmSync(lock, { force: true })
    }
  } finally {
    rmSync(own, { force: true })
  }
}

/** A link appears whole, with the holder's number in it, or not at all. */
function taken(own: string, lock: string): boolean {
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isLeftBehind(lock: string): boolean {
  const found = lstatSync(lock, { throwIfNoEntry: false })
  if (found === undefined) return false
  // A lock of ours is a file.
  if (!found.isFile()) return true
  const holder = readRegular(lock, 64)
  if (holder.kind === 'missing') return false
  return Date.now() - found.ctimeMs > STALE_MS || holder.kind !== 'bytes' || !isAlive(Number(holder.bytes.toString()))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Two that see the same lock left behind must not remove each other's new one: only one of them may look again and remove. */
function breakUp(lock: string): void {
  const mark = `${lock}.break`
  try {
    writeFileSync(mark, '', { flag: 'wx', mode: 0o600 })
  } catch {
    const found = statSync(mark, { throwIfNoEntry: false })
    if (found !== undefined && Date.now() - found.ctimeMs > STALE_MS) rmSync(mark, { force: true })
    return
  }
  try {
    if (isLeftBehind(lock)) rmSync(lock, { force: true })
  } finally {
    rmSync(mark, { force: true })
  }
}
