/** A yes-or-no question to the person at the terminal. Anything but a yes is a no. */
import { createInterface } from 'node:readline'
import type { Io } from './io.ts'

export const canAsk = (io: Io): boolean => io.stdin.isTTY === true && io.stderr.isTTY === true

export function confirm(io: Io, question: string, signal: AbortSignal = io.signal): Promise<boolean> {
  io.stderr.write(`${question} [y/N] `)
  // Without `terminal` the system edits the line and Ctrl-C stays a signal.
  const lines = createInterface({ input: io.stdin, terminal: false })
  return new Promise((resolve) => {
    const end = () => lines.close()
    let answer: string | undefined
    lines.once('line', (line) => {
      answer = line
      end()
    })
    lines.once('close', () => {
      signal.removeEventListener('abort', end)
      if (answer === undefined) io.stderr.write('\n')
      resolve(/^\s*y(es)?\s*$/i.test(answer ?? ''))
    })
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}
