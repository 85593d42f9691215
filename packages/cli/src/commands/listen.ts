/** `hookline listen`: shows every event that a hook ran for, from all agents on this machine, as it happens. */
import type { LogRecord } from '@hookline/core/node'
import { readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { eventLines } from '../listen/line.ts'
import { tail } from '../listen/tail.ts'
import { jsonLine } from '../log/as-json.ts'
import { filterHelp, filterOptions, readFilter, readLimit, withSlow } from '../log/filters.ts'
import { openOwnLog } from '../log/open.ts'
import { styleFor } from '../text/style.ts'

export const help = `Usage: hookline listen [options]

Shows every event that a hook runs for, from all agents on this machine, as it
happens: time, agent, event, subject, decision, duration, and the message to the
agent. Press Ctrl-C to stop. An event must match all filters.

${filterHelp.replace(/^ {2}--until.*\n/m, '')}
  --limit <n>           stop after n events
  --json                one record per line, like \`hookline log --jsonl\`

With --since it first shows what has happened since then.

Exit codes: 130 after Ctrl-C; 0 after --limit; 64 wrong usage.

Example: hookline listen --since 1h --limit 3
`

const { until: _, ...filters } = filterOptions
const options = { ...filters, json: { type: 'boolean' }, jsonl: { type: 'boolean' } } as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  if (args.some((arg) => /^--until(=|$)/.test(arg)))
    throw new UsageError(
      '--until does not work with listen, which runs until Ctrl-C or --limit. For past events: hookline log --until <time>',
    )
  const { values } = readFlags(withSlow(args), options, 0)
  const filter = readFilter(values, 'listen')
  const limit = readLimit(values.limit) ?? Number.POSITIVE_INFINITY
  const print = values.json === true || values.jsonl === true ? jsonLine : lineFormatter(io)
  if (io.stderr.isTTY === true) io.stderr.write('Listening to every agent on this machine. Press Ctrl-C to stop.\n')
  let shown = 0
  await tail(openOwnLog(), filter, io.signal, (record) => {
    // The output returns false if its reader has gone (`hookline listen | head`).
    if (io.stdout.write(`${print(record)}\n`) === false) return false
    shown += 1
    return shown < limit
  })
  return io.signal.aborted ? exits.interrupted : exits.fine
}

function lineFormatter(io: Io): (record: LogRecord) => string {
  const style = styleFor(io.stdout, io.env)
  const columns = io.stdout.isTTY === true ? io.stdout.columns : undefined
  return (record) => eventLines(record, style, columns).join('\n')
}
