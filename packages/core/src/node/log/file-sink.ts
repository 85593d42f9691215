/** The durable log's writing side: one line per event, on disk before `fire` resolves. Survives `kill -9`; not a power cut. */
import { hash } from 'node:crypto'
import type { HookRecord } from '../../flow.ts'
import type { Sink } from '../../ports.ts'
import { type LogRecord, type Purpose, toLogRecord, toLogText } from '../../sinks/log-record.ts'
import { defaultLog, type LogSettings } from '../../sinks/log-settings.ts'
import { createAppender } from './append.ts'

export interface FileSinkOptions {
  readonly directory: string
  /** Asked at every record: a setting that changes takes effect at once. */
  readonly settings?: () => LogSettings
  /** Who the events come from: stands in every record. */
  readonly host?: string
  /** The agent that gets the answers. */
  readonly agent?: string
  /** The events are invented, and why. */
  readonly purpose?: Purpose
}

export type FileSink = Sink & {
  /** How many records could not be written (disk full, read-only, …). */
  readonly dropped: number
  /** Why the last one could not. */
  readonly failure: string | undefined
}

/** In one call: half the time of an object for each text. */
const sha256 = (text: string): string => hash('sha256', text)

/** A line's length has 24 bits in the index. */
const LONGEST_LINE = 8 * 2 ** 20

export function fileSink(given: FileSinkOptions): FileSink {
  const { directory, settings = () => defaultLog, host, agent, purpose } = given
  const appender = createAppender(directory, settings)
  let dropped = 0
  let unsaid = 0
  let failure: string | undefined
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
      ...(unsaid > 0 ? { dropped: unsaid } : {}),
    }
    const text = toLogText(record, options)
    // No character takes more than three bytes: most texts are not measured.
    const length = text.length * 3 <= LONGEST_LINE ? 0 : Buffer.byteLength(text)
    appender.append(length <= LONGEST_LINE ? text : shortened(toLogRecord(record, options), length))
  }

  return {
    name: 'log',
    get dropped() {
      return dropped
    },
    get failure() {
      return failure
    },
    takesAll: () => settings().audit === true,
    unwritten() {
      const { audit, failClosed } = settings()
      return unsaid > 0 && audit === true && failClosed === true ? failure : undefined
    },
    write(record) {
      try {
        append(record)
        unsaid = 0
      } catch (error) {
        // Contract of the port: a decision stands whether or not it can be written down.
        dropped += 1
        unsaid += 1
        failure = String(error)
      }
    },
    async close() {
      unguard?.()
      unguard = undefined
      appender.close()
    },
  }
}

/** A record of many megabytes keeps who said what, and loses the texts. */
function shortened(record: LogRecord, length: number): string {
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
