/** `GET /api/live`: the stream. */
import type { Ask, Route } from './ask.ts'
import { safeHeaders } from './safe-headers.ts'

export const liveRoute: Route = { method: 'GET', path: '/api/live', answer: live }

function live({ panel, headers }: Ask): Response {
  const from = headers.get('last-event-id') ?? ''
  return new Response(panel.live.listen(from === '' ? undefined : from), {
    headers: { ...safeHeaders(), 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  })
}
