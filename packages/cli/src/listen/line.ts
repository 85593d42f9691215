/** One event of the live tail: `14:04:02 cursor  beforeShellExecution  git push -f  DENY guard.sh  1 ms`, and what was said. */
import type { LogRecord } from '@hookline/core/node'
import {
  failureOf,
  hasFailed,
  hostOf,
  ms,
  notesIn,
  painted,
  saidIn,
  shortId,
  subjectOf,
  whoOf,
  wordOf,
} from '../log/words.ts'
import { clip, oneLine } from '../plain.ts'
import type { Style } from '../style.ts'
import { secondsOf } from '../when.ts'

/** Columns cannot wait for what is still to come: these hold most names, and longer ones push their line. */
const HOST = 7
const EVENT = 20
const SUBJECT = { least: 12, most: 36 }
const WORD = { narrow: 20, wide: 28 }
/** Time, duration, id and the spaces between. */
const REST = HOST + EVENT + 28

export function liveLines(record: LogRecord, style: Style, columns = 120): readonly string[] {
  const room = columns < 110 ? WORD.narrow : WORD.wide
  const subject = Math.min(SUBJECT.most, Math.max(SUBJECT.least, columns - room - REST))
  const id = columns < room + REST + SUBJECT.least ? '' : `  ${style.dim(shortId(record.id))}`
  const said = wordOf(record)
  const word = said === 'RAN' ? clip(notesIn(record).join(', '), 60) || said : said
  const who = isPlain(said) ? '' : ` ${whoOf(record)}`
  const decision = `${painted(word, style)}${who}${' '.repeat(Math.max(0, room - word.length - who.length))}`
  const head = [
    secondsOf(new Date(record.at)),
    hostOf(record).padEnd(HOST),
    oneLine(record.event).padEnd(EVENT),
    clip(subjectOf(record), subject).padEnd(subject),
  ].join(' ')
  return [
    `${head}  ${decision}  ${ms(record.durationMs)}${id}`,
    ...record.runs.filter(hasFailed).map((run) => `          ${whoOfRun(run, record)}${failureOf(run)}`),
    ...told(record),
  ]
}

/** Nobody stood in the way: then who was asked is not worth the width. */
const isPlain = (word: string): boolean => word === 'ALLOW' || word === 'RAN'

/** Who failed is on the line above where only one spoke. */
const whoOfRun = (run: LogRecord['runs'][number], { runs }: LogRecord): string =>
  runs.length === 1 ? '' : `${oneLine(run.entry.label)} `

function told(record: LogRecord): readonly string[] {
  if (record.verdict === 'allow') return []
  const said = saidIn(record) ?? record.messages.agent ?? record.messages.user
  const whom = typeof record.reply.agent_message === 'string' || record.kind === 'refuse' ? 'agent' : 'person'
  return said === undefined ? [] : [`          told ${whom}: "${clip(oneLine(said), 300)}"`]
}
