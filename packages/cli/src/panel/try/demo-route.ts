/** `POST /api/demo`: switches to the demo, or back to the user's own workspace. It changes no file of the user. */

import { badRequest } from '../server/failure.ts'
import type { PanelRequest, Route } from '../server/route.ts'

export const demoRoute: Route = { method: 'POST', path: '/api/demo', answer }

async function answer({ panel, body: { on } }: PanelRequest): Promise<{ readonly demo: boolean }> {
  if (typeof on !== 'boolean') throw badRequest(`on must be true or false, got ${JSON.stringify(on)}`)
  await panel.show(on)
  return { demo: panel.scene().demo }
}
