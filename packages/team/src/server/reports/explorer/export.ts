/** Decisions as CSV or JSON lines, page by page, so that an export of millions needs little memory. */
import type { Context } from '../../context.ts'
import type { FilterText } from './filter.ts'
import { listDecisions } from './list.ts'
import type { DecisionRecord } from './records.ts'

export interface ExportFormat {
  readonly type: string
  readonly head: string
  format(record: DecisionRecord): string
}

const columns: readonly (readonly [string, (record: DecisionRecord) => string | number | bigint])[] = [
  ['at', ({ at }) => at],
  ['device_id', ({ deviceId }) => deviceId],
  ['device', ({ deviceName }) => deviceName],
  ['number', ({ sequence }) => sequence],
  ['agent', ({ agent }) => agent],
  ['event', ({ event }) => event],
  ['decision', ({ decision }) => decision],
  ['failed', ({ failed }) => String(failed)],
  ['reason', ({ reason }) => reason],
  ['duration_ms', ({ durationMs }) => durationMs],
  [
    'hooks',
    ({ runs }) => runs.map(({ hookName, hookId, source }) => hookName || (hookId > 0n ? hookId : source)).join(' '),
  ],
  ['rules', ({ runs }) => runs.flatMap(({ rule }) => (rule === '' ? [] : [rule])).join(' ')],
  ['outcomes', ({ runs }) => runs.map(({ outcome }) => outcome).join(' ')],
  ['failures', ({ runs }) => runs.flatMap(({ failure }) => (failure === '' ? [] : [failure])).join(' ')],
]

export const exportFormats: Readonly<Record<string, ExportFormat>> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: `${columns.map(([name]) => name).join(',')}\r\n`,
    format: (record) => `${columns.map(([, read]) => formatCell(read(record))).join(',')}\r\n`,
  },
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    head: '',
    format: (record) =>
      `${JSON.stringify(record, (_, value) => (typeof value === 'bigint' ? Number(value) : value))}\n`,
  },
}

/**
 * A spreadsheet calculates a cell that begins with one of these. The names come from machines, so such a text gets an apostrophe.
 * Where a language has a decimal comma, a semicolon ends a cell, and a quotation mark within the cell does not protect it.
 * A pair of them at its start is dropped.
 */
const formulaStart = /(^|[;\t\r\n])(?=[\s"]*[=+\-@|%＝＋－＠])/gu

function formatCell(value: string | number | bigint): string {
  if (typeof value !== 'string') return String(value)
  const text = value.replace(formulaStart, "$1'")
  return /[",\r\n;\t]|^\s|\s$/.test(text) || text.startsWith("'") ? `"${text.replaceAll('"', '""')}"` : text
}

const pageSize = 500

/** Each page is a transaction of its own, so that an export does not keep old rows from being dropped. */
export async function* exportDecisions(
  context: Context,
  team: string,
  filter: Partial<FilterText>,
  { head, format }: ExportFormat,
): AsyncGenerator<string> {
  yield head
  let before = ''
  do {
    const options = { before, limit: pageSize, budgetMs: Number.POSITIVE_INFINITY }
    const page = await listDecisions(context, team, filter, options)
    yield page.decisions.map(format).join('')
    before = page.next
  } while (before !== '')
}
