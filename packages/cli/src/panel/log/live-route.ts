/** `GET /api/live`: the stream. */
import type { Ask, Route } from '../server/ask.ts'
import { PanelFailure } from '../server/failure.ts'
import { safeHeaders } from '../server/safe-headers.ts'
import { rowFilterOf } from './row-filter.ts'

export const liveRoute: Route = { method: 'GET', path: '/api/live', answer: live }

/** Far more than anybody has open; each holds a connection and what waits for it. */
const MOST_STREAMS = 50

function live({ panel, headers, query }: Ask): Response {
  if (panel.live.count() >= MOST_STREAMS)
    throw new PanelFailure(503, 'too-many', `${MOST_STREAMS} pages listen already: close some of them.`)
  const from = headers.get('last-event-id') ?? ''
  return new Response(panel.live.listen(from === '' ? undefined : from, rowFilterOf(query)), {
    headers: { ...safeHeaders(), 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  })
}
