/** The filters of the Now page. The page and the stream both apply them, so that they show the same rows. */

import type { LogRecord } from '@hookline/core/node'
import { isObject } from '@hookline/core/protocol'
import type { LogRow, RowKind } from '@hookline/web/wire'
import { nameOf, subjectOf } from '../../log/record-text.ts'
import { badRequest } from '../server/failure.ts'

export interface RowFilter {
  /** A row must be of one of these kinds; an empty list accepts every row. */
  readonly kinds: readonly RowKind[]
  readonly agent?: string
  /** An entry's id, or a hook's name as a row shows it. */
  readonly hook?: string
  readonly root?: string
  /** In lower case. The record must contain all of them. */
  readonly words: readonly string[]
}

const kindTests: Readonly<Record<RowKind, (row: LogRow) => boolean>> = {
  denied: ({ denied }) => denied,
  asked: ({ asked }) => asked,
  failed: ({ failures }) => failures > 0,
  slow: ({ slow }) => slow,
}
// True: the type of `kindTests` has exactly the kinds as keys.
const kindNames = Object.keys(kindTests) as readonly RowKind[]

export const kindsOf = (row: LogRow): readonly RowKind[] => kindNames.filter((kind) => kindTests[kind](row))

export function parseRowFilter(query: URLSearchParams): RowFilter {
  const text = (name: string) => query.get(name) ?? ''
  const optional = (name: 'agent' | 'hook' | 'root') => (text(name) === '' ? {} : { [name]: text(name) })
  return {
    kinds: query.getAll('kind').map(parseKind),
    ...optional('agent'),
    ...optional('hook'),
    ...optional('root'),
    words: text('search').toLowerCase().split(/\s+/).filter(Boolean),
  }
}

function parseKind(text: string): RowKind {
  const kind = kindNames.find((name) => name === text)
  if (kind === undefined) throw badRequest(`kind must be one of ${kindNames.join(', ')}, got ${JSON.stringify(text)}`)
  return kind
}

/** All filters except `kinds`. The number of rows per kind is counted among the rows that pass these. */
export const passesOtherFilters = ({ agent, hook, root, words }: RowFilter, record: LogRecord, row: LogRow): boolean =>
  (root === undefined || row.root === root) &&
  (agent === undefined || row.agent === agent) &&
  (hook === undefined || hasRun(hook, record, row)) &&
  (words.length === 0 || hasWords(words, record, row))

export const hasWantedKind = ({ kinds }: RowFilter, row: LogRow): boolean =>
  kinds.length === 0 || kinds.some((kind) => kindTests[kind](row))

export const passesFilter = (filter: RowFilter, record: LogRecord, row: LogRow): boolean =>
  passesOtherFilters(filter, record, row) && hasWantedKind(filter, row)

/** Whether the hook ran, even if another one decided. `hook` may be a list of names as a row shows it: then all of them must have run. */
function hasRun(hook: string, { runs }: LogRecord, { who }: LogRow): boolean {
  if (who === hook) return true
  const ran = new Set(runs.flatMap(({ entry }) => [entry.id, entry.label, nameOf(entry.label)]))
  return ran.has(hook) || hook.split(', ').every((name) => ran.has(name))
}

function hasWords(words: readonly string[], record: LogRecord, row: LogRow): boolean {
  const text = searchableText(record, row).toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Everything a user may remember about an event: what its row shows, and what hooks wrote to the user and to the model. */
function searchableText(record: LogRecord, row: LogRow): string {
  const { agent, event, word, who, source = '', root = '', hookIds, id } = row
  const { messages, because, reply, runs } = record
  return [
    ...[agent, event, word, who, source, subjectOf(record)],
    // The name of the workspace, and the last characters of the id, by which `hookline log` shows a record.
    ...[root.split(/[/\\]/).at(-1) ?? '', id.slice(-8), ...hookIds],
    ...[messages.user, messages.agent, because.message],
    ...stringsIn(reply),
    ...runs.flatMap((run) => [run.entry.label, run.outcome.message, ...stringsIn(run.reply)]),
  ]
    .filter((text) => text !== undefined)
    .join('\n')
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : []
}
