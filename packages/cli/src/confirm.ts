/** Asks the user at the terminal for a line, or for yes or no. Only yes counts as yes; an answer that is neither is asked for again. */
import { createInterface } from 'node:readline'
import type { Io } from './io.ts'

export const canAsk = (io: Io): boolean => io.stdin.isTTY === true && io.stderr.isTTY === true

/** `showDiff` is offered as a third answer, `d`. After it, and after an answer that is none of them, the question is asked again. */
export async function confirm(
  io: Io,
  question: string,
  { signal = io.signal, showDiff }: { readonly signal?: AbortSignal; readonly showDiff?: () => void } = {},
): Promise<boolean> {
  const asked = `${question} [y/N${showDiff === undefined ? '' : ', d to show the diff'}] `
  const again = `Type y for yes${showDiff === undefined ? '' : ', d for the diff'} or n for no, and press Enter: `
  let text = asked
  for (;;) {
    const answer = await askLine(io, text, signal)
    if (answer === undefined || /^(n|no|q|quit)?$/i.test(answer)) return false
    if (/^y(es)?$/i.test(answer)) return true
    const wantsDiff = showDiff !== undefined && /^d(iff)?$/i.test(answer)
    if (wantsDiff) showDiff()
    text = wantsDiff ? asked : again
  }
}

let questions = 0
/** Whether a question waits for its answer. A progress bar must not draw over it. */
export const isAsking = (): boolean => questions > 0

/** Resolves to undefined at the end of input, or if `signal` aborts. */
export function askLine(io: Io, question: string, signal: AbortSignal = io.signal): Promise<string | undefined> {
  io.stderr.write(question)
  // An interface on input that has ended would wait for ever.
  if ('readableEnded' in io.stdin && io.stdin.readableEnded === true) return Promise.resolve(undefined)
  // With `terminal: false` the system edits the line, and Ctrl-C stays a signal.
  const lines = createInterface({ input: io.stdin, terminal: false })
  questions += 1
  return new Promise((resolve) => {
    const end = () => lines.close()
    let answer: string | undefined
    lines.once('line', (line) => {
      answer = line.trim()
      end()
    })
    lines.once('close', () => {
      questions -= 1
      signal.removeEventListener('abort', end)
      if (answer === undefined) io.stderr.write('\n')
      resolve(answer)
    })
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}
