/** Checks the files once: the problems of the reader, and what the linter adds. */
import type { Facts } from '../lint/context/facts.ts'
import { mayFixIn } from '../lint/fix/may-fix.ts'
import { lint } from '../lint/lint.ts'
import type { Finding } from '../lint/rule.ts'
import type { Found } from './find.ts'

export interface Checked {
  readonly found: Found
  /** With the fixes that may be made, and no others. */
  readonly findings: readonly Finding[]
}

/** `only`: texts are fixed in this file alone; scripts may be made executable in its workspace. */
export async function look(find: () => Promise<Found>, facts: Facts, only?: string): Promise<Checked> {
  const found = await find()
  const text = mayFixIn(only ?? found.root)
  const mode = mayFixIn(found.root)
  const findings = (await lint(found, facts)).map((finding) => {
    const may = finding.fix?.kind === 'mode' ? mode : text
    if (finding.fix === undefined || may(finding)) return finding
    const { fix: _, ...rest } = finding
    return rest
  })
  return { found, findings }
}
