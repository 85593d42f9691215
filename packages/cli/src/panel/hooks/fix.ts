/** `POST /api/problems/fix`: fixes one finding, or with `dryRun` shows what the fix would change. */
import type { FixResponse } from '@hookline/web/wire'
import { renderDiff } from '../../lint/fix/diff.ts'
import { makeChanges } from '../../lint/fix/make.ts'
import { fileOf, planChanges } from '../../lint/fix/plan.ts'
import { quoted, untrustedRoots } from '../../text/entry-text.ts'
import { styleFor } from '../../text/style.ts'
import { checkScene } from '../scene/check-cache.ts'
import { badRequest, PanelFailure } from '../server/failure.ts'
import type { PanelRequest, Route } from '../server/route.ts'
import { readProblems } from './problems.ts'

export const fixRoute: Route = {
  method: 'POST',
  path: '/api/problems/fix',
  changes: ({ dryRun }) => dryRun !== true,
  answer,
}

async function answer({ panel, scene, body: { key, dryRun } }: PanelRequest): Promise<FixResponse> {
  if (typeof key !== 'string') throw badRequest('key must be the "fix" of a problem')
  // The file may have changed since the page was loaded, so check again and fix only what is still found.
  const { byKey, facts } = await checkScene(scene, 0)
  const finding = byKey.get(key)
  if (finding === undefined)
    throw new PanelFailure(409, 'stale', 'The file changed since this problem was found. Reload the page.')
  const changes = planChanges([finding], facts.read)
  const shown = changes.map((change) => ({ file: fileOf(change), diff: renderDiff([change], plainStyle, scene.root) }))
  if (dryRun === true) return { changes: shown, failed: [] }
  const question = await panel.startTrust(scene.root)
  const failed = await makeChanges(changes)
  await scene.hooks.reload()
  // The page does not wait for an answer at the terminal.
  if (failed.length === 0)
    void question
      .ask(changes.map(fileOf), shown.map(({ diff }) => diff).join('\n'))
      .then((isTrusted) => (isTrusted ? scene.hooks.reload() : undefined))
      .catch(() => {})
  const [waiting] = untrustedRoots(scene.hooks.entries)
  const next = waiting === undefined ? {} : { next: `hookline trust add ${quoted(waiting)}` }
  return { changes: shown, failed, after: await readProblems(scene, 0), ...next }
}

const plainStyle = styleFor({ write: () => undefined }, {})
