/** Asks the user at the terminal for a line, or for yes or no. Every answer other than yes counts as no. */
import { createInterface } from 'node:readline'
import type { Io } from './io.ts'

export const canAsk = (io: Io): boolean => io.stdin.isTTY === true && io.stderr.isTTY === true

export async function confirm(io: Io, question: string, signal: AbortSignal = io.signal): Promise<boolean> {
  return /^y(es)?$/i.test((await askLine(io, `${question} [y/N] `, signal)) ?? '')
}

/** Resolves to undefined at the end of input, or if `signal` aborts. */
export function askLine(io: Io, question: string, signal: AbortSignal = io.signal): Promise<string | undefined> {
  io.stderr.write(question)
  // With `terminal: false` the system edits the line, and Ctrl-C stays a signal.
  const lines = createInterface({ input: io.stdin, terminal: false })
  return new Promise((resolve) => {
    const end = () => lines.close()
    let answer: string | undefined
    lines.once('line', (line) => {
      answer = line.trim()
      end()
    })
    lines.once('close', () => {
      signal.removeEventListener('abort', end)
      if (answer === undefined) io.stderr.write('\n')
      resolve(answer)
    })
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}
