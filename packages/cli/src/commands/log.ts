/** `hookline log`: what the hooks did, newest first, or one record whole. */
import type { Log, LogPage } from '@hookline/core/node'
import { readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { jsonLine } from '../log/as-json.ts'
import {
  asTyped,
  type FilterValues,
  filterHelp,
  filterOptions,
  hasFilter,
  readFilter,
  readLimit,
  withSlow,
} from '../log/filters.ts'
import { findRecord } from '../log/find-record.ts'
import { listLines } from '../log/list.ts'
import { openOwnLog, saysEmpty } from '../log/open.ts'
import { shortId } from '../log/record-text.ts'
import { showRecord } from '../log/show.ts'
import { verify } from '../log/verify.ts'
import { counted } from '../text/entry-text.ts'
import { json } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'

export const help = `Usage: hookline log [id] [options] | verify [directory] [--json]

What the hooks of all agents on this machine did, newest first: one line an
event. With an id (its end or beginning is enough) that record whole: input,
runs, decision. All filters that are given must hold. With verify: whether the
audit log is as it was written. It names the first record that was changed,
removed, moved, repeated or added. The setting "log": { "audit": true } makes
the log an audit log (docs/log.md).

${filterHelp}
  --limit <n>           at most so many (default 20)
  --before <place>      go on where the last page ended
  --json                { "version": 1, "records": [ … ], "total", "next" };
                        with an id the record alone; with verify { "version": 1,
                        "files", "records", "outside", "first", "last", "torn",
                        "broken" }
  --jsonl               one record a line

Exit codes: 0, also where nothing was found; 1 the audit log is broken; 64 wrong
usage, no such id, or no audit log.

Example: hookline log --failed --since 1h
`

const options = {
  ...filterOptions,
  before: { type: 'string' },
  json: { type: 'boolean' },
  jsonl: { type: 'boolean' },
} as const

const USUAL = 20

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(withSlow(args), options, 2)
  const [id, second] = positionals
  if (id === 'verify') return verifyOnly(second, values, io)
  if (second !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(second)}`)
  if (values.json === true && values.jsonl === true) throw new UsageError('--json and --jsonl say different things')
  const log = openOwnLog()
  if (id === undefined) return list(log, values, io)
  if (hasFilter(values) || values.before !== undefined)
    throw new UsageError('an id names one record: filters do not go with it')
  return show(log, id, values, io)
}

type Values = FilterValues & { readonly [K in 'json' | 'jsonl']?: boolean } & { readonly before?: string | undefined }

function verifyOnly(directory: string | undefined, values: Values, io: Io): Promise<number> {
  if (hasFilter(values) || values.before !== undefined || values.jsonl === true)
    throw new UsageError('verify reads the whole log: it takes a directory and --json only')
  return verify(directory, values.json === true, io)
}

async function show(log: Log, id: string, values: Values, io: Io): Promise<number> {
  const record = await findRecord(log, id)
  if (values.jsonl === true) io.stdout.write(`${jsonLine(record)}\n`)
  else if (values.json === true) io.stdout.write(`${json(record)}\n`)
  else {
    io.stdout.write(showRecord(record, styleFor(io.stdout, io.env)))
    io.stderr.write(`To try it on today's hooks: hookline replay ${shortId(record.id).slice(1)}\n`)
  }
  return exits.fine
}

async function list(log: Log, values: Values, io: Io): Promise<number> {
  const { before } = values
  const filter = readFilter(values, 'log')
  const limit = readLimit(values.limit) ?? USUAL
  const page = await log.query({ ...filter, limit, ...(before === undefined ? {} : { before }) })
  if (values.jsonl === true) io.stdout.write(page.records.map((record) => `${jsonLine(record)}\n`).join(''))
  else if (values.json === true) io.stdout.write(`${json({ version: 1, total: await log.count(filter), ...page })}\n`)
  else await print(log, page, values, io)
  return exits.fine
}

async function print(log: Log, page: LogPage, values: Values, io: Io): Promise<void> {
  const { records } = page
  const view = { style: styleFor(io.stdout, io.env), now: new Date(), ...widthOf(io) }
  io.stdout.write(
    listLines(records, view)
      .map((line) => `${line}\n`)
      .join(''),
  )
  if (records.length === 0) {
    if (!(await saysEmpty(log, io))) io.stderr.write('No record matches.\n')
  } else if (page.next !== undefined) await more(log, page, page.next, values, io)
}

const widthOf = ({ stdout }: Io): { readonly columns?: number } =>
  stdout.isTTY === true && stdout.columns !== undefined ? { columns: stdout.columns } : {}

/** On a later page the number of older records is not known, so only the next command is printed. */
async function more(log: Log, { records }: LogPage, next: string, values: Values, io: Io): Promise<void> {
  const filter = readFilter(values, 'log')
  const count = values.before === undefined ? (await log.count(filter)) - records.length : undefined
  if (count !== undefined && count <= 0) return
  const heading = count === undefined ? 'Older records' : `${counted(count, 'more record')}`
  io.stderr.write(`${heading}: hookline log${asTyped(values)} --before ${next}\n`)
}
