import { describe, expect, it } from 'vitest'
import type { Facts } from '../context/facts.ts'
import { cursor, type Files, lintFiles, positionsOf } from '../testing/lint-files.ts'

/** Code · a file with the problem, and its positions · a file without it. The entry of `cursor()` is on line 3, its keys from column 6. */
type Row = readonly [code: string, bad: Files, where: readonly string[], good: Files, facts?: Partial<Facts>]
const hooks = (event: string, ...entries: readonly object[]): Files => ({
  '.cursor/hooks.json': cursor(event, ...entries),
})
const script = '#!/bin/sh\nexit 0\n'

const rows: readonly Row[] = [
  [
    'unknown-event',
    hooks('beforeshellexecution', { command: 'true' }),
    ['error 2:3'],
    hooks('beforeShellExecution', { command: 'true' }),
  ],
  ['foreign-event', hooks('Notification', { command: 'true' }), ['error 2:3'], hooks('stop', { command: 'true' })],
  [
    'missing-version',
    { '.cursor/hooks.json': '{\n  "hooks": {}\n}' },
    ['warning 1:1'],
    { '.cursor/hooks.json': '{\n  "version": 1,\n  "hooks": {}\n}' },
  ],
  [
    'comments-in-json',
    { '.cursor/hooks.json': '{ "version": 1,\n  // why\n  "hooks": { "stop": [], } }' },
    ['warning 2:3', 'warning 3:24'],
    { '.hookline/hookline.json': '{ // ours\n "hooks": {}, }' },
  ],
  [
    'secret-in-file',
    hooks('stop', { command: 'TOKEN=ghp_0123456789abcdefghijklmnopqrstuvwxyz ./x' }),
    ['warning 3:23'],
    hooks('stop', { command: 'TOKEN=$GITHUB_TOKEN ./x' }),
  ],
  [
    'timeout-unit',
    hooks('stop', { command: 'true', timeout: 60000 }),
    ['warning 3:33'],
    hooks('stop', { command: 'true', timeout: 60 }),
  ],
  [
    'foreign-key',
    hooks('stop', { command: 'true', timeoutSec: 10 }),
    ['note 3:23'],
    hooks('stop', { command: 'true', timeout: 10 }),
  ],
  [
    'hookline-only-key',
    hooks('stop', { command: 'true', description: 'd' }, { command: 'false', description: 'e' }),
    ['note 3:23'],
    { '.hookline/hookline.json': '{"hooks":{"stop":[{"command":"true","description":"d"}]}}' },
  ],
  [
    'copy-ignored',
    {
      ...hooks('stop', { command: 'jq .', checkedCopy: true }, { command: './x.sh; "$Y/z.sh"', checkedCopy: true }),
      'x.sh': script,
    },
    ['note 3:37', 'note 4:52'],
    {
      '.hookline/hookline.json':
        '{"checkedCopy":true,"hooks":{"stop":[{"command":"sh -c \\"cd a && ./x.sh\\""},{"command":"$CURSOR_PROJECT_DIR/a/x.sh"}]}}',
      'a/x.sh': script,
    },
  ],
  [
    'copy-differs',
    {
      ...hooks('stop', { command: './x.sh', checkedCopy: true }, { command: './y.sh', checkedCopy: true }),
      'x.sh': '#!/bin/sh\ncd "$(dirname "$0")/.." || exit 1\ngit status\n',
      'y.sh': '#!/bin/bash\nDIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"\nfind "$DIR/rules" -type f\n',
    },
    ['warning 3:39', 'warning 4:39'],
    {
      ...hooks('stop', { command: './x.sh', checkedCopy: true }, { command: './y.sh' }),
      'x.sh': '#!/bin/sh\n. "$(dirname "$0")/../lib.sh"\ncd "$(dirname "$0")" && cat words\n',
      'y.sh': '#!/bin/sh\ncd "$(dirname "$0")/.." || exit 1\ngit status\n',
    },
  ],
  [
    'sandbox-write',
    {
      ...hooks(
        'beforeShellExecution',
        { command: './x.sh', sandbox: 'strict' },
        { command: './y.sh', sandbox: 'read-only' },
        { command: 'node z.js', sandbox: 'read-only' },
        { command: 'cat >> ~/events.log', sandbox: 'strict' },
        { command: './v.sh', sandbox: 'strict' },
      ),
      'x.sh': '#!/bin/sh\necho "$(date) $1" >> "$HOME/guard.log"\n',
      'y.sh': '#!/bin/sh\nLOG=.hookline/log\njq . >> "$LOG"\n',
      'z.js': "const fs = require('node:fs')\nfs.appendFileSync('log', 'x')\n",
      'v.sh': '#!/bin/sh\nhookline state incr calls\n',
    },
    ['warning 3:35', 'warning 4:35', 'warning 5:38', 'warning 6:48', 'warning 7:35'],
    {
      ...hooks(
        'beforeShellExecution',
        { command: './x.sh', sandbox: 'strict' },
        { command: './y.sh', sandbox: 'no-network' },
        { command: './z.py', sandbox: 'strict' },
      ),
      'x.sh':
        '#!/bin/sh\n# echo > log\nfile=$(mktemp)\ncat > "$file" 2>/dev/null\n[ 2 -gt 1 ] && echo no >&2\necho x > "$TMPDIR/y"\nif [ "$a" -ge 3 ]; then exit 2; fi\n',
      'y.sh': '#!/bin/sh\ncat >> log\n',
      'z.py':
        '#!/usr/bin/env python3\nimport json, sys\nevent = json.load(sys.stdin)\nif len(event["command"]) > 3: sys.exit(2)\n',
    },
  ],
  [
    'sandbox-network',
    {
      ...hooks(
        'beforeShellExecution',
        { command: './x.sh', sandbox: 'strict' },
        { command: 'node y.js', sandbox: 'no-network' },
      ),
      'x.sh': '#!/bin/sh\ncurl -s https://example.com/judge -d @- | grep -q yes\n',
      'y.js': "fetch('https://example.com')\n",
    },
    ['warning 3:35', 'warning 4:38'],
    {
      ...hooks(
        'beforeShellExecution',
        { command: './x.sh', sandbox: 'read-only' },
        { command: './y.sh', sandbox: 'strict' },
      ),
      'x.sh': '#!/bin/sh\ncurl -s https://example.com/judge -d @- | grep -q yes\n',
      'y.sh': '#!/bin/sh\n# curl is refused\njq -r .command | grep -q "curl" && exit 2\n',
    },
  ],
  [
    'warm-ignored',
    hooks(
      'beforeShellExecution',
      { command: 'true', warm: true, sandbox: 'read-only' },
      { type: 'prompt', prompt: 'ok?', warm: true },
    ),
    ['note 3:30', 'note 4:37'],
    hooks(
      'beforeShellExecution',
      { command: 'true', warm: true, sandbox: 'none' },
      { command: 'true', sandbox: 'read-only' },
      { command: 'true', warm: true },
    ),
  ],
  [
    'warm-variable',
    {
      ...hooks('beforeShellExecution', { command: 'guard "$command"', warm: true }, { command: './x.sh', warm: true }),
      'x.sh': '#!/bin/sh\n[ "$command" = ls ] || exit 2\n',
    },
    ['warning 3:44', 'warning 4:32'],
    {
      ...hooks('beforeShellExecution', { command: 'guard "$command"' }, { command: './x.sh', warm: true }),
      'x.sh': '#!/bin/sh\ncommand=$(jq -r .command)\n[ "$command" = ls ] || exit 2\n',
    },
  ],
  [
    'fail-closed-ignored',
    hooks('afterFileEdit', { command: 'true', failClosed: true }),
    ['note 3:36'],
    hooks('beforeReadFile', { command: 'true', failClosed: true }),
  ],
  [
    'no-loop-limit',
    hooks('stop', { command: 'true', loop_limit: null }, { command: 'false', loop_limit: 1000 }),
    ['warning 3:36', 'warning 4:37'],
    hooks('stop', { command: 'true', loop_limit: 3 }),
  ],
  [
    'foreign-tool',
    hooks('preToolUse', { command: 'true', matcher: 'Bash|Edit' }),
    ['warning 3:33', 'warning 3:33'],
    hooks('preToolUse', { command: 'true', matcher: 'Shell|Write' }),
  ],
  [
    'catastrophic-regex',
    hooks('beforeShellExecution', { command: 'true', matcher: '^(\\w+\\s?)*$' }),
    ['warning 3:33'],
    hooks(
      'beforeShellExecution',
      { command: 'true', matcher: 'git.*push.*--force' },
      { command: 'true', matcher: '(a|b)+' },
    ),
  ],
  [
    'text-matcher-guard',
    hooks(
      'beforeShellExecution',
      { command: 'node guard.mjs', matcher: 'git push' },
      { command: 'node x.mjs', matcher: '^rm ' },
    ),
    ['note 3:43', 'warning 4:39'],
    hooks('beforeShellExecution', { command: 'node guard.mjs' }, { command: 'node log.mjs', matcher: 'npm' }),
  ],
  [
    'wrong-directory',
    { ...hooks('stop', { command: './hooks/x.sh' }, { command: './nowhere.sh' }), '.cursor/hooks/x.sh': script },
    ['error 3:16', 'error 4:16'],
    { ...hooks('stop', { command: '.cursor/hooks/x.sh' }), '.cursor/hooks/x.sh': script },
  ],
  [
    'missing-script',
    hooks(
      'stop',
      { command: '.cursor/hooks/x.sh' },
      { command: 'bash -c "./a/b.sh || true"' },
      { command: '"$CURSOR_PROJECT_DIR"/y.sh' },
    ),
    ['error 3:16', 'error 4:16', 'error 5:16'],
    { ...hooks('stop', { command: 'bash "$CURSOR_PROJECT_DIR/y.sh"' }, { command: '$X/z.sh' }), 'y.sh': script },
  ],
  [
    'not-executable',
    {
      ...hooks('stop', { command: './a.sh' }, { command: 'b/c.sh' }, { command: 'sh d/e.sh' }),
      'a.sh': script,
      'b/c.sh': script,
      'd/e.sh': script,
    },
    ['error 3:16', 'warning 4:16'],
    { ...hooks('stop', { command: './f.sh' }), 'f.sh': script },
    { executable: (path) => path !== '/w/a.sh', gitMode: async (path) => (path === '/w/b/c.sh' ? '100644' : '100755') },
  ],
  [
    'missing-interpreter',
    {
      ...hooks(
        'stop',
        { command: 'X=1 bun x.ts' },
        { command: './a.py' },
        { command: './b' },
        { command: 'deno x.ts' },
      ),
      'a.py': '#!/usr/bin/env python9\n',
      b: '#!/opt/none\n',
      'x.ts': '',
    },
    ['warning 3:21', 'warning 4:16', 'warning 5:16', 'note 6:16'],
    hooks('stop', { command: 'test -f x' }, { command: 'node x.mjs' }),
    { onPath: (program) => !['bun', 'python9'].includes(program), onDesktopPath: (program) => program !== 'deno' },
  ],
  [
    'personal-path',
    hooks('stop', { command: 'node /Users/ann/x.mjs' }, { command: '~/x.sh' }, { command: 'C:\\Users\\ann\\x.cmd' }),
    ['warning 3:22', 'warning 4:16', 'warning 5:16'],
    {
      ...hooks('stop', { command: '/opt/tool/x' }),
      '/home/ann/.cursor/hooks.json': cursor('stop', { command: '~/x.sh' }),
    },
  ],
  [
    'interpolation',
    hooks(
      'afterFileEdit',
      { command: `eslint \${file}` },
      { command: 'eslint $file_path' },
      { command: 'eslint "$file_path"' },
      { command: `x "\${command}" {{file}}` },
    ),
    ['warning 3:24', 'warning 4:24', 'note 5:26', 'warning 6:21', 'warning 6:34'],
    hooks(
      'afterFileEdit',
      { command: 'for file in *; do x "$file"; done' },
      { command: `x \${HOME} $1` },
      { command: `x '\${file}'` },
    ),
  ],
  [
    'errors-silenced',
    hooks('beforeShellExecution', { command: 'node x.mjs 2>/dev/null || true' }),
    ['warning 3:28'],
    hooks('beforeShellExecution', { command: 'node x.mjs || exit 2' }),
  ],
  [
    'unix-only',
    hooks('stop', { command: 'node x.mjs' }, { command: 'bash x' }),
    ['note 4:16'],
    {
      ...hooks('stop', { command: 'node x.mjs' }),
      '/home/ann/.cursor/hooks.json': cursor('stop', { command: 'bash x' }),
    },
  ],
  [
    'windows-only',
    hooks('stop', { command: 'powershell -File x.ps1' }),
    ['warning 3:16'],
    hooks('stop', { command: 'pwsh -File x.ps1' }),
  ],
  [
    'fires-twice',
    {
      ...hooks('stop', { command: './x.sh' }, { command: 'x.sh ' }),
      '/home/ann/.cursor/hooks.json': cursor('stop', { command: '/w/x.sh' }),
    },
    ['warning 4:16', 'warning 3:16'],
    hooks(
      'preToolUse',
      { command: './x.sh', matcher: 'Shell' },
      { command: './x.sh', matcher: 'Write' },
      { command: './x.sh a', matcher: 'Shell' },
    ),
  ],
  [
    'reply-ignored',
    hooks('afterFileEdit', { type: 'prompt', prompt: 'fine?' }),
    ['warning 3:31'],
    hooks('stop', { type: 'prompt', prompt: 'fine?' }),
  ],
]

describe('rules on files and entries', () => {
  for (const [code, bad, where, good, facts] of rows)
    it(code, async () => {
      expect(positionsOf(await lintFiles(bad, facts), code)).toEqual(where)
      expect(positionsOf(await lintFiles(good, facts), code)).toEqual([])
    })
})

describe('matcher-never-matches', () => {
  const found = async (event: string, matcher: string) =>
    positionsOf(await lintFiles(hooks(event, { command: 'true', matcher })), 'matcher-never-matches').length > 0
  it.each([
    ['preToolUse', 'shell'],
    ['preToolUse', '\\.ts$'],
    ['preToolUse', 'git commit'],
    ['postToolUse', 'Foo'],
    ['subagentStart', 'Task'],
    ['beforeShellExecution', 'Bash'],
    ['beforeMCPExecution', 'Shell|Write'],
    ['afterFileEdit', 'Edit'],
    ['beforeReadFile', 'Bash'],
    ['beforeSubmitPrompt', 'submit'],
    ['stop', '\\.ts$'],
    ['preCompact', 'always'],
  ])('reports for %s the matcher %j', async (event, matcher) => expect(await found(event, matcher)).toBe(true))
  it.each([
    ['preToolUse', 'Shell|StrReplace'],
    ['preToolUse', '.*'],
    ['preToolUse', 'create_issue'],
    ['preToolUse', 'MCP:search'],
    ['preToolUse', 'Bash'],
    ['subagentStart', 'explore'],
    ['beforeShellExecution', '^git'],
    ['beforeMCPExecution', 'github'],
    ['afterFileEdit', 'Write|Edit'],
    ['afterFileEdit', '\\.ts$'],
    ['beforeSubmitPrompt', 'UserPromptSubmit'],
    ['preCompact', 'auto'],
    ['stop', '*'],
  ])('accepts for %s the matcher %j', async (event, matcher) => expect(await found(event, matcher)).toBe(false))
})

describe('messages', () => {
  it('explain that an unknown event disables the whole file in Cursor', async () => {
    const text =
      '{"version":1,"hooks":{"userPromptSubmit":[{"command":"a"}],"stop":[{"command":"true"},{"command":"ls"}]}}'
    const [found] = await lintFiles({ '.cursor/hooks.json': text })
    expect(found?.hint).toMatch(
      /beforeSubmitPrompt.*Cursor ignores the WHOLE file .*so the other 2 hooks in it do not run either\.$/,
    )
  })

  it('do not repeat a secret', async () => {
    const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'
    const found = await lintFiles(hooks('stop', { command: `curl -H "Authorization: token ${secret}" x` }))
    expect(found.find(({ code }) => code === 'secret-in-file')).toMatchObject({ secret: true })
    expect(JSON.stringify(found.filter(({ code }) => code === 'secret-in-file'))).not.toContain(secret)
  })

  it('appear once for each position', async () => {
    const found = await lintFiles(hooks('stop', { command: 'x.sh' }, { command: 'y.sh' }))
    const keys = found.map(({ code, line, column, message }) => [code, line, column, message].join())
    expect(new Set(keys).size).toBe(keys.length)
  })
})

it('reports a missing module as an error and suggests no path that does not exist', async () => {
  const module = { type: 'module', module: './hooks/none.mjs' }
  const file = '.hookline/hookline.json'
  const linted = async (event: string, more: Readonly<Record<string, string>> = {}) =>
    lintFiles({ [file]: JSON.stringify({ hooks: { [event]: [module] } }), ...more })
  const [gate] = await linted('beforeShellExecution')
  expect(gate).toMatchObject({ severity: 'error', hint: expect.not.stringContaining('Did you mean') })
  const [observer] = await linted('afterFileEdit')
  expect(observer).toMatchObject({ severity: 'error' })
  const [moved] = await linted('beforeShellExecution', { '.hookline/hooks/none.mjs': 'export default () => {}' })
  expect(moved?.hint).toContain('".hookline/hooks/none.mjs"')
})

describe('reports nothing for', () => {
  const none = { onPath: (program: string) => program === 'node' }
  it.each([
    '[ ! -f x ] || node a.mjs',
    '[[ -f x ]] && node a.mjs',
    'test -e x && node a.mjs',
    'node a.mjs &>/dev/null',
    'node a.mjs </dev/null >/dev/null 2>&1',
    'command -v bun >/dev/null',
    '{ node a.mjs; }',
    '(node a.mjs)',
    'local x=1',
    'until false; do node a.mjs; done',
    'let x=1',
    'type node',
  ])('%s', async (command) => {
    const files = { ...hooks('stop', { command }), 'a.mjs': '' }
    const found = await lintFiles(files, none)
    expect(found.filter(({ code }) => /^(missing|wrong)-/.test(code))).toEqual([])
  })

  it.each([
    [': << \'CMDBLOCK\'\n@echo off\nbash %~dp0x.sh %*\nexit /b\nCMDBLOCK\nexec bash "$(dirname "$0")/x.sh" "$@"\n'],
    [':; exec sh "$0.sh" "$@"\n@echo off\r\nnode x.mjs %*\r\n'],
    ['@goto batch 2>/dev/null; exec node x.mjs "$@"\n:batch\nnode x.mjs %*\n'],
    ['::  2>/dev/null; exec node x.mjs "$@"\n@node x.mjs %*\n'],
    [': "\n@node x.mjs %*\n@exit /b\n"\nexec node x.mjs "$@"\n'],
  ])('a batch file that is also a shell script: %j', async (text) => {
    const files = { ...hooks('stop', { command: './run.cmd' }), 'run.cmd': text }
    expect(positionsOf(await lintFiles(files), 'windows-only')).toEqual([])
  })

  it('but reports a plain batch file', async () => {
    const files = { ...hooks('stop', { command: './run.cmd' }), 'run.cmd': '@echo off\nnode x.mjs %*\n' }
    expect(positionsOf(await lintFiles(files), 'windows-only')).toEqual(['warning 3:16'])
  })
})

describe('personal-path', () => {
  const at = async (command: string) => positionsOf(await lintFiles(hooks('stop', { command })), 'personal-path')
  it.each([
    'C:\\Users\\ann\\hooks\\x.cmd',
    'node C:/Users/ann/x.mjs',
    'powershell -File "C:\\Users\\Ann Lee\\x.ps1"',
    'node "c:\\\\Users\\\\ann\\\\x.mjs"',
    'bash /c/Users/ann/x.sh',
    'bash /mnt/c/Users/ann/x.sh',
    'sh /cygdrive/d/users/ann/x.sh',
    'node /c:/Users/ann/x.mjs',
    'bun file:///C:/Users/ann/x.ts',
    'node %USERPROFILE%\\x.mjs',
    'powershell $env:USERPROFILE\\x.ps1',
    '/Users/ann/x.sh',
    '/home/ann/x.sh',
  ])('%s', async (command) => expect(await at(command)).toHaveLength(1))
  it.each([
    'C:\\ProgramData\\x.cmd',
    '/c/tools/x.sh',
    '/Users/Shared/x.sh',
    'C:\\Users\\Public\\x.cmd',
    'node src/Users/ann/x.mjs',
    'node ./home/ann/x.mjs',
    'curl http://x/Users/ann/y',
  ])('not %s', async (command) => expect(await at(command)).toEqual([]))
  it('in a script', async () => {
    const files = (text: string, name = 'x.sh') => ({
      ...hooks('stop', { command: name.endsWith('py') ? `python3 ${name}` : `./${name}` }),
      [name]: text,
    })
    const found = async (text: string, name?: string) =>
      positionsOf(
        (await lintFiles(files(text, name))).filter(({ file }) => file !== '/w/.cursor/hooks.json'),
        'personal-path',
      )
    expect(await found('#!/bin/sh\ncp x /Users/ann/log\n')).toEqual(['warning 2:6'])
    expect(await found('LOG = "C:\\\\Users\\\\ann\\\\log"\n', 'x.py')).toEqual(['warning 1:8'])
    expect(
      await found('#!/bin/sh\n# /Users/ann/log\ncp x "$HOME/log" /home/runner/x; case $1 in /home/*) ;; esac\n'),
    ).toEqual([])
  })
})

describe('fires-twice', () => {
  const claudeFile = (event: string, command: string, matcher?: string) => ({
    '.claude/settings.json': JSON.stringify({
      hooks: { [event]: [{ ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', command }] }] },
    }),
  })
  const twice = async (files: Files) => positionsOf(await lintFiles({ 'x.sh': script, ...files }), 'fires-twice').length
  it.each<[string, Files]>([
    [
      'another spelling of the path',
      { ...hooks('stop', { command: './x.sh' }), ...claudeFile('Stop', '"$CLAUDE_PROJECT_DIR"/x.sh') },
    ],
    ['another interpreter', hooks('stop', { command: './x.sh' }, { command: 'bash x.sh' })],
    ['a hidden failure', hooks('stop', { command: './x.sh' }, { command: './x.sh 2>/dev/null || true' })],
    [
      'another level',
      {
        ...hooks('stop', { command: './x.sh' }),
        '/home/ann/.cursor/hooks.json': cursor('stop', { command: 'sh /w/x.sh' }),
      },
    ],
    [
      'Claude Code’s name of the tool',
      {
        ...hooks('preToolUse', { command: './x.sh', matcher: 'Shell' }),
        ...claudeFile('PreToolUse', 'bash "$CLAUDE_PROJECT_DIR/x.sh"', 'Bash'),
      },
    ],
    [
      'a matcher in another spelling',
      hooks('preToolUse', { command: './x.sh', matcher: 'Shell' }, { command: './x.sh', matcher: '^(Shell|Read)$' }),
    ],
    [
      'an event of its own and the one around every tool',
      {
        ...hooks('afterFileEdit', { command: './x.sh' }),
        ...claudeFile('PostToolUse', '"$CLAUDE_PROJECT_DIR"/x.sh', 'Edit|Write'),
      },
    ],
    [
      'a gate of its own and the one before every tool',
      { ...hooks('beforeShellExecution', { command: './x.sh' }), ...claudeFile('PreToolUse', './x.sh', 'Bash') },
    ],
    [
      'a matcher for everything',
      hooks('beforeShellExecution', { command: './x.sh', matcher: '.*' }, { command: './x.sh' }),
    ],
  ])('%s', async (_, files) => expect(await twice(files)).toBe(1))
  it.each<[string, Files]>([
    ['other arguments', hooks('stop', { command: './x.sh a' }, { command: './x.sh b' })],
    [
      'other tools',
      { ...hooks('beforeShellExecution', { command: './x.sh' }), ...claudeFile('PreToolUse', './x.sh', 'Edit|Write') },
    ],
    ['other events', { ...hooks('stop', { command: './x.sh' }), ...claudeFile('SessionStart', './x.sh') }],
    ['what the engine drops', { ...hooks('stop', { command: './x.sh' }), ...claudeFile('Stop', './x.sh') }],
    [
      'other patterns on text',
      hooks('beforeShellExecution', { command: './x.sh', matcher: 'git' }, { command: './x.sh', matcher: 'npm' }),
    ],
    ['two events of one agent', hooks('preToolUse', { command: './x.sh' })],
  ])('not %s', async (_, files) => expect(await twice(files)).toBe(0))
})

describe('an entry with `args`', () => {
  const files = (...hooksOf: readonly object[]) => ({
    '.claude/settings.json': JSON.stringify({ hooks: { PreToolUse: [{ hooks: hooksOf }] } }),
  })
  const hook = (...args: readonly string[]) => ({ type: 'command', command: 'bash', args })
  it('runs the script named in them', async () => {
    const found = await lintFiles({ ...files(hook('x.sh')), 'x.sh': '#!/bin/sh\necho \'{"decision":"block"}\'\n' })
    expect(found.map(({ code, file }) => [code, file])).toContainEqual(['deny-without-message', '/w/x.sh'])
  })
  it('is a different hook if the arguments differ', async () => {
    const both = async (a: readonly string[], b: readonly string[]) =>
      positionsOf(await lintFiles({ ...files(hook(...a), hook(...b)), 'x.sh': script, 'y.sh': script }), 'fires-twice')
        .length
    expect(await both(['./x.sh'], ['./y.sh'])).toBe(0)
    expect(await both(['./x.sh'], ['./x.sh'])).toBe(1)
  })
  it('is checked for personal paths', async () => {
    expect(positionsOf(await lintFiles(files(hook('C:\\Users\\ann\\x.sh'))), 'personal-path')).toHaveLength(1)
  })
})

describe('a script after a `cd`', () => {
  const found = async (command: string) => {
    const files = {
      '.cursor/hooks.json': cursor('preToolUse', { command }),
      'tools/x.mjs': '',
      'pkg/web/y.mjs': '',
      '.cursor/hooks/z.sh': '',
    }
    const codes = (await lintFiles(files)).map(({ code }) => code)
    return codes.filter((code) => /script|directory/.test(code))
  }

  it.each([
    'cd pkg/web && node ../../tools/x.mjs',
    'cd "$CURSOR_PROJECT_DIR" && node tools/x.mjs',
    '(cd pkg; node web/y.mjs)',
    'cd pkg/web || exit 1; node ./y.mjs',
    'env -C pkg/web node y.mjs',
    'pushd pkg/web && node ../../tools/x.mjs; popd; node tools/x.mjs',
    'cd "$SOMEWHERE" && ./z.sh',
    'cd .cursor && hooks/z.sh',
  ])('finds the script of %s', async (command) => expect(await found(command)).toEqual([]))

  it('is reported if it does not exist', async () => {
    expect(await found('cd pkg/web && node tools/x.mjs')).toEqual(['missing-script'])
    expect(await found('(cd pkg/web); node y.mjs')).toEqual(['missing-script'])
  })
})
