/** Reads lines from stdin. Messages and answers share one reader, so that no line is lost between them. */
import { createInterface, type Interface } from 'node:readline'
import type { Io } from '../io.ts'

export interface LineReader {
  /** Returns undefined at the end of the input, and when the signal aborts. */
  next(prompt: string, signal: AbortSignal): Promise<string | undefined>
  close(): void
}

export function createLineReader(io: Io): LineReader {
  const unread: string[] = []
  let wake: () => void = () => {}
  let reader: Interface | undefined
  let ended = false
  const open = () => {
    // With `terminal: false` the system handles line editing, and Ctrl-C still sends a signal.
    reader = createInterface({ input: io.stdin, terminal: false })
    reader.on('line', (line) => {
      unread.push(line)
      wake()
    })
    reader.on('close', () => {
      ended = true
      wake()
    })
  }
  return {
    async next(prompt, signal) {
      if (reader === undefined) open()
      if (io.stdin.isTTY === true) io.stderr.write(prompt)
      const onAbort = () => wake()
      signal.addEventListener('abort', onAbort)
      while (unread.length === 0 && !ended && !signal.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      signal.removeEventListener('abort', onAbort)
      return signal.aborted ? undefined : unread.shift()
    },
    close: () => reader?.close(),
  }
}
