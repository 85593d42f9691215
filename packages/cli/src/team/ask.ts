/** Lines and passwords from the person at the terminal. */
import { createInterface } from 'node:readline'
import type { Io } from '../io.ts'

/** Undefined when they end it instead. */
export function askLine(io: Io, question: string): Promise<string | undefined> {
  io.stderr.write(question)
  const lines = createInterface({ input: io.stdin, terminal: false })
  return new Promise((resolve) => {
    let answer: string | undefined
    const end = () => lines.close()
    lines.once('line', (line) => {
      answer = line.trim()
      end()
    })
    lines.once('close', () => {
      io.signal.removeEventListener('abort', end)
      if (answer === undefined) io.stderr.write('\n')
      resolve(answer)
    })
    io.signal.addEventListener('abort', end, { once: true })
  })
}

/** Without echo: nobody reads it over a shoulder, and no terminal keeps it. */
export async function askSecret(io: Io, question: string): Promise<string | undefined> {
  const stdin = io.stdin as NodeJS.ReadStream
  if (stdin.isTTY !== true || typeof stdin.setRawMode !== 'function') return askLine(io, question)
  io.stderr.write(question)
  stdin.setRawMode(true)
  try {
    return await typed(stdin)
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    io.stderr.write('\n')
  }
}

function typed(stdin: NodeJS.ReadStream): Promise<string | undefined> {
  let text = ''
  return new Promise((resolve) => {
    const read = (chunk: Buffer) => {
      for (const one of chunk.toString('utf8')) {
        if (one === '\r' || one === '\n') return finish(text)
        if (one === '\u0003' || one === '\u0004') return finish(undefined)
        text = one === '\u007f' || one === '\b' ? text.slice(0, -1) : text + one
      }
    }
    const finish = (answer: string | undefined) => {
      stdin.off('data', read)
      resolve(answer)
    }
    stdin.on('data', read)
    stdin.resume()
  })
}
