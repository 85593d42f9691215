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
import { styleFor } from '../../text/style.ts'
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

const hooks = (events: string): string => `{ "version": 1, "hooks": { ${events} } }`
const entryText = (more: string, command = 'a'): string =>
  hooks(`"stop": [{ "command": "${command}"${more === '' ? '' : `, ${more}`} }]`)

/** The text after as many rounds as it takes; one more changes nothing. */
async function settled(files: Files, path: string): Promise<string> {
  let now = files
  for (let count = 0; count < 8; count++) {
    const read = (name: string) => now[name.replace('/w/', '')]
    const changes = planChanges(await lintFiles(now), read).filter((change) => change.kind === 'text')
    if (changes.length === 0) return now[path] ?? ''
    now = { ...now, ...Object.fromEntries(changes.map(({ file: name, after }) => [name.replace('/w/', ''), after])) }
  }
  throw new Error(`the fixes of ${path} do not end`)
}

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
  it("renames another agent's event if its entries have the form of this file", async () => {
    await expect(fixed({ [file]: cursor('PreToolUse', { command: 'a' }) })).resolves.toBe(
      cursor('preToolUse', { command: 'a' }),
    )
    const theirs = cursor('PreToolUse', { matcher: 'Shell', hooks: [{ type: 'command', command: 'a' }] })
    await expect(fixed({ [file]: theirs })).resolves.toBe(theirs)
  })
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

describe('--fix, what differs only in case, separators, quotation marks or brackets', () => {
  const own = '.hookline/hookline.json'
  const settings = '.claude/settings.json'
  /** Each row: the file, its text before, and its text after. */
  const rows: readonly (readonly [name: string, path: string, before: string, after: string])[] = [
    ['an event with separators', file, hooks('"before_shell_execution": []'), hooks('"beforeShellExecution": []')],
    ['an event of a settings file', settings, '{ "hooks": { "preToolUse": [] } }', '{ "hooks": { "PreToolUse": [] } }'],
    ['a version in quotation marks', file, '{ "version": "1", "hooks": {} }', '{ "version": 1, "hooks": {} }'],
    ['a key of the file', file, '{ "Version": 1, "Hooks": {} }', '{ "version": 1, "hooks": {} }'],
    ['an event outside of hooks', file, '{ "version": 1, "stop": [] }', '{ "version": 1, "hooks": { "stop": [] } }'],
    [
      'a boolean and numbers in quotation marks, with comments and order kept',
      file,
      hooks('"stop": [{ "failClosed": "True", /* x */ "command": "a", "timeout": "30", "loop_limit": "2" }]'),
      hooks('"stop": [{ "failClosed": true, /* x */ "command": "a", "timeout": 30, "loop_limit": 2 }]'),
    ],
    ['a number with its unit', file, entryText('"timeout": "1500ms"'), entryText('"timeout": 1.5')],
    ['keys of an entry', file, entryText('"fail_closed": true'), entryText('"failClosed": true')],
    ['the type of an entry', file, entryText('"type": "Command"'), entryText('"type": "command"')],
    ['an object for a list', file, hooks('"stop": { "command": "a" }'), hooks('"stop": [{ "command": "a" }]')],
    ['a string for a list', file, hooks('"stop": "a"'), hooks('"stop": [{ "command": "a" }]')],
    ['a string for an entry', file, hooks('"stop": ["a"]'), hooks('"stop": [{ "command": "a" }]')],
    [
      'a group of hooks for an entry',
      file,
      hooks('"preToolUse": [{ "matcher": "Shell", "hooks": [{ "command": "a" }] }]'),
      hooks('"preToolUse": [{ "matcher": "Shell", "command": "a" }]'),
    ],
    ['a list for a command', file, hooks('"stop": [{ "command": ["node", "-v"] }]'), entryText('', 'node -v')],
    [
      'a list and an object for a matcher',
      file,
      hooks(
        '"preToolUse": [{ "command": "a", "matcher": ["Read", "Write"] }, { "command": "b", "matcher": { "tool": "Read" } }]',
      ),
      hooks('"preToolUse": [{ "command": "a", "matcher": "Read|Write" }, { "command": "b", "matcher": "Read" }]'),
    ],
    [
      'the case of tools in a matcher',
      file,
      hooks('"preToolUse": [{ "command": "a", "matcher": "shell|WRITE" }]'),
      hooks('"preToolUse": [{ "command": "a", "matcher": "Shell|Write" }]'),
    ],
    [
      'a mode, and the keys and words of a rule',
      own,
      '{ "hooks": { "stop": [{ "type": "rule", "mode": "Monitor", "rule": { "When": { "field": "status", "Equals": "x", "ignoreCase": "true" }, "followupMessage": "go" } }] } }',
      '{ "hooks": { "stop": [{ "type": "rule", "mode": "monitor", "rule": { "when": { "field": "status", "equals": "x", "ignore_case": true }, "followup_message": "go" } }] } }',
    ],
    [
      'a flat entry in a settings file with groups',
      settings,
      '{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "command": "a" }], "Stop": [{ "command": "a" /* x */ }] } }',
      '{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "a" }] }], "Stop": [{ "hooks": [{ "type": "command", "command": "a" /* x */ }] }] } }',
    ],
    [
      'an object and a string for lists in a settings file with groups',
      settings,
      '{ "hooks": { "Stop": { "hooks": { "type": "command", "command": "a" } }, "SessionEnd": "b" } }',
      '{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "a" }] }], "SessionEnd": [{ "hooks": [{ "type": "command", "command": "b" }] }] } }',
    ],
  ]
  for (const [name, path, before, after] of rows)
    it(name, async () => {
      expect(await settled({ [path]: before }, path)).toBe(after)
    })

  it('leaves alone what may mean something else', async () => {
    for (const text of [
      hooks('"stop": [{ "command": "a", "timeout": "soon", "failClosed": "maybe" }]'),
      hooks('"stop": [{ "command": ["a", "$b"] }]'),
      hooks('"beforeShelExecution": []'),
      hooks('"stop": [{ "command": "a", "fail_closed": true, "failClosed": false }]'),
    ])
      expect(await settled({ [file]: text }, file)).toBe(text)
  })

  it('asks about a near miss', async () => {
    const hintOf = async (text: string, path = file) =>
      (await lintFiles({ [path]: text })).map(({ hint }) => hint).join('\n')
    expect(await hintOf(hooks('"preToolUse": [{ "command": "a", "matcher": "Wrte" }]'))).toContain(
      'Did you mean "Write"?',
    )
    expect(
      await hintOf(
        '{ "hooks": { "PreToolUse": [{ "matcher": "Writ", "hooks": [{ "type": "command", "command": "a" }] }] } }',
        settings,
      ),
    ).toContain('Did you mean "Write"?')
    expect(await hintOf(entryText('"type": "comand"'))).toContain('Did you mean "command"?')
    expect(await hintOf(entryText('"loop_limits": 3'))).toContain('Did you mean "loop_limit"?')
    expect(
      await hintOf(
        '{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "a", "timout": 5 }] }] } }',
        settings,
      ),
    ).toContain('Did you mean "timeout"?')
  })

  it('corrects a script: line endings, names of fields, and their values', async () => {
    const path = '.cursor/hooks/a.sh'
    const before = `#!/bin/sh\r\ncat >/dev/null\r\necho '{"permission":"Deny","userMessage":"a","agent-message":"b"}'\r\n`
    const after = `#!/bin/sh\ncat >/dev/null\necho '{"permission":"deny","user_message":"a","agent_message":"b"}'\n`
    const text = cursor('beforeShellExecution', { command: path })
    expect(await settled({ [file]: text, [path]: before }, path)).toBe(after)
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
      'bad-fail-closed',
      'bad-loop-limit',
      'bad-parameter',
      'bad-rule',
      'bad-timeout',
      'bad-version',
      'claude-relative-path',
      'claude-unquoted-dir',
      'comments-in-json',
      'crlf-script',
      'foreign-key',
      'foreign-tool',
      'interpolation',
      'invisible-character',
      'matcher-never-matches',
      'matcher-object',
      'missing-command',
      'missing-version',
      'not-a-list',
      'not-an-entry',
      'not-an-object',
      'not-executable',
      'old-casing',
      'personal-path',
      'reply-ignored',
      'timeout-unit',
      'unknown-event',
      'unknown-key',
      'unknown-pack',
      'unknown-type',
      'wrong-directory',
      'wrong-type',
    ])
  })
})
