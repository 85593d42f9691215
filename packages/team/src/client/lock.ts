/** One sync of a team at a time on this machine. A lock whose process is gone is taken over. */
import { randomBytes } from 'node:crypto'
import { linkSync, lstatSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readRegularText } from '@hookline/core/files'
import { makeDirectory } from '@hookline/core/team'
import { TeamError } from './failure.ts'

export interface Held {
  /** False once somebody took it for dead: nothing may be changed any more. */
  isHeld(): boolean
  release(): void
}

/** No sync takes as long: whoever holds it longer was asleep, and is told by `isHeld`. */
const staleMs = 10 * 60_000

/** Taking it over is a moment's work, unless the disk does not let us. */
const takingMs = 5000

export interface LockOptions {
  /** After the wait it is taken from whoever has it: for what a person wants done now. */
  readonly takesOver?: boolean
}

export async function takeLock(file: string, waitMs: number, { takesOver = false }: LockOptions = {}): Promise<Held> {
  const mark = `${process.pid}.${randomBytes(8).toString('hex')}`
  const until = Date.now() + waitMs
  for (;;) {
    if (tryCreate(file, mark)) return held(file, mark)
    const isLate = Date.now() > until
    breakLock(file, takesOver && isLate)
    if (isLate && (!takesOver || Date.now() > until + takingMs))
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
  try {
    makeDirectory(dirname(file))
    writeFileSync(draft, mark, { flag: 'wx', mode: 0o600 })
    linkSync(draft, file)
    return true
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    // Whoever just left the team took the directory along: once more.
    if (code === 'ENOENT') return false
    if (code !== 'EEXIST') throw thrown
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false)
      throw new TeamError('local', `${file} is no file: whatever it is, remove it`)
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Moved away under a name of its own, then looked at again: a living one that came in between is put back. */
function breakLock(file: string, anyway: boolean): void {
  const found = read(file)
  if (found === undefined || !(anyway || isStale(file, found))) return
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

const read = (file: string): string | undefined => readRegularText(file)
