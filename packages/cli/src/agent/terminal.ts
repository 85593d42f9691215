/** The person at a terminal, or at the other end of a pipe: what they read, what they are asked, what they type. */
import type { Person } from '@hookline/agent'
import type { Question } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import { canAsk } from '../confirm.ts'
import type { Io } from '../io.ts'
import { clip, oneLine, plain, visible } from '../plain.ts'
import { styleFor } from '../style.ts'
import { readLines } from './lines.ts'

export interface Terminal extends Person {
  close(): void
}

/** Headless, the last words are the command's result: all that goes before them is on stderr, like everything else. */
export function terminal(io: Io, headless: boolean): Terminal {
  const style = styleFor(io.stderr, io.env)
  const lines = readLines(io)
  const note = (text: string) => void io.stderr.write(`${text}\n`)
  const asking = inTurn()
  let held: string | undefined
  const yes = async (question: string, signal: AbortSignal): Promise<boolean> => {
    note(question)
    return /^\s*y(es)?\s*$/i.test((await lines.next('[y/N] ', signal)) ?? '')
  }
  const person: Terminal = {
    says(text, isLast) {
      if (!headless) return void io.stdout.write(`${plain(text)}\n`)
      if (held !== undefined) note(plain(held))
      held = isLast ? text : undefined
      if (!isLast) note(plain(text))
    },
    acts: (tool, what) => note(style.dim(`● ${tool} ${clip(oneLine(what), 200)}`)),
    info: (text) => note(style.cyan(plain(text))),
    refused: (what, message) => note(`${style.red(`✗ refused (${what})`)} ${plain(message)}`),
    failed: (message) => note(`${style.red('failed:')} ${plain(message)}`),
    thinks: (text) => note(style.dim(`∴ ${clip(oneLine(text), 200)}`)),
    agrees: (question, signal) => asking(() => yes(question.split('\n').map(visible).join('\n'), signal)),
    next: async () => (headless || io.signal.aborted ? undefined : nonEmpty()),
    during: (work) => (headless ? work(io.signal) : during(work, io)),
    close: lines.close,
  }
  const nonEmpty = async (): Promise<string | undefined> => {
    for (;;) {
      const line = await lines.next('\n> ', io.signal)
      if (line === undefined || line.trim() !== '') return line
    }
  }
  if (headless || !canAsk(io)) return person
  const approve = (question: Question) =>
    asking(() => {
      const signal = AbortSignal.any([question.signal, io.signal])
      return yes(`${style.yellow(asked(question))}\nAllow?`, signal)
    })
  return { ...person, approve }
}

/** Subagents may ask at the same time; a person answers one question after the other. */
function inTurn() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(ask: () => Promise<T>): Promise<T> => {
    const next = last.then(ask)
    last = next.catch(() => {})
    return next
  }
}

/** Everything that is about to happen, as it would happen: the event's own fields, nothing hidden and nothing cut. */
function asked({ event, input, userMessage, agentMessage, entries }: Question): string {
  const names = entries.map((entry) => clip(oneLine(entry.label), 60)).join(', ')
  const said = userMessage ?? agentMessage
  const fields = Object.keys(eventRows[event].input).filter((name) => input[name] !== undefined)
  const shown = fields.map((name) => {
    const value = input[name]
    return `  ${name}: ${visible(typeof value === 'string' ? value : JSON.stringify(value))}`
  })
  return [`${names} asks${said === undefined ? '' : `: ${oneLine(said)}`}`, ...shown].join('\n')
}

/** The first Ctrl-C cancels the work, the next one is the command's. */
async function during<T>(work: (signal: AbortSignal) => Promise<T>, io: Io): Promise<T> {
  const turn = new AbortController()
  io.onSignal?.((name) => {
    if (name !== 'SIGINT' || turn.signal.aborted) return false
    io.stderr.write('\ncancelled; Ctrl-C again ends\n')
    turn.abort(new DOMException('cancelled by the person', 'AbortError'))
    return true
  })
  try {
    return await work(AbortSignal.any([turn.signal, io.signal]))
  } finally {
    io.onSignal?.(() => false)
  }
}
