/** `POST /api/demo`: shows the demonstration, or the person's own again. It touches nothing of the person's. */
import type { Ask, Route } from '../server/ask.ts'
import { badRequest } from '../server/failure.ts'

export const demoRoute: Route = { method: 'POST', path: '/api/demo', answer }

async function answer({ panel, body: { on } }: Ask): Promise<{ readonly demo: boolean }> {
  if (typeof on !== 'boolean') throw badRequest('on is neither true nor false')
  await panel.show(on)
  return { demo: panel.scene().demo }
}
