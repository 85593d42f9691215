import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { claude } from '../agents/claude/agent.ts'
import { editions } from '../editions.ts'
import { readerFor } from '../sources/agent-files.ts'
import { checkCommands } from './check-command.ts'
import type { ReadOptions, SourceInfo } from './reader.ts'

const readClaude = readerFor(claude)

const reading: ReadOptions = {
  edition: editions.hookline,
  hash: (text) => createHash('sha256').update(text).digest('hex'),
  system: 'linux',
}
const info: SourceInfo = {
  source: 'claude-project',
  own: false,
  file: '/w/.claude/settings.json',
  root: '/w',
  cwd: '/w',
  trust: 'untrusted',
}
const found = (text: string) =>
  checkCommands(readClaude(text, info, reading), reading).problems.map(
    ({ code, severity, line, column }) => `${severity} ${code} ${line}:${column}`,
  )
const entries = (text: string) => readClaude(text, info, reading).entries
const hook = (hook: string, event = 'PreToolUse') => `{"hooks":{"${event}":[{"hooks":[${hook}]}]}}`

describe('a Claude Code settings file', () => {
  it('becomes entries in its own dialect, one per hook of each group', () => {
    const { entries, problems } = readClaude(
      `{
  "permissions": {"allow": []},
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash|Edit", "hooks": [
        { "type": "command", "command": "a", "timeout": 5 },
        { "type": "prompt", "prompt": "is it fine?" }
      ] }
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "b" }] }]
  }
}`,
      info,
      reading,
    )
    expect(problems).toEqual([])
    expect(entries).toMatchObject([
      {
        event: 'preToolUse',
        command: 'a',
        matcher: 'Bash|Edit',
        timeoutMs: 5000,
        dialect: 'claude',
        loopLimit: null,
        origin: { line: 6, column: 9 },
      },
      { event: 'preToolUse', type: 'prompt', prompt: 'is it fine?', matcher: 'Bash|Edit', timeoutMs: 60_000 },
      { event: 'stop', command: 'b', loopLimit: null },
    ])
    expect(entries[0]?.text).toBe('{"command":"a","matcher":"Bash|Edit","timeout":5,"type":"command"}')
  })

  it('without hooks has no entries and no problems', () => {
    expect(readClaude('{"model":"opus"}', info, reading)).toEqual({ entries: [], problems: [] })
  })

  it('keeps disableAllHooks for the step that combines the files', () => {
    expect(readClaude('{"disableAllHooks":true}', info, reading).settings).toMatchObject({
      values: { disableAllHooks: true },
      root: '/w',
    })
  })

  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['a syntax error', '{"hooks":', ['error syntax 1:10']],
    ['a list as hooks', '{"hooks":[]}', ['error not-an-object 1:10']],
    ['an event of theirs alone', '{"hooks":{"Notification":[]}}', ['note foreign-event 1:11']],
    ['another event of theirs alone', '{"hooks":{"PostCompact":[]}}', ['note foreign-event 1:11']],
    ['an event of ours', '{"hooks":{"beforeShellExecution":[]}}', ['error foreign-event 1:11']],
    ['a misspelt event', '{"hooks":{"PreToolUze":[]}}', ['error unknown-event 1:11']],
    ['a flat entry', '{"hooks":{"Stop":[{"command":"a"}]}}', ['error not-an-entry 1:19']],
    ['an object as list', '{"hooks":{"Stop":{}}}', ['error not-a-list 1:18']],
    ['a text as hooks of a group', '{"hooks":{"Stop":[{"hooks":"a"}]}}', ['error not-a-list 1:28']],
    ['an HTTP hook without an address', hook('{"type":"http"}'), ['error missing-url 1:35']],
    ['an HTTP hook with a bad address', hook('{"type":"http","url":"x"}'), ['error bad-url 1:56']],
    ['an HTTP hook', hook('{"type":"http","url":"http://localhost:1","allowedEnvVars":["A"]}'), []],
    ['an MCP tool as a hook', hook('{"type":"mcp_tool","server":"s","tool":"t"}'), ['warning no-runner 1:43']],
    [
      'a hook that wakes the model',
      hook('{"type":"command","command":"a","asyncRewake":true}'),
      ['warning async-gate 1:67', 'note cannot-rewake 1:67'],
    ],
    ['async that is off', hook('{"type":"command","command":"a","async":false}'), []],
    ['an unknown type', hook('{"type":"htp","url":"x"}'), ['error unknown-type 1:43']],
    ['no command', hook('{"type":"command"}'), ['error missing-command 1:35']],
    ['no prompt', hook('{"type":"prompt"}'), ['error missing-prompt 1:35']],
    ['args', hook('{"type":"command","command":"a","args":["b"]}'), []],
    ['args that are no list', hook('{"type":"command","command":"a","args":"b"}'), ['error wrong-type 1:74']],
    ['a bare interpreter', hook('{"type":"command","command":"bash"}'), ['error payload-as-code 1:63']],
    ['once', hook('{"type":"command","command":"a","once":true}'), ['note foreign-key 1:67']],
    ['onFailure', hook('{"type":"command","command":"a","onFailure":"block"}'), []],
    ['async', hook('{"type":"command","command":"a","async":true}'), ['warning async-gate 1:67']],
    [
      'if at an event without a tool',
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a","if":"Bash(git *)"}]}]}}',
      ['error never-runs 1:61'],
    ],
    ...[
      'Bash(git *',
      'bash(ls)',
      'Bash(ls)|Bash(rm *)',
      'Bash(ls), Read',
      ' Bash',
      'Bash (ls)',
      '(ls)',
      '*',
      'Shell',
      'B*',
      ' ',
      'Bash|Read',
    ].map((rule): [string, string, string[]] => [
      `if ${JSON.stringify(rule)}, which no call matches`,
      hook(`{"type":"command","command":"a","if":${JSON.stringify(rule)}}`),
      ['error never-runs 1:67'],
    ]),
    ['a bad matcher', '{"hooks":{"PreToolUse":[{"matcher":"(","hooks":[]}]}}', ['error bad-matcher 1:36']],
    ['timeout in milliseconds', hook('{"type":"command","command":"a","timeout":5000}'), ['warning timeout-unit 1:77']],
  ]
  for (const [name, text, want] of cases) it(`${name} is reported`, () => expect(found(text)).toEqual(want))

  it('onFailure is read as failClosed', () => {
    const closed = (more: string) => entries(hook(`{"type":"command","command":"a"${more}}`))[0]?.failClosed
    expect(closed('')).toBeUndefined()
    expect(closed(',"onFailure":"block"')).toBe(true)
    expect(closed(',"onFailure":"continue"')).toBe(false)
    expect(closed(',"onFailure":true')).toBe(true)
    expect(found(hook('{"type":"command","command":"a","onFailure":"block"}'))).toEqual([])
    expect(found(hook('{"type":"command","command":"a","onFailure":"deny"}'))).toEqual(['error bad-fail-closed 1:79'])
  })

  it('an unusable hook is skipped with a reason', () => {
    expect(entries(hook('{"type":"command","command":"a","args":5}'))[0]?.held?.why).toBe('invalid')
    expect(entries('{"hooks":{"Stop":[{"command":"a"}]}}')[0]?.held?.detail).toContain('hooks.json')
  })
})
