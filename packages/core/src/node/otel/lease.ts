/** Lets one process of a user send. A process that was suspended for long loses the lease, and then sends no more. */
import { randomBytes } from 'node:crypto'
import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeDirectory } from '../system/make-directory.ts'
import { isRunning, ownMark } from '../system/process-mark.ts'
import { readRegularText } from '../system/regular-file.ts'
import { ageOf, leaseMs } from './paths.ts'

export interface Lease {
  /** Shows that this process runs. False as soon as another one sends, or the file is gone. */
  renew(): boolean
  end(): void
}

/** Undefined if another process sends. Of two that take it at once, the last one has it. */
export function takeLease(file: string): Lease | undefined {
  const holder = readRegularText(file)
  if (ageOf(file, Date.now()) < leaseMs && holder !== undefined && isRunning(holder) !== false) return undefined
  const mark = `${ownMark()} ${randomBytes(8).toString('hex')}`
  makeDirectory(dirname(file))
  writeFileSync(file, mark, { mode: 0o600 })
  const isOurs = () => readRegularText(file) === mark
  return {
    renew() {
      if (!isOurs()) return false
      utimesSync(file, new Date(), new Date())
      return true
    },
    end() {
      if (isOurs()) rmSync(file, { force: true })
    },
  }
}
