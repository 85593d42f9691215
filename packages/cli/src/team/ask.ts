/** Passwords, codes and links from the person at the terminal, or from stdin: what stands among the arguments others on this machine can read. */
import { askLine, canAsk } from '../confirm.ts'
import type { Io } from '../io.ts'
import { readAll } from '../read-all.ts'

/** Without echo: nobody reads it over a shoulder, and no terminal keeps it. */
export async function askSecret(io: Io, question: string): Promise<string | undefined> {
  const stdin = io.stdin as NodeJS.ReadStream
  if (stdin.isTTY !== true || typeof stdin.setRawMode !== 'function') return askLine(io, question)
  // Before the question: what is typed the moment it is there is not shown either.
  stdin.setRawMode(true)
  io.stderr.write(question)
  try {
    return await typed(stdin)
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    io.stderr.write('\n')
  }
}

/** `-` as an argument: what is meant is asked for, or is the first line of stdin. */
export async function fromStdin(io: Io, question: string): Promise<readonly string[]> {
  if (canAsk(io)) return [(await askSecret(io, question))?.trim() ?? '']
  return (await readAll(io.stdin)).split(/\r?\n/)
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
