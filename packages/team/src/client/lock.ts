/** Allows one sync of a team at a time on this machine. Takes over the lock of a process that has ended. */
import { randomBytes } from 'node:crypto'
import { linkSync, lstatSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readRegularText } from '@hookline/core/files'
import { isRunning, makeDirectory, ownMark } from '@hookline/core/team'
import { TeamError } from './failure.ts'

export interface SyncLock {
  /** False as soon as another process has taken the lock. The caller must not change anything after that. */
  isOwned(): boolean
  release(): void
}

/** No sync takes this long. A process that has the lock for longer was suspended, and sees the loss by `isOwned`. */
const staleMs = 10 * 60_000

/** Taking a lock over is quick, unless the disk refuses it. */
const forceMs = 5000

export interface LockOptions {
  /** Takes the lock after the wait even if its owner is alive: for commands that a user is waiting for. */
  readonly force?: boolean
}

export async function takeLock(file: string, waitMs: number, { force = false }: LockOptions = {}): Promise<SyncLock> {
  const mark = `${ownMark()}.${randomBytes(8).toString('hex')}`
  const until = Date.now() + waitMs
  for (;;) {
    if (tryCreate(file, mark)) return createLock(file, mark)
    const hasWaited = Date.now() > until
    breakLock(file, force && hasWaited)
    if (hasWaited && (!force || Date.now() > until + forceMs))
      throw new TeamError('busy', 'another sync of this team is still running. Try again later')
    await pause(20 + Math.random() * 30)
  }
}

function createLock(file: string, mark: string): SyncLock {
  const isOwned = () => read(file) === mark
  return {
    isOwned,
    release() {
      if (isOwned()) rmSync(file, { force: true })
    },
  }
}

/** Creates the lock with its content in one step: an empty lock would look like one whose writer was killed. */
function tryCreate(file: string, mark: string): boolean {
  const draft = `${file}.${mark}`
  try {
    makeDirectory(dirname(file))
    writeFileSync(draft, mark, { flag: 'wx', mode: 0o600 })
    linkSync(draft, file)
    return true
  } catch (thrown) {
    // An error without a code is thrown again below.
    const { code } = thrown as NodeJS.ErrnoException
    // A logout has just removed the directory. Try again.
    if (code === 'ENOENT') return false
    if (code !== 'EEXIST') throw thrown
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false)
      throw new TeamError('local', `${file} is not a regular file. Remove it, then try again`)
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Moves the lock away under a unique name and reads it again. If another process took the lock in between, puts it back. */
function breakLock(file: string, force: boolean): void {
  const owner = read(file)
  if (owner === undefined || !(force || isStale(file, owner))) return
  const aside = `${file}.${randomBytes(8).toString('hex')}.old`
  try {
    renameSync(file, aside)
    if (read(aside) !== owner) linkSync(aside, file)
  } catch {
    // Another process was faster. The process that lost the lock sees it by `isOwned`.
  }
  rmSync(aside, { force: true })
}

function isStale(file: string, mark: string): boolean {
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  return age > staleMs || isRunning(mark) === false
}

const read = (file: string): string | undefined => readRegularText(file)
