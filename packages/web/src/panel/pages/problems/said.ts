/** The page's words and order. Pure. */
import { formatCount } from '../../../kit/text.ts'
import type { ProblemGroup, ProblemsPage, Tone } from '../../../wire/panel.ts'

type Severity = ProblemGroup['severity']

const order: readonly Severity[] = ['error', 'warning', 'note']
const tones: Readonly<Record<Severity, Tone>> = { error: 'deny', warning: 'fail', note: 'plain' }

export const toneOf = (severity: Severity): Tone => tones[severity]

/** The worst first, and in a severity what there is most of. */
export const bySeverity = (groups: readonly ProblemGroup[]): readonly ProblemGroup[] =>
  [...groups].sort(
    (one, other) =>
      order.indexOf(one.severity) - order.indexOf(other.severity) || other.problems.length - one.problems.length,
  )

/** `2 errors and 1 warning in 3 files; 1 hook failed in the last day.` */
export function summary({ groups, failures, files, uncalled }: ProblemsPage): string {
  const more = { error: 0, warning: uncalled.length, note: 0 }
  const counts = order
    .map((severity) => ({ severity, count: countOf(groups, severity) + more[severity] }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => formatCount(count, severity))
  const found = counts.length === 0 ? 'Nothing is wrong' : counts.join(', ')
  const failed = new Set(failures.map(({ hookId }) => hookId)).size
  const lately = failed === 0 ? 'no hook failed' : `${formatCount(failed, 'hook')} failed`
  return `${found} in ${formatCount(files.length, 'file')}; ${lately} in the last day.`
}

const countOf = (groups: readonly ProblemGroup[], severity: Severity): number =>
  groups.filter((group) => group.severity === severity).reduce((sum, { problems }) => sum + problems.length, 0)

export interface Marked {
  readonly before: string
  readonly at: string
  readonly after: string
}

const CONTEXT = 60

/** The line in three, so that the place can be marked; of a long line what is around it. Columns count from 1. */
export function marked(text: string, column: number): Marked {
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
