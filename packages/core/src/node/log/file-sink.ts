/** Writes the log: one line per event, written before `fire` resolves. It survives `kill -9`, but not a power cut. */
import { hash } from 'node:crypto'
import type { HookRecord } from '../../flow.ts'
import type { Sink } from '../../ports.ts'
import { type LogRecord, type Purpose, toLogRecord, toLogText } from '../../sinks/log-record.ts'
import { defaultLog, type LogSettings } from '../../sinks/log-settings.ts'
import { createAppender, type OpenAppender } from './append.ts'

export interface FileSinkOptions {
  readonly directory: string
  /** Called for every record, so that a changed setting takes effect at once. */
  readonly settings?: () => LogSettings
  /** Where the events come from. It is part of every record. */
  readonly host?: string
  /** The agent that gets the answers. */
  readonly agent?: string
  /** Why the events are invented, if they are. */
  readonly purpose?: Purpose
  /** The id of the call that reports the events. */
  readonly call?: string
  /** Default: a file that this sink opens and closes. */
  readonly openAppender?: OpenAppender
}

export type FileSink = Sink & {
  /** How many records could not be written (disk full, read-only, …). */
  readonly dropped: number
  /** Why the last of them could not be written. */
  readonly failure: string | undefined
}

/** One call of `hash` takes half the time of `createHash`. */
const sha256 = (text: string): string => hash('sha256', text)

/** A line's length has 24 bits in the index. */
const LONGEST_LINE = 8 * 2 ** 20

export function fileSink(given: FileSinkOptions): FileSink {
  const { directory, settings = () => defaultLog, host, agent, purpose, call, openAppender = createAppender } = given
  const appender = openAppender(directory, settings)
  /** Records dropped since the last one that was written, which the next record reports. */
  let unreported = 0
  let unguard: (() => void) | undefined

  function append(record: HookRecord): void {
    unguard ??= guardSizeLimit()
    const options = {
      capture: settings().capture,
      hash: sha256,
      pid: process.pid,
      ...(host === undefined ? {} : { host }),
      ...(agent === undefined ? {} : { agent }),
      ...(purpose === undefined ? {} : { purpose }),
      ...(call === undefined ? {} : { call }),
      ...(unreported > 0 ? { dropped: unreported } : {}),
    }
    const text = toLogText(record, options)
    // No character takes more than three bytes, so most texts need not be measured.
    const length = text.length * 3 <= LONGEST_LINE ? 0 : Buffer.byteLength(text)
    appender.append(length <= LONGEST_LINE ? text : shorten(toLogRecord(record, options), length))
  }

  // Fields instead of getters: each event of the daemon has a sink, and V8 keeps objects with getters of their own for long.
  const sink: FileSink & { dropped: number; failure: string | undefined } = {
    name: 'log',
    dropped: 0,
    failure: undefined,
    takesAll: () => settings().audit === true,
    unwritten() {
      const { audit, failClosed } = settings()
      return unreported > 0 && audit === true && failClosed === true ? sink.failure : undefined
    },
    write(record) {
      try {
        append(record)
        unreported = 0
      } catch (error) {
        // A decision stands even if it cannot be recorded: that is the contract of the port.
        sink.dropped += 1
        unreported += 1
        sink.failure = String(error)
      }
    },
    async close() {
      unguard?.()
      unguard = undefined
      appender.close()
    },
  }
  return sink
}

/** Removes inputs and replies from a record that is too long for a line. Which hooks ran, and their outcomes, stay. */
function shorten(record: LogRecord, length: number): string {
  const gone = { cut: true } as const
  const { originalInput, ...rest } = record
  const short: LogRecord = {
    ...rest,
    input: gone,
    ...(originalInput === undefined ? {} : { originalInput: gone }),
    reply: gone,
    runs: record.runs.slice(0, 1000).map(({ reply, ...run }) => (reply === undefined ? run : { ...run, reply: gone })),
    erased: [],
    redacted: [],
    cut: [{ path: 'input', length }],
  }
  return JSON.stringify(short)
}

/**
 * A limit on the size of files (`ulimit -f`) ends a process that has no listener for this signal; with one the write fails.
 * One listener serves every sink of the process.
 */
let guarding = 0
const ignore = () => {}
function guardSizeLimit(): () => void {
  if (process.platform === 'win32') return ignore
  if (guarding++ === 0) process.on('SIGXFSZ', ignore)
  return () => {
    if (--guarding === 0) process.off('SIGXFSZ', ignore)
  }
}
