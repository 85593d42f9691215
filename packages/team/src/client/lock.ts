/** One sync of a team at a time on this machine. A lock whose process is gone is taken over. */
import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeDirectory } from '@hookline/core/team'
import { TeamError } from './failure.ts'

export interface Held {
  /** False once somebody took it for dead: nothing may be changed any more. */
  isHeld(): boolean
  release(): void
}

/** No sync takes as long: whoever holds it longer was asleep, and is told by `isHeld`. */
const staleMs = 10 * 60_000

export async function takeLock(file: string, waitMs: number): Promise<Held> {
  makeDirectory(dirname(file))
  const mark = `${process.pid}.${randomBytes(8).toString('hex')}`
  const until = Date.now() + waitMs
  for (;;) {
    if (tryCreate(file, mark)) return held(file, mark)
    breakStale(file)
    if (Date.now() > until)
      throw new TeamError('busy', 'another sync of this team has been running for a while; try again later')
    await pause(20 + Math.random() * 30)
  }
}

function held(file: string, mark: string): Held {
  const isHeld = () => read(file) === mark
  return {
    isHeld,
    release() {
      if (isHeld()) rmSync(file, { force: true })
    },
  }
}

/** With its content from the start: an empty lock could not be told from one whose writer died. */
function tryCreate(file: string, mark: string): boolean {
  const draft = `${file}.${mark}`
  writeFileSync(draft, mark, { flag: 'wx', mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw thrown
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Moved away under a name of its own, then looked at again: a living one that came in between is put back. */
function breakStale(file: string): void {
  const found = read(file)
  if (found === undefined || !isStale(file, found)) return
  const aside = `${file}.${randomBytes(8).toString('hex')}.old`
  try {
    renameSync(file, aside)
    if (read(aside) !== found) linkSync(aside, file)
  } catch {
    // Somebody else was faster; who lost the lock sees it by `isHeld`.
  }
  rmSync(aside, { force: true })
}

function isStale(file: string, mark: string): boolean {
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (age > staleMs) return true
  return !isAlive(Number.parseInt(mark, 10))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
