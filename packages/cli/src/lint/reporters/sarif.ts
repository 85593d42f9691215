/** Prints SARIF 2.1.0 for code scanning. */
import { type ProblemCode, problemCodes } from '@hookline/core/protocol'
import { json } from '../../text/plain.ts'
import type { Finding } from '../rule.ts'
import { type Report, uriOf } from './report.ts'

export function sarif({ findings, cwd }: Report): string {
  const codes = [...new Set(findings.map(({ code }) => code))]
  const run = {
    tool: { driver: { name: 'hookline', rules: codes.map(toRule) } },
    columnKind: 'utf16CodeUnits',
    results: findings.map((finding) => toResult(finding, codes.indexOf(finding.code), cwd)),
  }
  return `${json({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] })}\n`
}

function toRule(code: ProblemCode) {
  const { level, summary, why, fix } = problemCodes[code]
  return {
    id: code,
    shortDescription: { text: summary },
    fullDescription: { text: `${summary} ${why}` },
    help: { text: fix },
    defaultConfiguration: { level },
  }
}

function toResult({ code, severity, file, line, column, message, hint, fix }: Finding, ruleIndex: number, cwd: string) {
  const artifactLocation = { uri: uriOf(file, cwd) }
  const region = { startLine: line, startColumn: column }
  const changes =
    fix?.kind !== 'edit'
      ? []
      : fix.edits.map(({ offset, length, text }) => ({
          deletedRegion: { charOffset: offset, charLength: length },
          insertedContent: { text },
        }))
  return {
    ruleId: code,
    ruleIndex,
    level: severity,
    message: { text: hint === '' ? message : `${message}. ${hint}` },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    ...(changes.length === 0
      ? {}
      : { fixes: [{ description: { text: hint }, artifactChanges: [{ artifactLocation, replacements: changes }] }] }),
  }
}
