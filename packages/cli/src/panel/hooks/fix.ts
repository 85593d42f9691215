/** `POST /api/problems/fix`: mends one finding, or shows what that would change. */
import type { FixResponse } from '@hookline/web/wire'
import { renderDiff } from '../../lint/fix/diff.ts'
import { makeChanges } from '../../lint/fix/make.ts'
import { type Change, planChanges } from '../../lint/fix/plan.ts'
import { styleFor } from '../../style.ts'
import { lookAt } from '../scene/look.ts'
import type { Ask, Route } from '../server/ask.ts'
import { badRequest, PanelFailure } from '../server/failure.ts'
import { problemsOf } from './problems.ts'

export const fixRoute: Route = {
  method: 'POST',
  path: '/api/problems/fix',
  changes: ({ dryRun }) => dryRun !== true,
  answer,
}

async function answer({ scene, body: { key, dryRun } }: Ask): Promise<FixResponse> {
  if (typeof key !== 'string') throw badRequest('key is missing')
  // What was seen may be gone: only what is found again now is mended.
  const { byKey, facts } = await lookAt(scene, 0)
  const finding = byKey.get(key)
  if (finding === undefined)
    throw new PanelFailure(409, 'stale', 'The file has changed since this was found: look again.')
  const changes = planChanges([finding], facts.read)
  const shown = changes.map((change) => ({ file: fileOf(change), diff: renderDiff([change], plainStyle, scene.root) }))
  if (dryRun === true) return { changes: shown, failed: [] }
  const failed = await makeChanges(changes)
  await scene.hooks.reload()
  return { changes: shown, failed, after: await problemsOf(scene, 0) }
}

const plainStyle = styleFor({ write: () => undefined }, {})
const fileOf = (change: Change): string => (change.kind === 'text' ? change.file : change.path)
