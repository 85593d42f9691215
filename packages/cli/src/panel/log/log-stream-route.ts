/** `GET /api/live`: streams new rows as server-sent events. */

import { PanelFailure } from '../server/failure.ts'
import type { PanelRequest, Route } from '../server/route.ts'
import { safeHeaders } from '../server/safe-headers.ts'
import { parseRowFilter } from './row-filter.ts'

export const logStreamRoute: Route = { method: 'GET', path: '/api/live', answer: openStream }

/** Far more pages than a user opens. Each stream keeps a connection and a queue of unsent messages. */
const MAX_STREAMS = 50

function openStream({ panel, headers, query }: PanelRequest): Response {
  if (panel.stream.count() >= MAX_STREAMS)
    throw new PanelFailure(
      503,
      'too-many',
      `${MAX_STREAMS} pages of the panel are open, and no more can connect. Close some of them.`,
    )
  const from = headers.get('last-event-id') ?? ''
  return new Response(panel.stream.listen(from === '' ? undefined : from, parseRowFilter(query)), {
    headers: { ...safeHeaders(), 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  })
}
