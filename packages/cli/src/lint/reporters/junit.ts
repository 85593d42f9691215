/** Prints JUnit XML: a suite for each file and a test case for each finding. A finding that does not fail the run is output only. */
import { shownPath } from '../../paths.ts'
import { plain } from '../../text/plain.ts'
import type { Finding } from '../rule.ts'
import { groupByFile, type Report } from './report.ts'

export function junit(report: Report): string {
  const groups = groupByFile(report.findings)
  const files = [...new Set([...report.files, ...groups.keys()])]
  const suites = files.map((file) => renderSuite(file, groups.get(file) ?? [], report))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="hookline check">\n${suites.join('')}</testsuites>\n`
}

function renderSuite(file: string, findings: readonly Finding[], report: Report): string {
  const name = escapeXml(shownPath(file, report.cwd))
  const failures = findings.filter((finding) => isFailure(finding, report)).length
  const cases =
    findings.length === 0
      ? [`    <testcase classname="${name}" name="no problems"/>\n`]
      : findings.map((finding) => renderTestCase(finding, name, report))
  return `  <testsuite name="${name}" tests="${cases.length}" failures="${failures}" errors="0" skipped="0">\n${cases.join('')}  </testsuite>\n`
}

const isFailure = ({ severity }: Finding, { strict }: Report): boolean =>
  severity === 'error' || (strict && severity === 'warning')

function renderTestCase(finding: Finding, file: string, report: Report): string {
  const { line, column, code, severity, message, hint } = finding
  const body = escapeXml(`${file}:${line}:${column} ${severity} ${code} ${message}\n${hint}`)
  const inner = isFailure(finding, report)
    ? `<failure type="${code}" message="${escapeXml(message)}">${body}</failure>`
    : `<system-out>${body}</system-out>`
  return `    <testcase classname="${file}" name="${code} ${line}:${column}">\n      ${inner}\n    </testcase>\n`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
/** Drops characters that XML does not allow. */
const escapeXml = (text: string): string =>
  plain(text)
    .replace(/[\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '')
    .replace(/[&<>"']/g, (one) => entities[one] ?? one)
