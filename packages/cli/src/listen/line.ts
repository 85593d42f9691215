/** One event of the live tail: `14:04:02 cursor  beforeShellExecution  git push -f  DENY guard.sh  1 ms`, and what was said. */
import type { LogRecord } from '@hookline/core/node'
import { secondsOf } from '../log/when.ts'
import { failureOf, hasFailed, hostOf, ms, painted, shortId, subjectOf, whoOf, wordOf } from '../log/words.ts'
import { clip, oneLine } from '../plain.ts'
import type { Style } from '../style.ts'

/** Columns cannot wait for what is still to come: these hold most names, and longer ones push their line. */
const HOST = 7
const EVENT = 20
const SUBJECT = 32
const WORD = 20

export function liveLines(record: LogRecord, style: Style): readonly string[] {
  const word = wordOf(record)
  const who = isPlain(word) ? '' : ` ${whoOf(record)}`
  const decision = `${painted(word, style)}${who}${' '.repeat(Math.max(0, WORD - word.length - who.length))}`
  const head = [
    secondsOf(new Date(record.at)),
    hostOf(record).padEnd(HOST),
    oneLine(record.event).padEnd(EVENT),
    clip(subjectOf(record), SUBJECT).padEnd(SUBJECT),
  ].join(' ')
  return [
    `${head}  ${decision}  ${ms(record.durationMs)}  ${style.dim(shortId(record.id))}`,
    ...record.runs.filter(hasFailed).map((run) => `          ${whoOfRun(run, record)}${failureOf(run)}`),
    ...told('agent', record.messages.agent, record),
    ...(record.messages.agent === undefined ? told('person', record.messages.user, record) : []),
  ]
}

/** Nobody stood in the way: then who was asked is not worth the width. */
const isPlain = (word: string): boolean => word === 'ALLOW' || word === 'RAN'

/** Who failed is on the line above where only one spoke. */
const whoOfRun = (run: LogRecord['runs'][number], { runs }: LogRecord): string =>
  runs.length === 1 ? '' : `${oneLine(run.entry.label)} `

function told(whom: string, message: string | undefined, { verdict, kind }: LogRecord): readonly string[] {
  if (message === undefined || (verdict === 'allow' && kind !== 'follow-up')) return []
  return [`          told ${whom}: "${clip(oneLine(message), 300)}"`]
}
