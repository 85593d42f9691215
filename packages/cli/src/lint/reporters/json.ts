/** Prints JSON for programs: the problems in the library's format, and whether `--fix` can fix them. */
import { json as print } from '../../text/plain.ts'
import { countFindings, type Report } from './report.ts'

export function json({ findings, files, hooks, roots, probe }: Report): string {
  const problems = findings.map(({ source: _, fix, secret: __, script: ___, ...problem }) => ({
    ...problem,
    fixable: fix !== undefined,
  }))
  const { error, warning, note, fixable } = countFindings(findings)
  const summary = { errors: error, warnings: warning, notes: note, fixable }
  const more = { ...(roots === undefined ? {} : { roots }), ...(probe === undefined ? {} : { probe }) }
  return `${print({ version: 1, problems, summary, files, hooks, ...more })}\n`
}
