/** `GET /api/log/<id>/test`: converts a record to hook tests that the user can copy. It runs no hook and writes no file. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { LogRecord } from '@hookline/core/node'
import type { AsTest } from '@hookline/web/wire'
import { CannotEdit } from '../../edit/change.ts'
import { createScratchDirectory } from '../../hooktest/scratch/scratch-directory.ts'
import { shownPath } from '../../paths.ts'
import { fileText } from '../../record/file-text.ts'
import { type Draft, gather } from '../../record/gather.ts'
import { openTargets } from '../../record/targets.ts'
import type { PanelRequest, Route } from '../server/route.ts'
import { findRecord } from './story.ts'

export const asTestRoute: Route = { method: 'GET', path: '/api/log/:id/test', answer }

async function answer({ scene, panel, params }: PanelRequest): Promise<AsTest> {
  const record = await findRecord(scene, params.id)
  const root = record.root ?? scene.root
  const scratch = createScratchDirectory()
  try {
    mkdirSync(join(scratch, 'home'))
    const targets = await openTargets(root, join(scratch, 'home'), undefined)
    const { drafts, unused } = await gather(oneRecord(record), root, targets, panel.signal)
    const files = drafts.map((draft) => renderDraft(draft, root))
    if (files.length > 0) return { files }
    return { files, unusable: [...new Set(unused.map(({ unusable }) => unusable))].join('; ') || 'no hook ran' }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function* oneRecord(record: LogRecord): AsyncGenerator<LogRecord> {
  yield record
}

/** Adds the new case to those of the test file. If that file cannot be read, the text is a comment with the reason. */
function renderDraft(draft: Draft, root: string): AsTest['files'][number] {
  const file = shownPath(draft.file, root)
  try {
    return { file, text: fileText(draft, root, root).change.after }
  } catch (thrown) {
    if (!(thrown instanceof CannotEdit)) throw thrown
    return { file, text: `# ${thrown.message}\n` }
  }
}
