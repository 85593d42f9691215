import { describe, expect, it } from 'vitest'
import { styleFor } from '../../text/style.ts'
import type { Finding } from '../rule.ts'
import { isFormat, reporters } from './index.ts'
import type { Report } from './report.ts'

const text = '{\n  "hooks": { "nope": [] },\n  "token": "s3cret"\n}'
const found: readonly Finding[] = [
  {
    code: 'unknown-event',
    severity: 'error',
    file: '/w/a b.json',
    line: 2,
    column: 14,
    message: 'there is no event "nope"',
    hint: 'The events: stop, <more> & so on.',
    source: 'project',
  },
  {
    code: 'timeout-unit',
    severity: 'warning',
    file: '/w/a b.json',
    line: 2,
    column: 22,
    message: '100% wrong',
    hint: 'Write 60.',
    source: 'project',
    fix: { kind: 'edit', edits: [{ offset: 3, length: 2, text: 'x' }] },
  },
  {
    code: 'secret-in-file',
    severity: 'warning',
    file: '/w/a b.json',
    line: 3,
    column: 12,
    message: 'a secret',
    hint: '',
    source: 'project',
    secret: true,
  },
  {
    code: 'jq-unchecked',
    severity: 'note',
    file: '/else/x.sh',
    line: 1,
    column: 1,
    message: 'jq',
    hint: 'Ask for it.',
    source: 'project',
  },
]
const report = (findings: readonly Finding[], more: Partial<Report> = {}): Report => ({
  findings,
  files: ['/w/a b.json', '/w/good.json'],
  hooks: 2,
  cwd: '/w',
  strict: false,
  style: styleFor({ write: () => undefined }, {}),
  lineOf: (file, line) => (file === '/w/a b.json' ? text.split('\n')[line - 1] : undefined),
  ...more,
})

describe('human', () => {
  it('groups by file, with line, caret and hint', () => {
    expect(reporters.human(report(found))).toBe(
      [
        'a b.json',
        '  2:14  error    unknown-event there is no event "nope"',
        '        2 |   "hooks": { "nope": [] },',
        '          |              ^',
        '        The events: stop, <more> & so on.',
        '  2:22  warning  timeout-unit 100% wrong  --fix',
        '        2 |   "hooks": { "nope": [] },',
        '          |                      ^',
        '        Write 60.',
        '  3:12  warning  secret-in-file a secret',
        '',
        '/else/x.sh',
        '  1:1  note     jq-unchecked jq',
        '       Ask for it.',
        '',
        '1 error, 2 warnings, 1 note · 1 fixable',
        '',
      ].join('\n'),
    )
  })

  it.each([60, 80, 100])('keeps the caret below its character in %i columns', (columns) => {
    const long = `{ "hooks": { "stop": [{ "command": "${'x'.repeat(60)}", "sandbox": "strct", "y": "${'z'.repeat(60)}" }] } }`
    const [first] = found
    const one = { ...first, line: 1, column: long.indexOf('"strct"') + 1 } as Finding
    const lines = reporters.human(report([one], { columns, lineOf: () => long })).split('\n')
    const at = lines.findIndex((line) => line.trimEnd().endsWith('^'))
    for (const line of lines.slice(at - 1, at + 1)) expect(line.length).toBeLessThanOrEqual(columns)
    expect(lines[at - 1]?.slice(lines[at]?.indexOf('^'))).toMatch(/^"strct"/)
  })

  it('names the files it read if there are no problems', () => {
    expect(reporters.human(report([]))).toBe('no problems in a b.json, good.json (2 hooks)\n')
    expect(reporters.human(report([], { files: [], root: '/w' }))).toBe(
      'No hook files found for /w, so no hook runs there.\n',
    )
  })

  it('wraps long hints, and prints the same hint once', () => {
    const hint = 'word '.repeat(40).trim()
    const twice = [1, 2].map((line): Finding => ({ ...(found[3] as Finding), line, hint }))
    const lines = reporters.human(report(twice, { columns: 60 })).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
    expect(lines.filter((line) => line.includes('word')).length).toBeLessThan(6)
  })
})

describe('json', () => {
  it("prints the problems in the library's format, without internal fields", () => {
    const { version, problems, summary, files } = JSON.parse(reporters.json(report(found)))
    expect({ version, summary, files }).toEqual({
      version: 1,
      summary: { errors: 1, warnings: 2, notes: 1, fixable: 1 },
      files: ['/w/a b.json', '/w/good.json'],
    })
    expect(problems[1]).toEqual({
      code: 'timeout-unit',
      severity: 'warning',
      file: '/w/a b.json',
      line: 2,
      column: 22,
      message: '100% wrong',
      hint: 'Write 60.',
      fixable: true,
    })
  })
})

describe('sarif', () => {
  it('prints SARIF 2.1.0', () => {
    const sarif = JSON.parse(reporters.sarif(report(found)))
    expect([sarif.version, sarif.runs.length]).toEqual(['2.1.0', 1])
    const [{ tool, results }] = sarif.runs
    expect(tool.driver.name).toBe('hookline')
    for (const result of results) {
      expect(tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId)
      expect(['error', 'warning', 'note']).toContain(result.level)
      expect(result.message.text).not.toBe('')
    }
    expect(results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'a%20b.json' },
      region: { startLine: 2, startColumn: 14 },
    })
    expect(results[3].locations[0].physicalLocation.artifactLocation.uri).toBe('file:///else/x.sh')
    expect(results[1].fixes[0].artifactChanges[0].replacements).toEqual([
      { deletedRegion: { charOffset: 3, charLength: 2 }, insertedContent: { text: 'x' } },
    ])
  })
})

describe('github', () => {
  it('escapes characters that have a meaning for the runner', () => {
    const odd: Finding = { ...(found[1] as Finding), file: '/w/a,b:c.json', message: 'one\ntwo 50%' }
    expect(reporters.github(report([found[0] as Finding, odd, found[3] as Finding]))).toBe(
      [
        '::error file=a b.json,line=2,col=14,title=unknown-event::there is no event "nope". The events: stop, <more> & so on.',
        '::warning file=a%2Cb%3Ac.json,line=2,col=22,title=timeout-unit::one ⏎ two 50%25. Write 60.',
        '::notice file=/else/x.sh,line=1,col=1,title=jq-unchecked::jq. Ask for it.',
        '',
      ].join('\n'),
    )
  })
})

describe('junit', () => {
  it('reports failing findings as failures, prints the rest, and escapes both', () => {
    const xml = reporters.junit(report(found))
    expect(xml).toContain('<testsuite name="a b.json" tests="3" failures="1" errors="0" skipped="0">')
    expect(xml).toContain('<testcase classname="good.json" name="no problems"/>')
    expect(xml).toContain('<failure type="unknown-event" message="there is no event &quot;nope&quot;">')
    expect(xml).toContain('&lt;more&gt; &amp; so on.')
    expect(reporters.junit(report(found, { strict: true }))).toContain('failures="3"')
  })
})

it('knows formats by name', () => {
  expect(['human', 'sarif', 'toString', 'xml'].map(isFormat)).toEqual([true, true, false, false])
})
