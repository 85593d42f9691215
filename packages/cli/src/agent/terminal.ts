/** Connects the agent to a person at a terminal, or to a program at the other end of a pipe. */
import { createInterface, type Interface } from 'node:readline'
import type { Person } from '@hookline/agent'
import type { Question } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import { canAsk } from '../confirm.ts'
import type { Io } from '../io.ts'
import { clip, oneLine, plain, visible } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'

export interface Terminal extends Person {
  close(): void
}

/** In headless mode the command prints the last reply on stdout as its result. Earlier replies and all messages go to stderr. */
export function openTerminal(io: Io, headless: boolean): Terminal {
  const style = styleFor(io.stderr, io.env)
  const lines = createLineReader(io)
  const printLine = (text: string) => void io.stderr.write(`${text}\n`)
  const askInTurn = createQueue()
  let lastReply: string | undefined
  const askYesNo = async (question: string, signal: AbortSignal): Promise<boolean> => {
    printLine(question)
    return /^\s*y(es)?\s*$/i.test((await lines.next('[y/N] ', signal)) ?? '')
  }
  const person: Terminal = {
    showReply(text, isLast) {
      if (!headless) return void io.stdout.write(`${plain(text)}\n`)
      if (lastReply !== undefined) printLine(plain(lastReply))
      lastReply = isLast ? text : undefined
      if (!isLast) printLine(plain(text))
    },
    showAction: (tool, summary) => printLine(style.dim(`● ${tool} ${clip(oneLine(summary), 200)}`)),
    showInfo: (text) => printLine(style.cyan(plain(text))),
    showRefusal: (what, message) => printLine(`${style.red(`✗ refused (${what})`)} ${plain(message)}`),
    showFailure: (message) => printLine(`${style.red('failed:')} ${plain(message)}`),
    showThought: (text) => printLine(style.dim(`∴ ${clip(oneLine(text), 200)}`)),
    confirm: (question, signal) => askInTurn(() => askYesNo(question.split('\n').map(visible).join('\n'), signal)),
    nextMessage: async () => (headless || io.signal.aborted ? undefined : readMessage()),
    runCancellable: (work) => (headless ? work(io.signal) : runCancellable(work, io)),
    close: lines.close,
  }
  const readMessage = async (): Promise<string | undefined> => {
    for (;;) {
      const line = await lines.next('\n> ', io.signal)
      if (line === undefined || line.trim() !== '') return line
    }
  }
  if (headless || !canAsk(io)) return person
  const approve = (question: Question) =>
    askInTurn(() => {
      const signal = AbortSignal.any([question.signal, io.signal])
      return askYesNo(`${style.yellow(formatQuestion(question))}\nAllow?`, signal)
    })
  return { ...person, approve }
}

/** Asks one question after the other, because parallel subagents may ask at the same time. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(ask: () => Promise<T>): Promise<T> => {
    const next = last.then(ask)
    last = next.catch(() => {})
    return next
  }
}

/** Shows every field of the event in full, so that the person sees exactly what would run. */
function formatQuestion({ event, input, userMessage, agentMessage, entries }: Question): string {
  const names = entries.map((entry) => clip(oneLine(entry.label), 60)).join(', ')
  const message = userMessage ?? agentMessage
  const fields = Object.keys(eventRows[event].input).filter((name) => input[name] !== undefined)
  const fieldLines = fields.map((name) => {
    const value = input[name]
    return `  ${name}: ${visible(typeof value === 'string' ? value : JSON.stringify(value))}`
  })
  return [`${names} asks${message === undefined ? '' : `: ${oneLine(message)}`}`, ...fieldLines].join('\n')
}

/** The first Ctrl-C cancels the work. The next one ends the command. */
async function runCancellable<T>(work: (signal: AbortSignal) => Promise<T>, io: Io): Promise<T> {
  const turn = new AbortController()
  io.onSignal?.((name) => {
    if (name !== 'SIGINT' || turn.signal.aborted) return false
    io.stderr.write('\nCancelled. Press Ctrl-C again to quit.\n')
    turn.abort(new DOMException('cancelled by the person', 'AbortError'))
    return true
  })
  try {
    return await work(AbortSignal.any([turn.signal, io.signal]))
  } finally {
    io.onSignal?.(() => false)
  }
}

/** Reads lines from stdin. Messages and answers share one reader, so that no line is lost between them. */
interface LineReader {
  /** Returns undefined at the end of the input, and when the signal aborts. */
  next(prompt: string, signal: AbortSignal): Promise<string | undefined>
  close(): void
}

function createLineReader(io: Io): LineReader {
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
