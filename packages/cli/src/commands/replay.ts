/** `hookline replay`: recorded events again, on today's hooks, in a scratch copy; what is decided otherwise now. */
import type { Log, LogRecord } from '@hookline/core/node'
import { counted } from '../entry-text.ts'
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
import { json } from '../plain.ts'
import { asJson } from '../replay/as-json.ts'
import { openPlaces, type Places } from '../replay/places.ts'
import { type Replayed, replay, replayAll, type Unused } from '../replay/replay.ts'
import { changeLines, eachLines, unusedLines } from '../replay/report.ts'
import { styleFor } from '../style.ts'

export const help = `Usage: hookline replay <id…> | --all [options]

Sends recorded events through today's hooks and says which are decided otherwise now.
Each runs in a scratch copy of the hook files of its workspace and of your own, with a
home of its own and, where the system can, no network: nothing real is touched. Hooks of
the workspace you stand in may have changed since you trusted it; if you never did, you
are asked. Elsewhere they must be trusted as they are.

  --all                 the whole log, or what the filters let through: only the
                        changes are shown, new denies first

With --all:
${filterHelp}
  --limit <n>           the newest so many

  --untrusted           do not ask whether the workspace you stand in is trusted
  --json                { "version": 1, "network", "replayed", "changed", "results",
                        "unusable" }

Exit codes: 0 every decision is the same, 1 one changed, 64 wrong usage.

Example: hookline replay --all --since 1d
`

const options = { ...filterOptions, all: { type: 'boolean' }, ...untrustedOption, json: { type: 'boolean' } } as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(withSlow(args), options, Number.POSITIVE_INFINITY)
  const all = values.all === true
  if (all === positionals.length > 0)
    throw new UsageError(all ? 'ids or --all, not both' : 'which records? ids, or --all')
  if (!all && hasFilter(values)) throw new UsageError('filters go with --all')
  const log = openOwnLog()
  const filter = readFilter(values, 'replay')
  const limit = readLimit(values.limit)
  const chosen = all ? undefined : await named(log, positionals)
  const records = chosen === undefined ? recordsOf(log, filter, limit) : each(chosen)
  const total = chosen?.length ?? Math.min(await log.count(filter), limit ?? Number.POSITIVE_INFINITY)
  if (total === 0 && values.json !== true && (await saysEmpty(log, io))) return exits.fine
  const runners = createRunners(false, io.signal)
  try {
    const places = openPlaces(
      findRoot(io.cwd),
      io.env,
      createConsent('The hooks of today', values.untrusted === true, io),
    )
    const done = await replayed(records, total, { runners, places }, io)
    if (io.signal.aborted) return interrupted(done, total, io)
    if (values.json === true) io.stdout.write(`${json(asJson(done.replayed, done.unused, runners.network))}\n`)
    else print(done, all, io)
    return done.replayed.some(({ change }) => change !== undefined) ? exits.finding : exits.fine
  } finally {
    runners.close()
  }
}

async function named(log: Log, ids: readonly string[]): Promise<readonly LogRecord[]> {
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

interface Done {
  readonly replayed: readonly Replayed[]
  readonly unused: readonly Unused[]
}

interface Means {
  readonly runners: Runners
  readonly places: Places
}

async function replayed(
  records: AsyncIterable<LogRecord>,
  total: number,
  { runners, places }: Means,
  io: Io,
): Promise<Done> {
  const progress = createProgress(io, 'Replaying', total)
  const results = new Map<LogRecord, Replayed | Unused | undefined>()
  let changed = 0
  try {
    await replayAll(
      records,
      async (record) => {
        results.set(record, undefined)
        const result = await replay(record, places, runners.execute)
        results.set(record, result)
        if ('change' in result) changed += 1
        progress.step(`${changed} changed`)
      },
      io.signal,
    )
  } finally {
    progress.end()
    await places.close()
  }
  // In the order of the log, whichever ended first.
  const all = [...results.values()].filter((one) => one !== undefined)
  return {
    replayed: all.filter((one) => 'now' in one),
    unused: all.filter((one) => 'unusable' in one),
  }
}

function interrupted({ replayed: done }: Done, total: number, io: Io): number {
  io.stderr.write(`Interrupted after ${done.length} of ${total}.\n`)
  return exits.interrupted
}

function print({ replayed: done, unused }: Done, all: boolean, io: Io): void {
  const style = styleFor(io.stdout, io.env)
  const lines = all ? changeLines(done, style) : eachLines(done, style)
  io.stdout.write(lines.map((line) => `${line}\n`).join(''))
  const changed = done.filter(({ change }) => change !== undefined).length
  const summary = `${counted(done.length, 'record')} replayed, ${counted(changed, 'decision')} changed`
  if (all) io.stdout.write(`${summary}\n`)
  else if (changed === 0 && done.length > 0) io.stderr.write('The same as then.\n')
  io.stderr.write(
    unusedLines(unused)
      .map((line) => `${line}\n`)
      .join(''),
  )
}
