/** Streams new rows of the log to every open page. Queues are bounded, a page can resume, and a closed page leaves nothing behind. */
import type { LogRecord } from '@hookline/core/node'
import type { LogRow } from '@hookline/web/wire'
import { type RowFacts, rowFacts, type Scene } from '../scene/scene.ts'
import { toRow } from './row.ts'
import { passesFilter, type RowFilter } from './row-filter.ts'

export interface LogStream {
  /** `from` is the newest record that the page has. The stream contains only rows that pass the filter. */
  listen(from: string | undefined, filter: RowFilter): ReadableStream<Uint8Array>
  /** Reports to every page that the hook files changed. */
  change(): void
  /** Reports that the panel shows another scene, so that every page reloads. */
  reset(): void
  /** The number of open pages. */
  count(): number
  close(): void
}

/** The longest queue for a page that reads slowly. A longer one is replaced by a request to reload. */
const MAX_WAITING = 4_000
/** The most rows that a returning page is sent. If it missed more, it reloads. */
const MAX_MISSED = 1_000
const KEEP_ALIVE_MS = 15_000

const message = (event: string, data = '', id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
// JSON contains no raw line break, and line breaks are removed from the id, so that neither can end a message early.
const rowMessage = (row: LogRow): string => message('row', JSON.stringify(row), row.id.replace(/[\r\n\0]/g, ''))

interface Listener {
  send(text: string): void
  record(record: LogRecord): void
  end(): void
}

export function createLogStream(scene: () => Scene): LogStream {
  const listeners = new Set<Listener>()
  let stop: (() => void) | undefined

  const follow = () => {
    stop?.()
    stop =
      listeners.size === 0
        ? undefined
        : scene().log.follow('end', (record) => {
            for (const listener of listeners) listener.record(record)
          })
  }
  const keepAlive = setInterval(() => {
    for (const { send } of listeners) send(': alive\n\n')
  }, KEEP_ALIVE_MS)
  keepAlive.unref()

  function add(listener: Listener): void {
    listeners.add(listener)
    if (stop === undefined) follow()
  }
  function remove(listener: Listener): void {
    listeners.delete(listener)
    if (listeners.size === 0) follow()
  }
  const sendToAll = (text: string) => {
    for (const { send } of listeners) send(text)
  }

  return {
    listen(from, filter) {
      const { stream, listener } = createListener(scene, filter, () => remove(listener))
      // Follow the log before reading missed rows: a row that is written in between is found twice and sent once.
      add(listener)
      void listener.begin(from)
      return stream
    },
    change: () => sendToAll(message('change')),
    reset() {
      follow()
      sendToAll(message('reset'))
    },
    count: () => listeners.size,
    close() {
      clearInterval(keepAlive)
      for (const listener of [...listeners]) listener.end()
      stop?.()
    },
  }
}

function createListener(scene: () => Scene, filter: RowFilter, onGone: () => void) {
  const encoder = new TextEncoder()
  let waiting: string[] = [': hello\n\n']
  /** Records that arrive while the missed ones are still being read; undefined afterwards. */
  let early: LogRecord[] | undefined = []
  let sentIds: ReadonlySet<string> = new Set()
  let ended = false
  let wake = () => {}

  const send = (text: string) => {
    if (ended) return
    if (waiting.length >= MAX_WAITING) waiting = [message('reset')]
    else waiting.push(text)
    wake()
  }
  const sendRow = (record: LogRecord, facts: RowFacts) => {
    const row = toRow(record, facts)
    if (passesFilter(filter, record, row)) send(rowMessage(row))
  }
  const sendRecord = (record: LogRecord) => {
    if (!sentIds.has(record.id)) sendRow(record, rowFacts(scene()))
  }
  const end = () => {
    ended = true
    wake()
  }
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (waiting.length === 0 && !ended)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      if (waiting.length > 0) controller.enqueue(encoder.encode(waiting.join('')))
      waiting = []
      if (ended) {
        onGone()
        controller.close()
      }
    },
    cancel() {
      end()
      onGone()
    },
  })
  const listener = {
    send,
    end,
    record(record: LogRecord) {
      if (early === undefined) sendRecord(record)
      else early.push(record)
    },
    async begin(from: string | undefined) {
      const missed = from === undefined ? [] : await readMissed(scene(), from).catch(() => undefined)
      if (missed === undefined) send(message('reset'))
      const facts = rowFacts(scene())
      for (const record of missed ?? []) sendRow(record, facts)
      sentIds = new Set((missed ?? []).map(({ id }) => id))
      for (const record of early ?? []) sendRecord(record)
      early = undefined
    },
  }
  return { stream, listener }
}

/** Reads the records after `from`, oldest first. Returns undefined if there are too many or the log no longer has `from`. */
async function readMissed({ log }: Scene, from: string): Promise<readonly LogRecord[] | undefined> {
  const { records } = await log.query({ limit: MAX_MISSED + 1 })
  const at = records.findIndex(({ id }) => id === from)
  return at < 0 ? undefined : records.slice(0, at).reverse()
}
