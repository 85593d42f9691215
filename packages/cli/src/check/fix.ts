/** `--fix`: fixes what can be fixed in only one way, and checks again until nothing is left to fix. */
import { diffOf } from '../lint/fix/diff.ts'
import { type Failed, makeChanges } from '../lint/fix/make.ts'
import { type Change, planChanges } from '../lint/fix/plan.ts'
import type { Style } from '../style.ts'
import type { Checked } from './look.ts'

/** A fixed path may bring up a script that was not found before, so several rounds may be needed. */
const ROUNDS = 4

export interface FixOptions {
  readonly dryRun: boolean
  look(): Promise<Checked>
  read(file: string): string | undefined
}
export interface Fixed {
  /** As it is now. */
  readonly checked: Checked
  readonly changes: readonly Change[]
  readonly failed: readonly Failed[]
}

export async function applyFixes(first: Checked, options: FixOptions): Promise<Fixed> {
  let checked = first
  const changes: Change[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const planned = planChanges(checked.findings, options.read)
    if (planned.length === 0) break
    changes.push(...planned)
    if (options.dryRun) break
    const failed = await makeChanges(planned)
    checked = await options.look()
    if (failed.length > 0) return { checked, changes, failed }
  }
  return { checked, changes, failed: [] }
}

/** What was done, or would be. */
export function fixedText({ changes }: Fixed, dryRun: boolean, style: Style, cwd: string): string {
  if (changes.length === 0) return 'Nothing here can be fixed safely.\n\n'
  const files = new Set(changes.map((change) => (change.kind === 'text' ? change.file : change.path))).size
  const many = `${files} file${files === 1 ? '' : 's'}`
  return `${diffOf(changes, style, cwd)}${dryRun ? `${many} would change; nothing was written.` : `${many} changed.`}\n\n`
}
