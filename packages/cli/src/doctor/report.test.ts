import { describe, expect, it } from 'vitest'
import { styleFor } from '../style.ts'
import type { Finding } from './finding.ts'
import { report } from './report.ts'

const style = styleFor({ isTTY: false, write: () => true }, {})
const findings: readonly Finding[] = [
  { area: 'canary', subject: 'preToolUse', state: 'ok', says: 'the harmless event passed, and a no was refused' },
  {
    area: 'canary',
    subject: 'Claude Code PostToolUseFailure',
    state: 'ok',
    says: 'run as configured: refuses what it cannot read',
  },
]

describe("doctor's table", () => {
  it.each([60, 80])('stays within %i columns, and what is said has room for a few words', (columns) => {
    const lines = report(findings, style, columns).trimEnd().split('\n')
    expect(lines.filter((line) => line.length > columns)).toEqual([])
    expect(lines.length).toBeLessThanOrEqual(7)
  })

  it('puts what is said below a subject that leaves no room beside it', () => {
    expect(report(findings, style, 60)).toContain(
      'Claude Code PostToolUseFailure\n              run as configured: refuses what it cannot read\n',
    )
  })

  it('is a line each in a pipe', () => {
    expect(report(findings, style).trimEnd().split('\n')).toHaveLength(3)
  })
})
