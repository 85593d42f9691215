/** stdout and stderr written by the system call itself: Node's streams cost 5 ms at every start of a command. */
import { writeSync } from 'node:fs'
import type { Output } from '../io.ts'

interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
}

/** `terminal` is asked only by commands that look at it. */
export function directOutput(descriptor: 1 | 2 | 3, terminal: () => Terminal): Output {
  let gone = false
  return {
    /** False after the reader has gone. */
    write(text: string) {
      if (!gone) gone = !writeAll(descriptor, text)
      return !gone
    },
    get isTTY() {
      return terminal().isTTY === true
    },
    get columns() {
      return terminal().columns ?? 80
    },
  }
}

/** False after the reader has gone (`hookline list | head`). Can throw what the disk throws. */
function writeAll(descriptor: number, text: string): boolean {
  let left = Buffer.from(text)
  while (left.length > 0) {
    try {
      left = left.subarray(writeSync(descriptor, left))
    } catch (thrown) {
      const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
      if (code === 'EPIPE') return false
      if (code !== 'EAGAIN') throw thrown
      pause()
    }
  }
  return true
}

/** Another process that shares the pipe made it non-blocking, and it is full: its reader needs a moment. */
const pause = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
