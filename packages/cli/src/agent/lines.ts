/** The lines a person types, or a program writes. One reader for messages and answers, so that no line is lost between them. */
import { createInterface, type Interface } from 'node:readline'
import type { Io } from '../io.ts'

export interface Lines {
  /** Undefined at the end, and when the wait is cancelled. */
  next(prompt: string, signal: AbortSignal): Promise<string | undefined>
  close(): void
}

export function readLines(io: Io): Lines {
  const waiting: string[] = []
  let wake: () => void = () => {}
  let reader: Interface | undefined
  let ended = false
  const open = () => {
    // Without `terminal` the system edits the line and Ctrl-C stays a signal.
    reader = createInterface({ input: io.stdin, terminal: false })
    reader.on('line', (line) => {
      waiting.push(line)
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
      const stop = () => wake()
      signal.addEventListener('abort', stop)
      while (waiting.length === 0 && !ended && !signal.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      signal.removeEventListener('abort', stop)
      return signal.aborted ? undefined : waiting.shift()
    },
    close: () => reader?.close(),
  }
}
