/** The event stream. It uses `fetch`, because an `EventSource` cannot send the token, and resumes after an interruption. */
import type { StreamEvent } from '../wire/panel.ts'
import { headers, readFailure } from './api.ts'

export type StreamState = 'connecting' | 'open' | 'gone' | 'refused'

interface Handlers {
  onEvent(event: StreamEvent): void
  onState(state: StreamState, why?: string): void
}

const MAX_WAIT_MS = 5000

/** Opens the stream and returns a function that closes it. `from` is the newest record the page has; `filter` selects rows. */
export function openStream(from: string | undefined, filter: string, handlers: Handlers): () => void {
  const stopping = new AbortController()
  void keepOpen(from, filter === '' ? '/api/live' : `/api/live?${filter}`, handlers, stopping.signal)
  return () => stopping.abort()
}

async function keepOpen(
  from: string | undefined,
  path: string,
  handlers: Handlers,
  signal: AbortSignal,
): Promise<void> {
  let last = from
  let failures = 0
  while (!signal.aborted) {
    handlers.onState(failures === 0 ? 'connecting' : 'gone')
    try {
      const resume = last === undefined ? {} : { 'last-event-id': last }
      const response = await fetch(path, { headers: { ...headers(), ...resume }, signal, cache: 'no-store' })
      if (!response.ok || response.body === null) {
        const { message, status } = await readFailure(response)
        // A retry cannot help, because the token stays the same.
        if (status === 401) return handlers.onState('refused', message)
        throw new Error(message)
      }
      failures = 0
      handlers.onState('open')
      for await (const { id, event } of readMessages(response.body)) {
        if (id !== undefined) last = id
        if (event !== undefined) handlers.onEvent(event)
      }
    } catch {
      if (signal.aborted) return
    }
    failures += 1
    handlers.onState('gone')
    await new Promise((done) => setTimeout(done, Math.min(MAX_WAIT_MS, 250 * 2 ** failures)))
  }
}

interface Message {
  readonly id?: string
  readonly event?: StreamEvent
}

async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  // The decoder accepts every BufferSource, so it accepts a Uint8Array.
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let buffered = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const parts = (buffered + value).split('\n\n')
    buffered = parts.pop() ?? ''
    for (const part of parts) yield parseMessage(part)
  }
}

function parseMessage(text: string): Message {
  const fields = new Map(
    text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]),
  )
  const id = fields.get('id')
  const event = fields.get('event')
  const data = fields.get('data')
  // The server sends only the events of StreamEvent.
  return {
    ...(id === undefined ? {} : { id }),
    ...(event === undefined
      ? {}
      : { event: (data === undefined || data === '' ? { event } : { event, data: JSON.parse(data) }) as StreamEvent }),
  }
}
