/** One record whole, as a person reads it: input, plan, runs, decision, and what was not kept. */
import type { LogRecord, LogRun, Purpose } from '@hookline/core/node'
import { noteSentence } from '@hookline/core/protocol'
import { counted } from '../text/entry-text.ts'
import { becauseText, outcomeText } from '../text/outcome-text.ts'
import { clip, oneLine, plain } from '../text/plain.ts'
import { runDetails } from '../text/printed.ts'
import type { Style } from '../text/style.ts'
import { wholeTime } from '../text/when.ts'
import { hostOf, ms, painted, shortId, subjectOf, wordOf } from './record-text.ts'
import { inputLines } from './show-input.ts'

const limits = { lines: 12, characters: 300, where: ': --json has them all' }

export function showRecord(record: LogRecord, style: Style): string {
  const heading = (text: string) => style.bold(text)
  return [
    `${style.cyan(shortId(record.id))} ${heading(oneLine(record.event))}  ${clip(subjectOf(record), 100)}`,
    ...facts(record, style),
    '',
    heading('Input'),
    ...inputLines(record, style),
    '',
    heading('Plan'),
    ...planLines(record, style),
    '',
    heading('Runs'),
    ...record.runs.flatMap((run) => runLines(run, record.runs, style)),
    '',
    `${heading('Decision')}  ${painted(wordOf(record), style)}`,
    `  ${becauseText(record.because)}`,
    ...decisionLines(record, style),
    '',
  ].join('\n')
}

const line = (name: string, value: string, style: Style): string => `  ${style.dim(name.padEnd(9))}  ${value}`

function facts(record: LogRecord, style: Style): readonly string[] {
  const { id, at, durationMs, host, edition, pid, sessionId, root, dropped, input, purpose, chain } = record
  const from = [`${hostOf(record)}${host.version === undefined ? '' : ` ${host.version}`}`, `edition ${edition}`]
  return [
    line('id', oneLine(id), style),
    line('at', `${wholeTime(new Date(at))}, took ${ms(durationMs)}`, style),
    line('from', oneLine([...from, ...model(input), `process ${pid}`].join(', ')), style),
    ...(purpose === undefined ? [] : [line('purpose', purposeText(purpose), style)]),
    ...(chain === undefined ? [] : [line('chain', `record ${chain.n} of the audit log`, style)]),
    ...(sessionId === undefined ? [] : [line('session', oneLine(sessionId), style)]),
    ...(root === undefined ? [] : [line('workspace', oneLine(root), style)]),
    ...(dropped === undefined
      ? []
      : [line('dropped', `${counted(dropped, 'record')} before it could not be written`, style)]),
  ]
}

const purposeText = (purpose: Purpose): string =>
  purpose === 'proof'
    ? 'proof: an invented event that Hookline proves a hook with'
    : 'trial: an invented event that a person tries hooks with'

const model = ({ model }: LogRecord['input']): readonly string[] =>
  typeof model === 'string' && model !== '' && model !== 'default' ? [`model ${model}`] : []

function planLines({ runs, skipped, skippedCount }: LogRecord, style: Style): readonly string[] {
  const first = runs.filter((run) => run.look === 1)
  const ran = first.map(
    ({ entry }) => `  ${style.green('ran ')}  ${clip(oneLine(entry.label), 60)}  ${style.dim(locationOf(entry))}`,
  )
  const skippedLines = skipped.map(({ id, why }) => `  ${style.yellow('skip')}  ${oneLine(id)}  ${oneLine(why)}`)
  const rest = skippedCount - skipped.length
  return [...ran, ...skippedLines, ...(rest > 0 ? [`        … ${rest} more did not run`] : [])]
}

function locationOf({ source, file, line: at, monitor }: LogRun['entry']): string {
  const location = file === undefined ? source : `${source} ${file}${at === undefined ? '' : `:${at}`}`
  return oneLine(`${location}${monitor ? ', only monitors' : ''}`)
}

function runLines(run: LogRun, runs: readonly LogRun[], style: Style): readonly string[] {
  const end = run.exitCode === undefined || run.entry.type === 'prompt' ? (run.signal ?? '') : `exit ${run.exitCode}`
  const second = passText(run, runs)
  const facts = [end, ms(run.durationMs), outcomeOf(run, style), second].filter((fact) => fact !== '')
  return [
    `  ${clip(oneLine(run.entry.label), 60)}  ${facts.join(' · ')}`,
    ...(run.outcome.message === undefined ? [] : [`    ${style.dim('why   ')}  ${oneLine(run.outcome.message)}`]),
    ...runDetails(run, style, limits),
  ]
}

function passText(run: LogRun, runs: readonly LogRun[]): string {
  const { rewrittenBy } = run
  if (run.look === 2) return 'second pass, with the rewritten input'
  if (rewrittenBy === undefined) return ''
  // The author is one of the runs before. A record that left out runs has only its id.
  const author = runs.find(({ entry }) => entry.id === rewrittenBy)?.entry.label ?? rewrittenBy
  return `with the input as ${clip(oneLine(author), 60)} rewrote it`
}

function outcomeOf({ outcome }: LogRun, style: Style): string {
  const { kind, verdict, code, policy } = outcome
  if (kind !== 'failed') return outcomeText(outcome)
  const then = verdict === 'deny' ? 'refuses' : verdict === 'ask' ? 'asks' : 'goes on'
  return `${style.red(`FAILED (${code})`)}, ${then}: fails ${policy}`
}

function decisionLines({ messages, notes }: LogRecord, style: Style): readonly string[] {
  const text = (name: string, value: string | undefined) =>
    value === undefined
      ? []
      : plain(value)
          .split('\n')
          .map((one, at) => line(at === 0 ? name : '', one, style))
  return [
    ...text('person', messages.user),
    ...text('model', messages.agent),
    ...text('notes', notes.length === 0 ? undefined : notes.map(noteSentence).join('; ')),
  ]
}
