/** What every reporter gets. */
import { pathToFileURL } from 'node:url'
import { shownPath } from '../../paths.ts'
import type { Style } from '../../style.ts'
import type { Finding } from '../rule.ts'

export interface Report {
  readonly findings: readonly Finding[]
  /** Those that are there. */
  readonly files: readonly string[]
  readonly hooks: number
  readonly root?: string
  readonly cwd: string
  /** Warnings count too. */
  readonly strict: boolean
  readonly style: Style
  readonly columns?: number
  lineOf(file: string, line: number): string | undefined
}
export type Reporter = (report: Report) => string

export interface Counts {
  readonly error: number
  readonly warning: number
  readonly note: number
  readonly fixable: number
}
export const countsOf = (findings: readonly Finding[]): Counts => {
  const of = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length
  const fixable = findings.filter(({ fix }) => fix !== undefined).length
  return { error: of('error'), warning: of('warning'), note: of('note'), fixable }
}

/** By file, in the order of the findings. */
export function byFile(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) groups.set(finding.file, [...(groups.get(finding.file) ?? []), finding])
  return groups
}

/** As a forge wants it: from the current directory, with forward slashes. */
export function uriOf(file: string, cwd: string): string {
  const short = shownPath(file, cwd).replaceAll('\\', '/')
  return short.startsWith('..') || short === file ? pathToFileURL(file).href : encodeURI(short)
}
