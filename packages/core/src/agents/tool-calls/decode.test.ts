import { describe, expect, it } from 'vitest'
import type { Raw } from '../../flow.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { fakeEvent } from '../../testing/fakes.ts'
import { claude } from '../claude/dialect.ts'

type Fields = Readonly<Record<string, unknown>>
const raw = (code: number, stdout: string | Fields, stderr = ''): Raw => ({
  end: { kind: 'exit', code },
  stdout: typeof stdout === 'string' ? stdout : JSON.stringify(stdout),
  stderr,
})
const read = (name: EventName, answer: Raw, fields: Fields = {}) => claude.decode(answer, fakeEvent(name, fields))
/** What it comes to: exit 0 and the reply, whole. */
const replied = (name: EventName, answer: Raw, fields: Fields = {}) => {
  const { end, stdout } = read(name, answer, fields)
  expect(end).toEqual({ kind: 'exit', code: 0 })
  return JSON.parse(stdout)
}
const unchanged = (name: EventName, answer: Raw) => expect(read(name, answer)).toEqual(answer)

describe.each(['stop', 'subagentStop'] as const)('the answer to %s', (name) => {
  it('exit 2 becomes the follow-up', () => {
    expect(replied(name, raw(2, '', 'run the tests\n'))).toEqual({ followup_message: 'run the tests' })
    expect(replied(name, raw(2, 'log', 'run the tests'))).toEqual({ followup_message: 'run the tests' })
    expect(replied(name, raw(2, 'run the tests'))).toEqual({ followup_message: 'run the tests' })
    expect(replied(name, raw(2, { decision: 'block', reason: 'go' }))).toEqual({ followup_message: 'go' })
  })
  it('exit 2 without output still continues', () => {
    expect(replied(name, raw(2, ''))).toEqual({ followup_message: 'A stop hook asks to continue.' })
  })
  it('a block becomes the follow-up', () => {
    expect(replied(name, raw(0, { decision: 'block', reason: 'go' }))).toEqual({ followup_message: 'go' })
  })
  it('additional context continues too', () => {
    const hookSpecificOutput = { hookEventName: 'Stop', additionalContext: 'go' }
    expect(replied(name, raw(0, { hookSpecificOutput }))).toEqual({ followup_message: 'go' })
  })
  it('continue: false means that there is no follow-up', () => {
    expect(replied(name, raw(0, { continue: false, decision: 'block', reason: 'go' }))).toEqual({})
  })
  it('any other output is unchanged', () => {
    unchanged(name, raw(0, ''))
    unchanged(name, raw(0, { followup_message: 'go' }))
    unchanged(name, raw(0, { decision: 'approve' }))
    unchanged(name, raw(1, { decision: 'block', reason: 'go' }))
  })
})

describe.each(['postToolUse', 'postToolUseFailure'] as const)('the answer to %s', (name) => {
  it('exit 2 is context for the model', () => {
    expect(replied(name, raw(2, '', 'lint failed'))).toEqual({ additional_context: 'lint failed' })
    unchanged(name, raw(2, ''))
  })
  it('a block is context for the model', () => {
    expect(replied(name, raw(0, { decision: 'block', reason: 'lint failed' }))).toEqual({
      additional_context: 'lint failed',
    })
    const both = { decision: 'block', reason: 'lint failed', hookSpecificOutput: { additionalContext: 'see log' } }
    expect(replied(name, raw(0, both))).toMatchObject({ additional_context: 'see log\n\nlint failed' })
  })
  it('context in Claude Code’s own field stays unchanged for the reply reader', () => {
    unchanged(name, raw(0, { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'x' } }))
  })
})

it('the output of an MCP tool can be replaced under either name', () => {
  const mcp = { tool_name: 'MCP:search' }
  const newer = raw(0, { hookSpecificOutput: { updatedToolOutput: { a: 1 } } })
  expect(replied('postToolUse', newer, mcp)).toMatchObject({ updated_mcp_tool_output: { a: 1 } })
  unchanged('postToolUse', newer)
  unchanged('postToolUse', raw(0, { hookSpecificOutput: { updatedMCPToolOutput: { a: 1 } } }))
})

describe.each(['sessionStart', 'beforeSubmitPrompt'] as const)('plain text on %s', (name) => {
  it('that ends with a reply is that reply, and one that ends with other JSON is context', () => {
    unchanged(name, raw(0, 'checking…\n{"permission":"ask"}'))
    const shown = 'The settings are:\n{"a":1}'
    expect(replied(name, raw(0, shown))).toEqual({ additional_context: shown })
  })
  it('is context for the model', () => {
    expect(replied(name, raw(0, 'On branch main\n'))).toEqual({ additional_context: 'On branch main' })
    expect(replied(name, raw(0, 'package.json:\n{"name":"x"}'))).toEqual({
      additional_context: 'package.json:\n{"name":"x"}',
    })
  })
  it('is context too if it begins like an object but is not one', () => {
    expect(replied(name, raw(0, '{"additional'))).toEqual({ additional_context: '{"additional' })
    expect(replied(name, raw(0, '[1, 2] list'))).toEqual({ additional_context: '[1, 2] list' })
  })
  it('is unchanged if it contains a denial', () => {
    unchanged(name, raw(0, 'log {"decision":"block"'))
    unchanged(name, raw(1, 'text'))
  })
  it('keeps the denial of a reply after log lines', () => {
    const { stdout } = read(name, raw(0, 'checking\n{"decision":"block","reason":"secret"}'))
    expect(stdout).toBe('checking\n{"decision":"block","reason":"secret","continue":false,"user_message":"secret"}')
  })
})

describe('the answer at a gate', () => {
  it('a block becomes the field of the gate, with its reason for the person', () => {
    expect(replied('beforeSubmitPrompt', raw(0, { decision: 'block', reason: 'secret' }))).toMatchObject({
      continue: false,
      user_message: 'secret',
    })
  })
  it.each([
    ['preToolUse', { permission: 'deny', user_message: 'over budget', agent_message: 'over budget' }],
    ['subagentStart', { permission: 'deny', user_message: 'over budget' }],
    ['beforeSubmitPrompt', { continue: false, user_message: 'over budget' }],
    ['sessionStart', { continue: false, user_message: 'over budget' }],
  ] as const)('continue: false is a no on %s, with stopReason as its message', (name, no) => {
    expect(replied(name, raw(0, { continue: false, stopReason: 'over budget' }))).toMatchObject(no)
  })
  it('the reason of a denied tool is for the model, systemMessage for the person', () => {
    const answer = {
      systemMessage: 'blocked rm',
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'use trash',
      },
    }
    expect(replied('preToolUse', raw(0, answer))).toMatchObject({
      permission: 'deny',
      user_message: 'blocked rm',
      agent_message: 'use trash',
    })
  })
  it('a denial with a failing exit code keeps the exit code', () => {
    const { end, stdout } = read('preToolUse', raw(1, { continue: false }))
    expect(end).toEqual({ kind: 'exit', code: 1 })
    expect(JSON.parse(stdout)).toEqual({ continue: false, permission: 'deny' })
  })
  it('exit 2 stays exit 2, and stderr is its message', () => {
    expect(read('preToolUse', raw(2, 'checking…', 'no rm'))).toEqual(raw(2, '', 'no rm'))
    unchanged('preToolUse', raw(2, 'no rm'))
    unchanged('subagentStart', raw(2, '', 'no'))
    unchanged('sessionStart', raw(2, '', 'no'))
  })
  it('systemMessage is shown to the person', () => {
    expect(replied('preToolUse', raw(0, { systemMessage: 'seen' }))).toMatchObject({ user_message: 'seen' })
    expect(replied('preCompact', raw(0, { systemMessage: 'seen' }))).toMatchObject({ user_message: 'seen' })
  })
  it('defer becomes ask', () => {
    expect(replied('preToolUse', raw(0, { hookSpecificOutput: { permissionDecision: 'defer' } }))).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'ask' },
    })
  })
  it('fields of Hookline’s own reply are unchanged', () => {
    unchanged('preToolUse', raw(0, ''))
    unchanged('preToolUse', raw(0, { permission: 'allow' }))
    unchanged('preToolUse', raw(0, { hookSpecificOutput: { permissionDecision: 'allow' } }))
    unchanged('preToolUse', raw(0, '{"decision":"approve","decision":"block"}'))
    unchanged('preToolUse', { end: { kind: 'timeout', afterMs: 1 }, stdout: '', stderr: '' })
  })
})

describe.each(['preToolUse', 'postToolUse', 'stop', 'subagentStop', 'preCompact'] as const)(
  'plain text on %s',
  (name) => {
    it.each(['checked 3 files', '{half an object', '["a list"]', 'a\n{"permission"'])(
      '%j is nothing, on the record',
      (text) => {
        expect(read(name, raw(0, text))).toEqual({ ...raw(0, ''), notes: ['plain-text'] })
      },
    )
    it('keeps a denial that can be read in it', () => {
      unchanged(name, raw(0, 'log {"permission": "deny"'))
    })
  },
)

describe('a rewritten input', () => {
  const rewrite = (updatedInput: Fields, fields: Fields) =>
    replied('preToolUse', raw(0, { hookSpecificOutput: { permissionDecision: 'allow', updatedInput } }), fields)

  it('keeps the fields that the hook never saw', () => {
    expect(rewrite({ command: 'npm ci' }, {}).updated_input).toEqual({ command: 'npm ci', working_directory: '/work' })
  })
  it('is translated to Hookline’s field names', () => {
    const fields = { tool_name: 'Write', tool_input: { path: '/a', contents: 'x' } }
    expect(rewrite({ file_path: '/b', content: 'y' }, fields).updated_input).toEqual({ path: '/b', contents: 'y' })
  })
  it('replaces all other fields', () => {
    const fields = { tool_name: 'Read', tool_input: { file_path: '/a', limit: 3 } }
    expect(rewrite({ file_path: '/b' }, fields).updated_input).toEqual({ file_path: '/b' })
  })
  it('is ignored in a denial', () => {
    const hookSpecificOutput = { permissionDecision: 'deny', updatedInput: { command: 'ls' } }
    expect(replied('preToolUse', raw(0, { hookSpecificOutput }))).not.toHaveProperty('updated_input')
  })
})

it('the reply to an event that Claude Code lacks is read in the default format', () => {
  unchanged('beforeShellExecution', raw(0, { continue: false }))
  unchanged('sessionEnd', raw(2, '', 'late'))
})

it('a denial as text in a field of half an object is not context', () => {
  const half = '{"hookSpecificOutput":{"updatedToolOutput":"{\\"permission\\":\\"deny\\"}"}'
  unchanged('beforeSubmitPrompt', raw(0, half))
})
