/** Coverage as a table: what ran, what never did, which branches were never met. */
import { counted, widest } from '../../entry-text.ts'
import { clip, oneLine } from '../../plain.ts'
import type { Style } from '../../style.ts'
import type { Coverage } from '../run/coverage.ts'

export function coverageLines(coverage: readonly Coverage[], style: Style): readonly string[] {
  const labels = coverage.map(({ entry }) => clip(oneLine(entry.label), 50))
  const [label, event] = [widest(labels), widest(coverage.map(({ entry }) => entry.event))]
  const rows = coverage.flatMap((one, at) => [
    `  ${mark(one, style)} ${(labels[at] ?? '').padEnd(label)}  ${one.entry.event.padEnd(event)}  ${one.cases === 0 ? style.red('never ran') : counted(one.cases, 'case')}`,
    ...missed(one).map((branch) => `      ${style.yellow('never matched')}  ${oneLine(branch)}`),
  ])
  const branches = coverage.flatMap((one) => one.branches)
  const ran = coverage.filter(({ cases }) => cases > 0).length
  return [
    '',
    style.bold('Coverage'),
    ...rows,
    `  ${ran} of ${counted(coverage.length, 'hook')} ran${branches.length === 0 ? '' : `, ${branches.filter(({ met }) => met).length} of ${counted(branches.length, 'matcher branch', 'matcher branches')} matched`}`,
    '',
  ]
}

const missed = ({ branches }: Coverage): readonly string[] =>
  branches.filter(({ met }) => !met).map(({ branch }) => branch)
const mark = (one: Coverage, style: Style): string =>
  one.cases === 0 ? style.red('✗') : missed(one).length > 0 ? style.yellow('~') : style.green('✓')
