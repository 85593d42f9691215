/** `POST /api/marks`: a decision that a person calls wrong. */
import type { LogRow } from '@hookline/web/wire'
import { rowFacts } from '../scene/scene.ts'
import type { Ask, Route } from '../server/ask.ts'
import { badRequest } from '../server/failure.ts'
import { rowOf } from './row.ts'
import { recordOf } from './story.ts'

export const marksRoute: Route = { method: 'POST', path: '/api/marks', changes: () => true, answer }

/** Answers the row as it is then. */
async function answer({ scene, body: { id, marked } }: Ask): Promise<LogRow> {
  if (typeof id !== 'string' || typeof marked !== 'boolean') throw badRequest('id and marked are missing')
  const record = await recordOf(scene, id)
  scene.marks.set(record.id, marked)
  return rowOf(record, rowFacts(scene))
}
