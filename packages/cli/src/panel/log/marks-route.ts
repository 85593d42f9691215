/** `POST /api/marks`: marks a decision as wrong (a false positive), or removes the mark. */
import type { LogRow } from '@hookline/web/wire'
import { rowFacts } from '../scene/scene.ts'
import { badRequest } from '../server/failure.ts'
import type { PanelRequest, Route } from '../server/route.ts'
import { toRow } from './row.ts'
import { findRecord } from './story.ts'

export const marksRoute: Route = { method: 'POST', path: '/api/marks', changes: () => true, answer }

/** Responds with the changed row. */
async function answer({ scene, body: { id, marked } }: PanelRequest): Promise<LogRow> {
  if (typeof id !== 'string' || typeof marked !== 'boolean')
    throw badRequest('the body must have id (a string) and marked (true or false)')
  const record = await findRecord(scene, id)
  scene.marks.set(record.id, marked)
  return toRow(record, rowFacts(scene))
}
