/** The live stream, read with `fetch`: an `EventSource` cannot send the token. Goes on where it was after a break. */
import type { LiveEvent } from '../wire/panel.ts'
import { failureOf, headers } from './api.ts'

export type LiveState = 'connecting' | 'open' | 'gone' | 'refused'

interface Handlers {
  onEvent(event: LiveEvent): void
  onState(state: LiveState, why?: string): void
}

const LONGEST_WAIT_MS = 5000

/** Returns the way to stop. `from`: the newest record the page knows of. `filter`: which rows are wanted. */
export function listen(from: string | undefined, filter: string, handlers: Handlers): () => void {
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
        const { message, status } = await failureOf(response)
        // Another token will not come by waiting.
        if (status === 401) return handlers.onState('refused', message)
        throw new Error(message)
      }
      failures = 0
      handlers.onState('open')
      for await (const { id, event } of messages(response.body)) {
        if (id !== undefined) last = id
        if (event !== undefined) handlers.onEvent(event)
      }
    } catch {
      if (signal.aborted) return
    }
    failures += 1
    handlers.onState('gone')
    await new Promise((done) => setTimeout(done, Math.min(LONGEST_WAIT_MS, 250 * 2 ** failures)))
  }
}

interface Message {
  readonly id?: string
  readonly event?: LiveEvent
}

async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let buffered = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const parts = (buffered + value).split('\n\n')
    buffered = parts.pop() ?? ''
    for (const part of parts) yield parsed(part)
  }
}

function parsed(text: string): Message {
  const fields = new Map(
    text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]),
  )
  const id = fields.get('id')
  const event = fields.get('event')
  const data = fields.get('data')
  return {
    ...(id === undefined ? {} : { id }),
    // The server of this page says only these events.
    ...(event === undefined
      ? {}
      : { event: (data === undefined || data === '' ? { event } : { event, data: JSON.parse(data) }) as LiveEvent }),
  }
}
