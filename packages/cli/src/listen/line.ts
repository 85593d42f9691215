/** Formats one event of `listen`: `14:04:02 cursor  beforeShellExecution  git push -f  DENY guard.sh  1 ms`, and the message. */
import type { LogRecord } from '@hookline/core/node'
import {
  failureOf,
  findMessage,
  hasFailed,
  hostOf,
  ms,
  notesIn,
  painted,
  shortId,
  subjectOf,
  whoOf,
  wordOf,
} from '../log/record-text.ts'
import { remarksIn } from '../log/remarks.ts'
import { clip, oneLine } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import { secondsOf } from '../text/when.ts'

/** Later events are unknown, so the widths are fixed. They fit most names, and a longer name moves the rest of its line. */
const HOST = 7
const EVENT = 20
const SUBJECT = { least: 12, most: 36 }
const DECISION = { narrow: 20, wide: 28 }
/** The width of time, duration, id and the spaces between them. */
const REST = HOST + EVENT + 28

export function eventLines(record: LogRecord, style: Style, columns = 120): readonly string[] {
  const decisionWidth = columns < 110 ? DECISION.narrow : DECISION.wide
  const subject = Math.min(SUBJECT.most, Math.max(SUBJECT.least, columns - decisionWidth - REST))
  const id = columns < decisionWidth + REST + SUBJECT.least ? '' : `  ${style.dim(shortId(record.id))}`
  const label = wordOf(record)
  const word = label === 'RAN' ? clip(notesIn(record).join(', '), 60) || label : label
  const who = `${remarksIn(record)}${isPlain(label) ? '' : ` ${whoOf(record)}`}`
  const decision = `${painted(word, style)}${who}${' '.repeat(Math.max(0, decisionWidth - word.length - who.length))}`
  const head = [
    secondsOf(new Date(record.at)),
    hostOf(record).padEnd(HOST),
    oneLine(record.event).padEnd(EVENT),
    clip(subjectOf(record), subject).padEnd(subject),
  ].join(' ')
  const took = ms(record.durationMs)
  const width = head.length + Math.max(decisionWidth, word.length + who.length) + took.length + 4 + (id === '' ? 0 : 7)
  return [
    // Alone on the next line, the time would say nothing.
    `${head}  ${decision}${width > columns ? '' : `  ${took}${id}`}`,
    ...record.runs.filter(hasFailed).map((run) => `          ${whoOfRun(run, record)}${failureOf(run)}`),
    ...messageLines(record),
  ]
}

/** For an allow the names of the hooks are left out, to save space. */
const isPlain = (word: string): boolean => word === 'ALLOW' || word === 'RAN'

/** The name of the failed hook, which the line above already has if only one ran. */
const whoOfRun = (run: LogRecord['runs'][number], { runs }: LogRecord): string =>
  runs.length === 1 ? '' : `${oneLine(run.entry.label)} `

function messageLines(record: LogRecord): readonly string[] {
  if (record.verdict === 'allow') return []
  const message = findMessage(record) ?? record.messages.agent ?? record.messages.user
  const receiver = typeof record.reply.agent_message === 'string' || record.kind === 'refuse' ? 'agent' : 'user'
  return message === undefined ? [] : [`          to the ${receiver}: "${clip(oneLine(message), 300)}"`]
}
