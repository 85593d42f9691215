/** `--fix`: mends what has only one mending, and looks again until nothing is left to mend. */
import { diffOf } from '../lint/fix/diff.ts'
import { type Failed, makeChanges } from '../lint/fix/make.ts'
import { type Change, planChanges } from '../lint/fix/plan.ts'
import type { Style } from '../style.ts'
import type { Checked } from './look.ts'

/** A mended path may bring up a script that was not seen before; more rounds than this are no mending. */
const ROUNDS = 4

export interface Mending {
  readonly dryRun: boolean
  look(): Promise<Checked>
  read(file: string): string | undefined
}
export interface Mended {
  /** As it is now. */
  readonly checked: Checked
  readonly changes: readonly Change[]
  readonly failed: readonly Failed[]
}

export async function mend(first: Checked, mending: Mending): Promise<Mended> {
  let checked = first
  const changes: Change[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const planned = planChanges(checked.findings, mending.read)
    if (planned.length === 0) break
    changes.push(...planned)
    if (mending.dryRun) break
    const failed = await makeChanges(planned)
    checked = await mending.look()
    if (failed.length > 0) return { checked, changes, failed }
  }
  return { checked, changes, failed: [] }
}

/** What was done, or would be. */
export function mendedText({ changes }: Mended, dryRun: boolean, style: Style, cwd: string): string {
  if (changes.length === 0) return 'Nothing here can be mended safely.\n\n'
  const files = new Set(changes.map((change) => (change.kind === 'text' ? change.file : change.path))).size
  const many = `${files} file${files === 1 ? '' : 's'}`
  return `${diffOf(changes, style, cwd)}${dryRun ? `${many} would change; nothing was written.` : `${many} changed.`}\n\n`
}
