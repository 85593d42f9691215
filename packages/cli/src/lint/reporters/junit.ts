/** JUnit XML: a suite for each file, a case for each finding. What does not count against the run is told, not failed. */
import { shownPath } from '../../paths.ts'
import { plain } from '../../plain.ts'
import type { Finding } from '../rule.ts'
import { byFile, type Report } from './report.ts'

export function junit(report: Report): string {
  const groups = byFile(report.findings)
  const files = [...new Set([...report.files, ...groups.keys()])]
  const suites = files.map((file) => suite(file, groups.get(file) ?? [], report))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="hookline check">\n${suites.join('')}</testsuites>\n`
}

function suite(file: string, findings: readonly Finding[], report: Report): string {
  const name = escaped(shownPath(file, report.cwd))
  const failures = findings.filter((finding) => counts(finding, report)).length
  const cases =
    findings.length === 0
      ? [`    <testcase classname="${name}" name="no problems"/>\n`]
      : findings.map((finding) => testcase(finding, name, report))
  return `  <testsuite name="${name}" tests="${cases.length}" failures="${failures}" errors="0" skipped="0">\n${cases.join('')}  </testsuite>\n`
}

const counts = ({ severity }: Finding, { strict }: Report): boolean =>
  severity === 'error' || (strict && severity === 'warning')

function testcase(finding: Finding, file: string, report: Report): string {
  const { line, column, code, severity, message, hint } = finding
  const body = escaped(`${file}:${line}:${column} ${severity} ${code} ${message}\n${hint}`)
  const inner = counts(finding, report)
    ? `<failure type="${code}" message="${escaped(message)}">${body}</failure>`
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
/** Characters that XML cannot hold are left out. */
const escaped = (text: string): string =>
  plain(text)
    .replace(/[\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '')
    .replace(/[&<>"']/g, (one) => entities[one] ?? one)
