/** The order, the summary and the marked lines of problems. Pure. */
import { formatCount } from '../../../kit/text.ts'
import type { ProblemGroup, ProblemsPage, Tone } from '../../../wire/panel.ts'

type Severity = ProblemGroup['severity']

const order: readonly Severity[] = ['error', 'warning', 'note']
const tones: Readonly<Record<Severity, Tone>> = { error: 'deny', warning: 'fail', note: 'plain' }

export const toneOf = (severity: Severity): Tone => tones[severity]

/** Sorts by severity, then by the number of problems. */
export const sortBySeverity = (groups: readonly ProblemGroup[]): readonly ProblemGroup[] =>
  [...groups].sort(
    (a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || b.problems.length - a.problems.length,
  )

/** `2 errors and 1 warning in 3 files; 1 hook failed in the last day.` */
export function summarize({ groups, failures, files, uncalled }: ProblemsPage): string {
  const extra = { error: 0, warning: uncalled.length, note: 0 }
  const counts = order
    .map((severity) => ({ severity, count: countOf(groups, severity) + extra[severity] }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => formatCount(count, severity))
  const problems = counts.length === 0 ? 'No problems' : counts.join(', ')
  const failed = new Set(failures.map(({ hookId }) => hookId)).size
  const recent = failed === 0 ? 'no hook failed' : `${formatCount(failed, 'hook')} failed`
  return `${problems} in ${formatCount(files.length, 'file')}; ${recent} in the last day.`
}

const countOf = (groups: readonly ProblemGroup[], severity: Severity): number =>
  groups.filter((group) => group.severity === severity).reduce((sum, { problems }) => sum + problems.length, 0)

export interface MarkedLine {
  readonly before: string
  readonly at: string
  readonly after: string
}

const CONTEXT = 60

/** Splits a line so that the position can be marked, and cuts long lines around it. Columns count from 1. */
export function splitAtColumn(text: string, column: number): MarkedLine {
  const at = Math.min(Math.max(0, column - 1), text.length)
  const token = /^(?:"(?:[^"\\]|\\.)*"?|[\w$.-]+|[^\s])/.exec(text.slice(at))?.[0] ?? ' '
  const from = Math.max(0, at - CONTEXT)
  const before = text.slice(from, at)
  const after = text.slice(at + token.length)
  return {
    before: from === 0 ? before.trimStart() : `…${before}`,
    at: token.length > CONTEXT ? `${token.slice(0, CONTEXT)}…` : token,
    after: after.length > CONTEXT ? `${after.slice(0, CONTEXT)}…` : after,
  }
}
