/** Rows as they are written, to every page that listens: bounded, resumable, and without a trace when the page goes. */
import type { LogRecord } from '@hookline/core/node'
import type { LogRow } from '@hookline/web/wire'
import { rowFacts, type Scene } from '../scene/scene.ts'
import { type RowFacts, rowOf } from './row.ts'
import { passes, type RowFilter } from './row-filter.ts'

export interface Live {
  /** `from`: the newest record that the page knows of. Only rows that pass the filter are sent. */
  listen(from: string | undefined, filter: RowFilter): ReadableStream<Uint8Array>
  /** The hook files changed. */
  change(): void
  /** Another scene is shown: everybody loads anew. */
  reset(): void
  /** How many listen now. */
  count(): number
  close(): void
}

/** What a page that does not keep up may have waiting; then it loads anew. */
const MOST_WAITING = 4_000
/** What a page that comes back may have missed. */
const MOST_MISSED = 1_000
const KEEP_ALIVE_MS = 15_000

const message = (event: string, data = '', id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
// JSON holds no raw line break, and an id of a record none either: neither can end a message early.
const rowMessage = (row: LogRow): string => message('row', JSON.stringify(row), row.id.replace(/[\r\n\0]/g, ''))

interface Listener {
  tell(text: string): void
  record(record: LogRecord): void
  end(): void
}

export function createLive(scene: () => Scene): Live {
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
  const alive = setInterval(() => {
    for (const { tell } of listeners) tell(': alive\n\n')
  }, KEEP_ALIVE_MS)
  alive.unref()

  function add(listener: Listener): void {
    listeners.add(listener)
    if (stop === undefined) follow()
  }
  function remove(listener: Listener): void {
    listeners.delete(listener)
    if (listeners.size === 0) follow()
  }
  const toAll = (text: string) => {
    for (const { tell } of listeners) tell(text)
  }

  return {
    listen(from, filter) {
      const { stream, listener } = createListener(scene, filter, () => remove(listener))
      // Follows first and looks back then: what is written in between comes twice and is sent once.
      add(listener)
      void listener.begin(from)
      return stream
    },
    change: () => toAll(message('change')),
    reset() {
      follow()
      toAll(message('reset'))
    },
    count: () => listeners.size,
    close() {
      clearInterval(alive)
      for (const listener of [...listeners]) listener.end()
      stop?.()
    },
  }
}

function createListener(scene: () => Scene, filter: RowFilter, onGone: () => void) {
  const encoder = new TextEncoder()
  let waiting: string[] = [': hello\n\n']
  let early: LogRecord[] | undefined = []
  let told: ReadonlySet<string> = new Set()
  let over = false
  let wake = () => {}

  const tell = (text: string) => {
    if (over) return
    if (waiting.length >= MOST_WAITING) waiting = [message('reset')]
    else waiting.push(text)
    wake()
  }
  const tellRow = (record: LogRecord, facts: RowFacts) => {
    const row = rowOf(record, facts)
    if (passes(filter, record, row)) tell(rowMessage(row))
  }
  const tellRecord = (record: LogRecord) => {
    if (!told.has(record.id)) tellRow(record, rowFacts(scene()))
  }
  const end = () => {
    over = true
    wake()
  }
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      while (waiting.length === 0 && !over)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      if (waiting.length > 0) controller.enqueue(encoder.encode(waiting.join('')))
      waiting = []
      if (over) {
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
    tell,
    end,
    record(record: LogRecord) {
      if (early === undefined) tellRecord(record)
      else early.push(record)
    },
    async begin(from: string | undefined) {
      const missed = from === undefined ? [] : await missedSince(scene(), from).catch(() => undefined)
      if (missed === undefined) tell(message('reset'))
      const facts = rowFacts(scene())
      for (const record of missed ?? []) tellRow(record, facts)
      told = new Set((missed ?? []).map(({ id }) => id))
      for (const record of early ?? []) tellRecord(record)
      early = undefined
    },
  }
  return { stream, listener }
}

/** Oldest first; undefined: too long ago, or nobody knows that record any more. */
async function missedSince({ log }: Scene, from: string): Promise<readonly LogRecord[] | undefined> {
  const { records } = await log.query({ limit: MOST_MISSED + 1 })
  const at = records.findIndex(({ id }) => id === from)
  return at < 0 ? undefined : records.slice(0, at).reverse()
}
