/** Reports results as JUnit XML, for build servers. */
import { relative } from 'node:path'
import { plain } from '../../text/plain.ts'
import type { CaseResult, FileResult } from '../read/types.ts'
import type { Reporter } from './report.ts'

export const reportJunit: Reporter = async (results, end, { io }) => {
  const suites: string[] = []
  for await (const file of results) suites.push(...suite(file, relative(io.cwd, file.file)))
  const { passed, failed, skipped, durationMs } = end().totals
  const counts = `tests="${passed + failed + skipped}" failures="${failed}" skipped="${skipped}" time="${seconds(durationMs)}"`
  io.stdout.write(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites name="hookline" ${counts}>`,
      ...suites,
      '</testsuites>',
      '',
    ].join('\n'),
  )
}

function suite({ problems, results, title }: FileResult, file: string): readonly string[] {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
  const broken = problems.map(({ line, column, message }) => failing(`${file}:${line}:${column}`, title, message))
  return [
    `  <testsuite name="${escaped(file)}" tests="${results.length + broken.length}" failures="${count('failed') + broken.length}" skipped="${count('skipped')}">`,
    ...broken,
    ...results.map((result) => testCase(result, title)),
    '  </testsuite>',
  ]
}

function testCase({ name, outcome, reasons, durationMs }: CaseResult, title: string): string {
  if (outcome === 'failed') return failing(name, title, ...reasons)
  const open = `    <testcase name="${escaped(name)}" classname="${escaped(title)}" time="${seconds(durationMs)}"`
  return outcome === 'passed' ? `${open}/>` : `${open}><skipped message="${escaped(reasons.join('; '))}"/></testcase>`
}

const failing = (name: string, title: string, ...reasons: readonly string[]): string =>
  `    <testcase name="${escaped(name)}" classname="${escaped(title)}"><failure message="${escaped(reasons[0] ?? '')}">${escaped(reasons.join('\n'))}</failure></testcase>`

const seconds = (ms: number): string => (ms / 1000).toFixed(3)
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
}
const escaped = (text: string): string => plain(text).replace(/[&<>"\n]/g, (one) => entities[one] ?? one)
