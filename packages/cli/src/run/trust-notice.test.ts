import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

const rule = {
  type: 'rule',
  rule: { when: { field: 'command', contains: 'deploy' }, verdict: 'deny', user_message: 'no' },
}

function clone(): Sandbox {
  const scratch = sandbox()
  scratch.script('hooks/guard.sh', 'exit 2')
  scratch.write('.hookline/hookline.json', hooksFile({ beforeShellExecution: [{ command: './hooks/guard.sh' }, rule] }))
  return scratch
}

const claude = (scratch: Sandbox, payload: object) =>
  JSON.parse(
    scratch.hookline(['run', '--host', 'claude'], {
      stdin: JSON.stringify({ session_id: 's1', transcript_path: '/t', cwd: scratch.root, ...payload }),
    }).stdout,
  )
const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'hello' }
const cursor = (scratch: Sandbox, event: string, more: object = {}) =>
  JSON.parse(
    scratch.hookline(['run', '--host', 'cursor'], {
      stdin: JSON.stringify({
        hook_event_name: event,
        conversation_id: 'c1',
        generation_id: 'g',
        workspace_roots: [scratch.root],
        ...more,
      }),
    }).stdout,
  )

describe('hooks that are off because they are not trusted', () => {
  it('are reported to the person once in each conversation, at an event without hooks too', () => {
    const scratch = clone()
    const text = expect.stringMatching(
      /^Hookline: 1 hook of this workspace is off, because you have not trusted this workspace\. To see them: .* trust add \/.*\/ws$/,
    )
    expect(claude(scratch, prompt)).toEqual({ systemMessage: text })
    expect(claude(scratch, prompt)).toEqual({})
    expect(claude(scratch, { ...prompt, session_id: 's2' })).toEqual({ systemMessage: text })
    expect(readdirSync(join(scratch.home, 'state/hookline/notices'))).toHaveLength(2)
  })

  it('are reported at the first event whose reply the agent shows to the person', () => {
    const scratch = clone()
    expect(cursor(scratch, 'afterAgentThought', { text: 'x' })).toEqual({})
    expect(cursor(scratch, 'beforeSubmitPrompt', { prompt: 'x', attachments: [] })).toMatchObject({
      user_message: expect.stringContaining('1 hook of this workspace is off'),
    })
    expect(cursor(scratch, 'beforeSubmitPrompt', { prompt: 'x', attachments: [] })).toEqual({})
  })

  it('are reported beside a refusal, and leave a record at each event', () => {
    const scratch = clone()
    const refused = cursor(scratch, 'beforeShellExecution', { command: 'deploy', cwd: scratch.root, sandbox: false })
    expect(refused).toMatchObject({ permission: 'deny' })
    expect(refused.user_message).toMatch(/^From the untrusted workspace .*: no\nTo let exactly .*\n\nHookline: 1 hook/)
    expect(refused.agent_message).not.toContain('Hookline: 1 hook')
    cursor(scratch, 'beforeShellExecution', { command: 'ls', cwd: scratch.root, sandbox: false })
    const { records } = JSON.parse(scratch.hookline(['log', '--json']).stdout)
    expect(records.map(({ skipped }: { skipped: unknown }) => skipped)).toEqual([
      [{ id: expect.any(String), why: 'untrusted' }],
      [{ id: expect.any(String), why: 'untrusted' }],
    ])
  })

  it('are looked for by no mark where the event has shown that nothing is off, so that a later change is reported', () => {
    const scratch = clone()
    scratch.hookline(['trust', 'add', '--yes'])
    const shell = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }
    claude(scratch, shell)
    expect(existsSync(join(scratch.home, 'state/hookline/notices'))).toBe(false)
    scratch.script('hooks/guard.sh', 'exit 0')
    expect(claude(scratch, prompt).systemMessage).toContain('they have changed since you trusted them')
    expect(claude(scratch, prompt)).toEqual({})
  })

  it('leave no mark in a workspace without hooks', () => {
    const scratch = sandbox()
    expect(claude(scratch, prompt)).toEqual({})
    expect(existsSync(join(scratch.home, 'state/hookline/notices'))).toBe(false)
  })

  it('are not reported where nothing is off', () => {
    const scratch = clone()
    scratch.hookline(['trust', 'add', '--yes'])
    expect(claude(scratch, prompt)).toEqual({})
    scratch.script('hooks/guard.sh', 'exit 0')
    expect(claude(scratch, { ...prompt, session_id: 's2' }).systemMessage).toContain(
      'they have changed since you trusted them',
    )
  })
})

describe('a hook file that cannot be used', () => {
  const large = `{"version":1,"hooks":{"beforeShellExecution":[{"command":"${'x'.repeat(1024 * 1024)}"}]}}`
  const shell = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }

  it.each([
    ['too large', large],
    ['cut off', '{"version":1,"hooks":{'],
    ['empty', ''],
  ])('is reported to the person once in each conversation if it is %s', (_, text) => {
    const scratch = sandbox()
    scratch.write('.hookline/hookline.json', text)
    const says = expect.stringMatching(
      /^Hookline: no hook of \S*hookline\.json runs, because the file cannot be used\. To see why: \S*hookline\S* check \S*hookline\.json$/,
    )
    expect(claude(scratch, shell)).toEqual({ systemMessage: says })
    expect(claude(scratch, shell)).toEqual({})
    expect(claude(scratch, { ...prompt, session_id: 's2' })).toEqual({ systemMessage: says })
  })

  it('is reported beside hooks that are off, and is not if the agent reads it itself', () => {
    const scratch = clone()
    scratch.write('.cursor/hooks.json', large)
    const { systemMessage } = claude(scratch, prompt)
    expect(systemMessage.split('\n')).toEqual([
      expect.stringContaining('1 hook of this workspace is off'),
      expect.stringContaining('hooks.json runs, because the file cannot be used'),
    ])
    const own = sandbox()
    own.write('.cursor/hooks.json', large)
    const event = { hook_event_name: 'beforeSubmitPrompt', conversation_id: 'c', generation_id: 'g' }
    const stdin = JSON.stringify({ ...event, prompt: 'x', attachments: [], workspace_roots: [own.root] })
    expect(JSON.parse(own.hookline(['run', '--host', 'cursor', '--installed'], { stdin }).stdout)).toEqual({})
  })
})
