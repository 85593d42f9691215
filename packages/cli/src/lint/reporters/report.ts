/** What every reporter receives, and helpers that reporters share. */
import { pathToFileURL } from 'node:url'
import { shownPath } from '../../paths.ts'
import type { Style } from '../../text/style.ts'
import type { Finding } from '../rule.ts'

export interface Report {
  readonly findings: readonly Finding[]
  /** The hook files that exist. */
  readonly files: readonly string[]
  readonly hooks: number
  readonly root?: string
  /** The directories with hooks of their own, with their trust. */
  readonly roots?: readonly { readonly root: string; readonly trust: string }[]
  readonly cwd: string
  /** Warnings fail the run too. */
  readonly strict: boolean
  readonly style: Style
  readonly columns?: number
  lineOf(file: string, line: number): string | undefined
  /** For the JSON format: what running the hooks showed, if they were run. */
  readonly probe?: unknown
}
export type Reporter = (report: Report) => string

export interface Counts {
  readonly error: number
  readonly warning: number
  readonly note: number
  readonly fixable: number
}
export const countFindings = (findings: readonly Finding[]): Counts => {
  const of = (severity: Finding['severity']) => findings.filter((finding) => finding.severity === severity).length
  const fixable = findings.filter(({ fix }) => fix !== undefined).length
  return { error: of('error'), warning: of('warning'), note: of('note'), fixable }
}

/** Groups findings by file and keeps their order. */
export function groupByFile(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) groups.set(finding.file, [...(groups.get(finding.file) ?? []), finding])
  return groups
}

/** The URI that code hosts expect: relative to the current directory, with forward slashes. */
export function uriOf(file: string, cwd: string): string {
  const short = shownPath(file, cwd).replaceAll('\\', '/')
  return short.startsWith('..') || short === file ? pathToFileURL(file).href : encodeURI(short)
}
