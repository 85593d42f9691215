/** Reads passwords, codes and links from the terminal or from stdin: other users of this machine can read arguments. */
import { askLine, canAsk } from '../confirm.ts'
import type { Io } from '../io.ts'
import { readAll } from '../io.ts'

/** Asks without echo, so that the secret does not appear on the screen. */
export async function askSecret(io: Io, question: string): Promise<string | undefined> {
  // The next line checks that it is a terminal.
  const stdin = io.stdin as NodeJS.ReadStream
  if (stdin.isTTY !== true || typeof stdin.setRawMode !== 'function') return askLine(io, question)
  // Turn echo off before the question, so that fast typing is hidden too.
  stdin.setRawMode(true)
  io.stderr.write(question)
  try {
    return await readHidden(stdin)
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    io.stderr.write('\n')
  }
}

/** Reads the value of the argument `-`: asks for it at a terminal, otherwise reads the lines of stdin. */
export async function readArgument(io: Io, question: string): Promise<readonly string[]> {
  if (canAsk(io)) return [(await askSecret(io, question))?.trim() ?? '']
  return (await readAll(io.stdin)).split(/\r?\n/)
}

function readHidden(stdin: NodeJS.ReadStream): Promise<string | undefined> {
  let text = ''
  return new Promise((resolve) => {
    const read = (chunk: Buffer) => {
      for (const character of chunk.toString('utf8')) {
        if (character === '\r' || character === '\n') return finish(text)
        if (character === '\u0003' || character === '\u0004') return finish(undefined)
        text = character === '\u007f' || character === '\b' ? text.slice(0, -1) : text + character
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
