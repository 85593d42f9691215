/** Moves a new file into the place of another, in one step. */
import { renameSync } from 'node:fs'
import { codeOf } from './code-of.ts'

/** How long another program may keep the old file open. */
const LONGEST_WAIT_MS = 1000

/** What Windows answers while another program, such as a virus scanner, has a file open or is deleting it. */
export const isInUse = (error: unknown): boolean =>
  process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error))

/** May throw file system errors. Windows does not replace a file that another program has open, so it is tried again there. */
export function replaceFile(temporary: string, file: string): void {
  for (const started = performance.now(); ; sleep(20)) {
    try {
      renameSync(temporary, file)
      return
    } catch (error) {
      if (!isInUse(error) || performance.now() - started > LONGEST_WAIT_MS) throw error
    }
  }
}

const sleeping = new Int32Array(new SharedArrayBuffer(4))
const sleep = (ms: number): void => void Atomics.wait(sleeping, 0, 0, ms)
