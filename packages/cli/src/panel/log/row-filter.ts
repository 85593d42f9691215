/** The filters of Now, asked of each record: the page and the live stream show exactly what passes here. */
import type { LogRecord } from '@hookline/core/node'
import type { LogRow, RowKind } from '@hookline/web/wire'
import { isObject, nameOf, subjectOf } from '../../log/words.ts'
import { badRequest } from '../server/failure.ts'

export interface RowFilter {
  /** Any of them; none: every row. */
  readonly kinds: readonly RowKind[]
  readonly agent?: string
  /** An entry's id, or a hook's name as a row shows it. */
  readonly hook?: string
  readonly root?: string
  /** In lower case. All of them must occur. */
  readonly words: readonly string[]
}

const kindTests: Readonly<Record<RowKind, (row: LogRow) => boolean>> = {
  denied: ({ denied }) => denied,
  asked: ({ asked }) => asked,
  failed: ({ failures }) => failures > 0,
  slow: ({ slow }) => slow,
}
const kindNames = Object.keys(kindTests) as readonly RowKind[]

export const kindsOf = (row: LogRow): readonly RowKind[] => kindNames.filter((kind) => kindTests[kind](row))

export function rowFilterOf(query: URLSearchParams): RowFilter {
  const text = (name: string) => query.get(name) ?? ''
  const optional = (name: 'agent' | 'hook' | 'root') => (text(name) === '' ? {} : { [name]: text(name) })
  return {
    kinds: query.getAll('kind').map(kindOf),
    ...optional('agent'),
    ...optional('hook'),
    ...optional('root'),
    words: text('search').toLowerCase().split(/\s+/).filter(Boolean),
  }
}

function kindOf(text: string): RowKind {
  const kind = kindNames.find((name) => name === text)
  if (kind === undefined) throw badRequest(`kind must be one of ${kindNames.join(', ')}, got ${JSON.stringify(text)}`)
  return kind
}

/** Without the kinds: what the counts of the kinds are taken of. */
export const passesOthers = ({ agent, hook, root, words }: RowFilter, record: LogRecord, row: LogRow): boolean =>
  (root === undefined || row.root === root) &&
  (agent === undefined || row.agent === agent) &&
  (hook === undefined || hasRun(hook, record, row)) &&
  (words.length === 0 || hasWords(words, record, row))

export const isOfKinds = ({ kinds }: RowFilter, row: LogRow): boolean =>
  kinds.length === 0 || kinds.some((kind) => kindTests[kind](row))

export const passes = (filter: RowFilter, record: LogRecord, row: LogRow): boolean =>
  passesOthers(filter, record, row) && isOfKinds(filter, row)

/** Whether the hook ran, whoever decided. A row may name several hooks at once: then all of them ran. */
function hasRun(hook: string, { runs }: LogRecord, { who }: LogRow): boolean {
  if (who === hook) return true
  const ran = new Set(runs.flatMap(({ entry }) => [entry.id, entry.label, nameOf(entry.label)]))
  return ran.has(hook) || hook.split(', ').every((name) => ran.has(name))
}

function hasWords(words: readonly string[], record: LogRecord, row: LogRow): boolean {
  const text = textOf(record, row).toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Everything a person may remember of an event: what its row shows, and what hooks wrote to the person and to the model. */
function textOf(record: LogRecord, row: LogRow): string {
  const { agent, event, word, who, source = '', root = '', hookIds, id } = row
  const { messages, because, reply, runs } = record
  return [
    ...[agent, event, word, who, source, subjectOf(record)],
    // The name of the workspace, and the end of the id by which `hookline log` shows a record: its beginning is the time.
    ...[root.split(/[/\\]/).at(-1) ?? '', id.slice(-8), ...hookIds],
    ...[messages.user, messages.agent, because.message],
    ...textsIn(reply),
    ...runs.flatMap((run) => [run.entry.label, run.outcome.message, ...textsIn(run.reply)]),
  ]
    .filter((text) => text !== undefined)
    .join('\n')
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return isObject(value) ? Object.values(value).flatMap(textsIn) : []
}
