import type { LogRun } from '@hookline/core/node'
import { describe, expect, it } from 'vitest'
import { failureOf, nameOf } from './record-text.ts'

describe('the name of a hook in the log', () => {
  it.each([
    ['.cursor/hooks/guard.sh --strict', 'guard.sh'],
    ['node .cursor/hooks/guard.mjs', 'guard.mjs'],
    ['shell-guard/commands', 'shell-guard/commands'],
    ['/usr/local/bin/guard', 'guard'],
    ['bun run lint', 'bun run lint'],
    ['/tmp/app/.cursor/hooks.json', 'hooks.json'],
    ['/tmp/my app/.cursor/hooks.json', 'hooks.json'],
    ['.cursor/my hooks/guard.sh', 'guard.sh'],
    ["'.cursor/my hooks/wächter.sh'", 'wächter.sh'],
    ['.cursor/my\\ hooks/wächter.sh', 'wächter.sh'],
    ["bash './my guard.sh'", 'my guard.sh'],
    ['node ".cursor/hooks/my guard.mjs" --strict', 'my guard.mjs'],
    ['bash "$HOOKS"/guard.sh', 'guard.sh'],
    ["sh -c 'jq -e .x < in.json'", "sh -c 'jq -e .x < in.json'"],
    ["it's 3 o'clock", "it's 3 o'clock"],
    ['C:\\my app\\.cursor\\hooks.json', 'hooks.json'],
    ['/usr/bin/python3 hooks/guard.py', 'guard.py'],
    ['./run.sh hooks/rules.json', 'run.sh'],
    ['/usr/bin/jq . > /tmp/out.json', 'jq'],
  ])('of %j is %j', (label, name) => {
    expect(nameOf(label)).toBe(name)
  })
})

describe('why a hook failed, in one line', () => {
  const failed = (stderr: string) =>
    failureOf({ outcome: { kind: 'failed', code: 'exit' }, exitCode: 1, stderr } as unknown as LogRun)

  it.each([
    ['bash', 'guard.sh: line 2: jqq: command not found\n', 'jqq: command not found'],
    [
      'Node',
      '/w/x.js:2\nconst x = {;\n           ^\n\nSyntaxError: Unexpected token\n    at Module._compile (node:internal/modules/cjs/loader:1:2)\n\nNode.js v20.20.2\n',
      'SyntaxError: Unexpected token',
    ],
    ['Python', 'Traceback (most recent call last):\n  File "x.py", line 2, in <module>\nKeyError: 1\n', 'KeyError: 1'],
  ])('is the message of %s', (_, stderr, message) => {
    expect(failed(stderr)).toBe(`exit 1 "${message}"`)
  })
})
