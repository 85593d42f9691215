import { describe, expect, it } from 'vitest'
import { styleFor } from '../text/style.ts'
import type { Finding } from './finding.ts'
import { report } from './report.ts'

const style = styleFor({ isTTY: false, write: () => true }, {})
const findings: readonly Finding[] = [
  { area: 'canary', subject: 'preToolUse', state: 'ok', says: 'a harmless event was allowed, and a deny had effect' },
  {
    area: 'canary',
    subject: 'Claude Code PostToolUseFailure',
    state: 'ok',
    says: 'the configured command denies what it cannot read',
  },
]

describe("doctor's table", () => {
  it.each([60, 80])('stays within %i columns, with space for a few words of text', (columns) => {
    const lines = report(findings, style, columns).trimEnd().split('\n')
    expect(lines.filter((line) => line.length > columns)).toEqual([])
    expect(lines.length).toBeLessThanOrEqual(7)
  })

  it('puts the text below a subject that is too long', () => {
    expect(report(findings, style, 60)).toContain(
      'Claude Code PostToolUseFailure\n              the configured command denies what it cannot\n              read\n',
    )
  })

  it('has one line per finding in a pipe', () => {
    expect(report(findings, style).trimEnd().split('\n')).toHaveLength(3)
  })
})
