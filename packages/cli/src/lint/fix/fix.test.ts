import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problemCodes } from '@hookline/core/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readDocument } from '../../json-document.ts'
import { styleFor } from '../../style.ts'
import { createFileContext } from '../context/make-context.ts'
import type { Finding, RuleFinding } from '../rule.ts'
import { personalPath } from '../rules/commands/personal-path.ts'
import { claude, cursor, type Files, fakeFacts, lintFiles } from '../testing/lint-files.ts'
import { renderDiff } from './diff.ts'
import { makeChanges } from './make.ts'
import { mayFixIn } from './may-fix.ts'
import { applyEdits, type Change, planChanges } from './plan.ts'

const style = styleFor({ write: () => undefined }, {})
const file = '.cursor/hooks.json'

/** The text after all fixes, and after fixing it a second time. */
async function fixed(files: Files, path = file): Promise<string> {
  const once = await round(files, path)
  expect(await round({ ...files, [path]: once }, path), 'a second round changes nothing').toBe(once)
  return once
}
async function round(files: Files, path: string): Promise<string> {
  const read = (name: string) => files[name.replace('/w/', '')]
  const changes = planChanges(await lintFiles(files), read)
  return changes.find((change) => change.kind === 'text')?.after ?? files[path] ?? ''
}
const entry = (event: string, before: object, after: object, more: Files = {}) =>
  expect(fixed({ [file]: cursor(event, before), ...more })).resolves.toBe(cursor(event, after))

describe('--fix', () => {
  it('divides milliseconds', () => entry('stop', { command: 'true', timeout: 60000 }, { command: 'true', timeout: 60 }))
  it('leaves an hour in seconds alone', () =>
    entry('stop', { command: 'true', timeout: 3600 }, { command: 'true', timeout: 3600 }))
  it("renames another agent's key", () =>
    entry('stop', { command: 'true', timeoutSec: 9 }, { command: 'true', timeout: 9 }))
  it("keeps that key if Hookline's key exists too", () =>
    entry('stop', { command: 'a', timeoutSec: 9, timeout: 5 }, { command: 'a', timeoutSec: 9, timeout: 5 }))
  it("renames another agent's tools and removes duplicates", () =>
    entry('preToolUse', { command: 'a', matcher: '^(Bash|Edit|Write)$' }, { command: 'a', matcher: '^(Shell|Write)$' }))
  it('writes a path relative to the root', () =>
    entry(
      'stop',
      { command: 'sh "./hooks/a.sh" -v' },
      { command: 'sh ".cursor/hooks/a.sh" -v' },
      { '.cursor/hooks/a.sh': '' },
    ))
  it('quotes a variable', () => entry('stop', { command: 'x $status' }, { command: 'x "$status"' }))
  it('shortens a personal path that is inside the workspace', () => {
    const root = '/home/ann/ws'
    const text = cursor('stop', { command: 'node /home/ann/ws/a/x.mjs' }, { command: '/home/ann/y.sh' })
    const given = { source: 'project', root, entries: [], problems: [], facts: fakeFacts({}) } as const
    const context = createFileContext(readDocument(`${root}/.cursor/hooks.json`, text), given)
    const found = personalPath.checks === 'file' ? personalPath.find(context) : []
    const edits = (found as readonly RuleFinding[]).flatMap(({ fix }) => (fix?.kind === 'edit' ? fix.edits : []))
    expect(applyEdits(text, edits)).toBe(cursor('stop', { command: 'node a/x.mjs' }, { command: '/home/ann/y.sh' }))
  })
  it('fixes the case of an event', () =>
    expect(fixed({ [file]: cursor('Stop', { command: 'a' }).replace('Stop', 'STOP') })).resolves.toBe(
      cursor('stop', { command: 'a' }),
    ))
  it("does not rename another agent's event, because its entries have that agent's format", () =>
    expect(fixed({ [file]: cursor('PreToolUse', { command: 'a' }) })).resolves.toBe(
      cursor('PreToolUse', { command: 'a' }),
    ))
  it('adds the version, and keeps comments, order and line endings', async () => {
    const text =
      '\ufeff{\r\n\t// why\r\n\t"hooks": {\r\n\t\t"stop": [{ "timeout": 5000, /* x */ "command": "a", },],\r\n\t},\r\n}\r\n'
    const want =
      '\ufeff{\r\n\t// why\r\n\t"version": 1,\r\n\t"hooks": {\r\n\t\t"stop": [{ "timeout": 5, /* x */ "command": "a" }]\r\n\t}\r\n}\r\n'
    expect(await fixed({ [file]: text })).toBe(want)
  })
  it('quotes variables and adds the root in commands of Claude Code', async () => {
    const path = '.claude/settings.json'
    const text = claude('Stop', '.claude/hooks/x.sh -a', 'bash $CLAUDE_PROJECT_DIR/y.sh')
    const want = claude('Stop', '"$CLAUDE_PROJECT_DIR"/.claude/hooks/x.sh -a', 'bash "$CLAUDE_PROJECT_DIR"/y.sh')
    expect(await fixed({ [path]: text }, path)).toBe(want)
  })
})

describe('applyEdits', () => {
  it('applies overlapping edits in separate rounds', () => {
    const edits = [
      { offset: 0, length: 3, text: 'x' },
      { offset: 2, length: 2, text: 'y' },
      { offset: 0, length: 3, text: 'x' },
    ]
    expect(applyEdits('abcdef', edits)).toBe('xdef')
  })
})

describe('makeChanges', () => {
  const createDirectory = () => {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-fix-')))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    return directory
  }
  const text = (path: string, before: string, after: string): Change => ({ kind: 'text', file: path, before, after })

  it('keeps the mode, follows a link, and leaves no temporary file', async () => {
    const directory = createDirectory()
    const [real, link] = [join(directory, 'real.json'), join(directory, 'link.json')]
    writeFileSync(real, 'a', { mode: 0o640 })
    symlinkSync('real.json', link)
    expect(await makeChanges([text(link, 'a', 'b')])).toEqual([])
    expect([readFileSync(real, 'utf8'), statSync(real).mode & 0o777]).toEqual(['b', 0o640])
    expect(readdirSync(directory).sort()).toEqual(['link.json', 'real.json'])
  })

  it('does not overwrite a file that has changed since it was read', async () => {
    const path = join(createDirectory(), 'a.json')
    writeFileSync(path, 'mine')
    expect(await makeChanges([text(path, 'a', 'b')])).toEqual([
      { file: path, why: 'the file has changed since it was checked; run hookline check --fix again' },
    ])
    expect(readFileSync(path, 'utf8')).toBe('mine')
  })

  it('makes a script executable for everyone who may read it', async () => {
    const path = join(createDirectory(), 'a.sh')
    writeFileSync(path, '', { mode: 0o640 })
    expect(await makeChanges([{ kind: 'mode', path, inGit: false }])).toEqual([])
    expect(statSync(path).mode & 0o777).toBe(0o750)
  })

  it('changes only files of the workspace, and no managed ones', () => {
    const directory = createDirectory()
    const [inside, outside, link] = [
      join(directory, 'ws/a.json'),
      join(directory, 'b.json'),
      join(directory, 'ws/c.json'),
    ]
    mkdirSync(join(directory, 'ws'))
    for (const path of [inside, outside]) writeFileSync(path, '')
    symlinkSync(outside, link)
    const may = mayFixIn(join(directory, 'ws'))
    const finding = (path: string, source: Finding['source'] = 'project') => ({ file: path, source }) as Finding
    expect([inside, outside, link].map((path) => may(finding(path)))).toEqual([true, false, false])
    expect(may(finding(inside, 'enterprise'))).toBe(false)
    expect(mayFixIn(outside)(finding(outside, 'user'))).toBe(true)
  })

  it('shows a unified diff', () => {
    const changes: readonly Change[] = [
      text('/w/a.json', '1\n2\n3\n', '1\nx\n3\n'),
      { kind: 'mode', path: '/w/b.sh', inGit: true },
    ]
    expect(renderDiff(changes, style, '/w')).toBe(
      [
        '--- a.json',
        '+++ a.json',
        '@@ -1,3 +1,3 @@',
        ' 1',
        '-2',
        '+x',
        ' 3',
        '--- b.sh',
        '-mode 100644',
        '+mode 100755 (executable, on disk and in git)',
        '',
      ].join('\n'),
    )
  })
})

describe('docs/problems.md', () => {
  it('marks exactly the codes with a fix as fixable', () => {
    const fixable = Object.entries(problemCodes).filter(([, row]) => row.fixable)
    expect(fixable.map(([code]) => code).sort()).toEqual([
      'claude-relative-path',
      'claude-unquoted-dir',
      'comments-in-json',
      'foreign-key',
      'foreign-tool',
      'interpolation',
      'invisible-character',
      'missing-version',
      'not-executable',
      'personal-path',
      'timeout-unit',
      'unknown-event',
      'wrong-directory',
    ])
  })
})
