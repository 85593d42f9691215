/** What the team last asked this machine to judge over its log, kept from one sync to the next. */
import { isObject } from '@hookline/core/protocol'
import { readState } from '@hookline/core/team'
import { type BundledPreview, isJudged } from '../../wire/preview.ts'
import type { ClientPaths } from '../device/machine.ts'
import type { Disk } from '../disk.ts'

/** The list was verified, and every field of the preview checked. */
export function savePreview(preview: BundledPreview | undefined, paths: ClientPaths, disk: Disk): void {
  const stored = readState(paths.preview)
  if (preview === undefined) {
    if (stored.kind !== 'missing') disk.remove(paths.preview)
    return
  }
  const isSame = stored.kind === 'read' && JSON.stringify(stored.value) === JSON.stringify(preview)
  if (!isSame) disk.replaceFile(paths.preview, `${JSON.stringify(preview)}\n`)
}

/** Someone may have changed the file since, so that only what has no effects is read from it. */
export function readSavedPreview({ preview }: ClientPaths): BundledPreview | undefined {
  const stored = readState(preview)
  if (stored.kind !== 'read' || !Array.isArray(stored.value.hooks)) return undefined
  // Only `savePreview` writes this file.
  const saved = stored.value as unknown as BundledPreview
  return saved.hooks.every((hook) => isObject(hook) && isJudged(hook.kind ?? 'script')) ? saved : undefined
}
