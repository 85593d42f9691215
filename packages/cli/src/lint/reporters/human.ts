/** Prints findings for people: by file, each with its line, a caret and a hint. */

import { shownPath } from '../../paths.ts'
import { counted } from '../../text/entry-text.ts'
import { oneLine, visible } from '../../text/plain.ts'
import type { Finding } from '../rule.ts'
import { countFindings, groupByFile, type Report } from './report.ts'

const colours = { error: 'red', warning: 'yellow', note: 'cyan' } as const
const WIDTH = 100

export function human(report: Report): string {
  const groups = [...groupByFile(report.findings)].map(([file, findings]) => renderFile(file, findings, report))
  return [...groups, renderSummary(report)].join('\n')
}

function renderFile(file: string, findings: readonly Finding[], report: Report): string {
  const width = Math.max(...findings.map(({ line, column }) => `${line}:${column}`.length))
  const hinted = new Set<string>()
  const lines = findings.flatMap((finding) => {
    // Print each hint only once per file.
    const key = `${finding.code} ${finding.hint}`
    const again = hinted.has(key)
    hinted.add(key)
    return renderFinding(finding, width, again, report)
  })
  return `${report.style.bold(oneLine(shownPath(file, report.cwd)))}\n${lines.join('\n')}\n`
}

function renderFinding(finding: Finding, width: number, again: boolean, report: Report): readonly string[] {
  const { line, column, severity, code, message, hint, fix } = finding
  const { style } = report
  const position = `${line}:${column}`.padEnd(width)
  const level = style[colours[severity]](severity.padEnd(7))
  const indent = ' '.repeat(width + 4)
  const columns = Math.max(40, Math.min(report.columns ?? WIDTH, WIDTH) - indent.length)
  return [
    `  ${position}  ${level}  ${style.bold(code)} ${oneLine(message)}${fix === undefined ? '' : style.green('  --fix')}`,
    ...(severity === 'note' ? [] : sourceLines(finding, report, columns).map((text) => indent + text)),
    ...(hint === '' || again ? [] : wrapText(oneLine(hint), columns).map((text) => indent + text)),
  ]
}

/** The line, cut so that it fits: the caret in the next line must be below its character. */
function sourceLines(
  { file, line, column, secret }: Finding,
  { lineOf, style }: Report,
  columns: number,
): readonly string[] {
  const text = secret === true ? undefined : lineOf(file, line)
  if (text === undefined || text.trim() === '') return []
  // Hidden characters are shown as escapes, because a problem may be about them. The caret counts what is printed.
  const before = visible(text.slice(0, column - 1).replaceAll('\t', ' '))
  const after = visible(text.slice(column - 1).replaceAll('\t', ' '))
  const number = String(line)
  const width = columns - number.length - 3
  const cut = before.length + after.length <= width ? 0 : Math.max(0, before.length - Math.floor(width / 2))
  const lead = (cut > 0 ? '…' : '') + before.slice(cut)
  const left = width - lead.length
  return [
    `${style.dim(`${number} |`)} ${lead}${after.length > left ? `${after.slice(0, left - 1)}…` : after}`,
    `${' '.repeat(number.length)} ${style.dim('|')} ${' '.repeat(lead.length)}${style.bold('^')}`,
  ]
}

function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/** `2 errors, 3 warnings · 3 fixable` */
function renderSummary({ findings, files, hooks, root, cwd, style }: Report): string {
  if (files.length === 0 && findings.length === 0)
    return `No hook files found for ${oneLine(root ?? cwd)}, so no hook runs there.\n`
  const counts = countFindings(findings)
  const parts = (['error', 'warning', 'note'] as const)
    .filter((severity) => counts[severity] > 0)
    .map((severity) => style[colours[severity]](counted(counts[severity], severity)))
  if (parts.length === 0)
    return `${style.green('no problems')} in ${files.map((file) => oneLine(shownPath(file, cwd))).join(', ')} (${counted(hooks, 'hook')})\n`
  return `${parts.join(', ')}${counts.fixable === 0 ? '' : ` · ${counts.fixable} fixable`}\n`
}
