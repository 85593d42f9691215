/** `hookline replay`: runs recorded events through today's hooks in a scratch copy and shows which decisions change. */
import type { Log, LogRecord } from '@hookline/core/node'
import { readFlags, UsageError } from '../flags.ts'
import { createConsent, untrustedOption } from '../hooktest/run/consent.ts'
import { createRunners, type Runners } from '../hooktest/run/isolate.ts'
import { exits, type Io } from '../io.ts'
import { filterHelp, filterOptions, hasFilter, readFilter, readLimit, withSlow } from '../log/filters.ts'
import { findRecord } from '../log/find-record.ts'
import { openOwnLog, saysEmpty } from '../log/open.ts'
import { createProgress } from '../log/progress.ts'
import { recordsOf } from '../log/records.ts'
import { findRoot } from '../paths.ts'
import { asJson } from '../replay/as-json.ts'
import { type Replayed, replay, replayAll, type Unused } from '../replay/replay.ts'
import { changeLines, eachLines, unusedLines } from '../replay/report.ts'
import { openWorkspaces, type ReplayWorkspaces } from '../replay/workspaces.ts'
import { counted } from '../text/entry-text.ts'
import { json } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'

export const help = `Usage: hookline replay <id…> | --all [options]

Sends recorded events through today's hooks and shows which decisions change.
Each event runs in a scratch copy of the hook files of its workspace and of your
own, with its own home directory and, where the system supports it, without a
network. Nothing real is touched. The hooks of the current workspace may have
changed since you trusted them; if you never trusted it, you are asked. Hooks of
other workspaces must be trusted as they are.

  --all                 replay the whole log, or what the filters select; shows
                        only the changes, new denies first

With --all:
${filterHelp}
  --limit <n>           replay only the newest n
  --untrusted           run the hooks of the current workspace without asking
  --json                { "version": 1, "network", "replayed", "changed",
                          "results", "unusable" }

Exit codes: 0 every decision is the same; 1 a decision changed; 64 wrong usage.

Example: hookline replay --all --since 1d
`

const options = { ...filterOptions, all: { type: 'boolean' }, ...untrustedOption, json: { type: 'boolean' } } as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(withSlow(args), options, Number.POSITIVE_INFINITY)
  const all = values.all === true
  if (all === positionals.length > 0)
    throw new UsageError(
      all
        ? 'use either ids or --all, not both'
        : 'name the ids of records, or use --all. To list the records: hookline log',
    )
  if (!all && hasFilter(values)) throw new UsageError('filters work only with --all')
  const log = openOwnLog()
  const filter = readFilter(values, 'replay')
  const limit = readLimit(values.limit)
  const chosen = all ? undefined : await findRecords(log, positionals)
  const records = chosen === undefined ? recordsOf(log, filter, limit) : each(chosen)
  const total = chosen?.length ?? Math.min(await log.count(filter), limit ?? Number.POSITIVE_INFINITY)
  if (total === 0 && values.json !== true && (await saysEmpty(log, io))) return exits.fine
  const runners = createRunners(false, io.signal)
  try {
    const workspaces = openWorkspaces(
      findRoot(io.cwd),
      io.env,
      createConsent("Today's hooks", values.untrusted === true, io),
    )
    const done = await replayRecords(records, total, { runners, workspaces }, io)
    if (io.signal.aborted) return reportInterrupted(done, total, io)
    if (values.json === true) io.stdout.write(`${json(asJson(done.replayed, done.unused, runners.network))}\n`)
    else print(done, all, io)
    return done.replayed.some(({ change }) => change !== undefined) ? exits.finding : exits.fine
  } finally {
    await runners.close()
  }
}

async function findRecords(log: Log, ids: readonly string[]): Promise<readonly LogRecord[]> {
  const found = new Map<string, LogRecord>()
  for (const id of ids) {
    const record = await findRecord(log, id)
    found.set(record.id, record)
  }
  return [...found.values()]
}

async function* each(records: readonly LogRecord[]): AsyncGenerator<LogRecord> {
  yield* records
}

interface ReplayResults {
  readonly replayed: readonly Replayed[]
  readonly unused: readonly Unused[]
}

interface ReplayTools {
  readonly runners: Runners
  readonly workspaces: ReplayWorkspaces
}

async function replayRecords(
  records: AsyncIterable<LogRecord>,
  total: number,
  { runners, workspaces }: ReplayTools,
  io: Io,
): Promise<ReplayResults> {
  const progress = createProgress(io, 'Replaying', total)
  const results = new Map<LogRecord, Replayed | Unused | undefined>()
  let changed = 0
  try {
    await replayAll(
      records,
      async (record) => {
        results.set(record, undefined)
        const result = await replay(record, workspaces, runners.execute)
        results.set(record, result)
        if ('change' in result) changed += 1
        progress.step(`${changed} changed`)
      },
      io.signal,
    )
  } finally {
    progress.end()
    await workspaces.close()
  }
  // The map keeps the order of the log, in which the records were started.
  const all = [...results.values()].filter((one) => one !== undefined)
  return {
    replayed: all.filter((one) => 'now' in one),
    unused: all.filter((one) => 'unusable' in one),
  }
}

function reportInterrupted({ replayed: done }: ReplayResults, total: number, io: Io): number {
  io.stderr.write(`Interrupted after ${done.length} of ${total}.\n`)
  return exits.interrupted
}

function print({ replayed: done, unused }: ReplayResults, all: boolean, io: Io): void {
  const style = styleFor(io.stdout, io.env)
  const lines = all ? changeLines(done, style) : eachLines(done, style)
  io.stdout.write(lines.map((line) => `${line}\n`).join(''))
  const changed = done.filter(({ change }) => change !== undefined).length
  const summary = `${counted(done.length, 'record')} replayed, ${counted(changed, 'decision')} changed`
  if (all) io.stdout.write(`${summary}\n`)
  else if (changed === 0 && done.length > 0) io.stderr.write('Every decision is the same as before.\n')
  io.stderr.write(
    unusedLines(unused)
      .map((line) => `${line}\n`)
      .join(''),
  )
}
