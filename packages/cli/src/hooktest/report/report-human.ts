/** Reports results as text: a heading per hook, a line per case, and the reasons of a failure. */

import { shownPath } from '../../paths.ts'
import { counted, widest } from '../../text/entry-text.ts'
import { outcomeText } from '../../text/outcome-text.ts'
import { clip, oneLine, plain } from '../../text/plain.ts'
import { type Style, styleFor } from '../../text/style.ts'
import type { CaseResult, FileResult, RunFacts } from '../read/types.ts'
import type { Coverage } from '../run/coverage.ts'
import type { Reporter, TestSummary } from './report.ts'

const MAX_NAME = 60

export const reportHuman: Reporter = async (results, end, { io, verbose, network, watching }) => {
  const style = styleFor(io.stdout, io.env)
  for await (const file of results) io.stdout.write(`${fileLines(file, style, io.cwd, verbose).join('\n')}\n`)
  const ending = end()
  if (ending.coverage !== undefined) io.stdout.write(`${coverageLines(ending.coverage, style).join('\n')}\n`)
  if (verbose) io.stdout.write(`${style.dim(`network ${network}`)}\n`)
  io.stdout.write(`${summary(ending, style, watching)}\n`)
}

function fileLines(
  { file, title, problems, results }: FileResult,
  style: Style,
  cwd: string,
  verbose: boolean,
): readonly string[] {
  const path = oneLine(shownPath(file, cwd))
  if (problems.length > 0)
    return problems.map(
      ({ line, column, message }) =>
        `${style.bold(`${path}:${line}:${column}`)} ${style.red('error')} ${oneLine(message)}`,
    )
  const width = Math.min(
    MAX_NAME,
    Math.max(0, ...results.map(({ name, kind }) => (kind === 'case' ? clipName(name).length : 0))),
  )
  const wordWidth = Math.max(5, ...results.map(({ word }) => word.length))
  return [
    `${style.bold(oneLine(title))}${verbose ? `  ${style.dim(path)}` : ''}`,
    ...results.flatMap((result) =>
      result.kind === 'case'
        ? caseLines(result, { width, wordWidth, style, verbose })
        : sameVerdictLines(result, style),
    ),
  ]
}

interface CaseLayout {
  readonly width: number
  readonly wordWidth: number
  readonly style: Style
  readonly verbose: boolean
}
const clipName = (name: string): string => clip(oneLine(name), MAX_NAME)

function caseLines(result: CaseResult, { width, wordWidth, style, verbose }: CaseLayout): readonly string[] {
  const { outcome, word, reasons } = result
  const mark = { passed: style.green('✓'), failed: style.red('✗'), skipped: style.yellow('–') }[outcome]
  const [first, ...more] = outcome === 'passed' ? [] : reasons
  const tail =
    outcome === 'passed'
      ? style.dim(timing(result))
      : outcome === 'failed'
        ? style.red(oneLine(first ?? ''))
        : style.dim(oneLine(first ?? ''))
  const indent = ' '.repeat(wordWidth + 6)
  return [
    `  ${mark} ${word.padEnd(wordWidth)}  ${clipName(result.name).padEnd(width)}   ${tail}`.trimEnd(),
    ...more.flatMap((reason) =>
      plain(reason)
        .split('\n')
        .map((line) => `${indent}${clip(line, 200)}`),
    ),
    ...(verbose ? details(result).map((line) => `${indent}${style.dim(line)}`) : []),
  ]
}

function timing({ durationMs, execution }: CaseResult): string {
  const idle = execution !== undefined && execution.runs.length === 0 ? ' · no hook ran' : ''
  return `${ms(durationMs)}${idle}`
}

/** What -v adds: the hooks that ran with their outcome, and the skipped ones with the reason. */
function details({ execution, comparisons = [] }: CaseResult): readonly string[] {
  if (execution === undefined) return []
  const skipped = execution.skipped.map(({ entry, detail }) => `skip  ${oneLine(entry.label)}  ${oneLine(detail)}`)
  const variants = comparisons.map(({ on, says }) => `on ${on}: ${says}`)
  return [...execution.runs.flatMap(runLines), ...skipped, ...(variants.length === 0 ? [] : [variants.join(', ')])]
}

function runLines({
  entry,
  exitCode,
  signal,
  stdout,
  stderr,
  outcome,
  failure,
  durationMs,
}: RunFacts): readonly string[] {
  const end = exitCode === undefined ? (signal ?? '') : `exit ${exitCode}`
  const how =
    failure === undefined ? outcomeText({ kind: outcome }) : `failed (${failure.code}): ${oneLine(failure.message)}`
  const printed = (name: string, text: string) => (text.trim() === '' ? [] : [`  ${name}  ${clip(oneLine(text), 200)}`])
  return [
    `ran   ${oneLine(entry.label)}  ${[end, ms(durationMs), how].filter(Boolean).join(' · ')}`,
    ...printed('stdout', stdout),
    ...printed('stderr', clipStart(stderr.trimEnd(), 190)),
  ]
}

const clipStart = (text: string, most: number): string => (text.length > most ? `… ${text.slice(-most)}` : text)

const sameVerdictLines = ({ name, outcome, reasons }: CaseResult, style: Style): readonly string[] => [
  `  ${outcome === 'passed' ? style.green('✓') : style.red('✗')} ${name}`,
  ...reasons.map((reason) => `    ${oneLine(reason)}`),
]

function summary({ totals }: TestSummary, style: Style, watching: boolean): string {
  const { passed, failed, skipped, durationMs } = totals
  const counts = [
    style.green(`${passed} passed`),
    ...(failed === 0 ? [] : [style.red(`${failed} failed`)]),
    ...(skipped === 0 ? [] : [style.yellow(`${skipped} skipped`)]),
  ]
  return [counts.join(', '), ms(durationMs), ...(watching ? ['watching'] : [])].join(' · ')
}

const ms = (duration: number): string =>
  duration >= 10_000 ? `${(duration / 1000).toFixed(1)} s` : `${Math.max(1, Math.round(duration))} ms`

/** Coverage as a table: the hooks that ran or never ran, and the branches of matchers that never matched. */
function coverageLines(coverage: readonly Coverage[], style: Style): readonly string[] {
  const labels = coverage.map(({ entry }) => clip(oneLine(entry.label), 50))
  const [label, event] = [widest(labels), widest(coverage.map(({ entry }) => entry.event))]
  const rows = coverage.flatMap((one, at) => [
    `  ${mark(one, style)} ${(labels[at] ?? '').padEnd(label)}  ${one.entry.event.padEnd(event)}  ${one.cases === 0 ? style.red('never ran') : counted(one.cases, 'case')}`,
    ...unmatchedBranches(one).map((branch) => `      ${style.yellow('never matched')}  ${oneLine(branch)}`),
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

const unmatchedBranches = ({ branches }: Coverage): readonly string[] =>
  branches.filter(({ met }) => !met).map(({ branch }) => branch)
const mark = (one: Coverage, style: Style): string =>
  one.cases === 0 ? style.red('✗') : unmatchedBranches(one).length > 0 ? style.yellow('~') : style.green('✓')
