import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sandbox } from '../testing/cli.ts'

const settings = {
  hooks: {
    PreToolUse: [
      { matcher: 'Bash|Edit', hooks: [{ type: 'command', command: './guard.sh', timeout: 5, onFailure: 'block' }] },
      { matcher: 'Bash', hooks: [{ type: 'command', command: './git.sh', if: 'Bash(git *)' }] },
    ],
    Stop: [{ hooks: [{ type: 'mcp_tool', server: 's', tool: 't' }] }],
  },
}
const prepare = () => {
  const made = sandbox()
  made.write('.claude/settings.json', JSON.stringify(settings))
  return made
}
const imported = (made: ReturnType<typeof sandbox>) =>
  JSON.parse(readFileSync(join(made.root, '.hookline/hookline.json'), 'utf8')).hooks

it('writes entries in the format of the agent, with matcher and timeout as they were', () => {
  const made = prepare()
  const { code, stderr } = made.hookline(['import', 'claude', '--yes'])
  expect(imported(made).preToolUse).toEqual([
    {
      name: 'claude-PreToolUse-1',
      command: './guard.sh',
      matcher: 'Bash|Edit',
      failClosed: true,
      timeout: 5,
      input: 'claude',
    },
    { name: 'claude-PreToolUse-2', command: './git.sh', matcher: 'Bash', timeout: 600, input: 'claude' },
  ])
  expect(stderr).toContain('2 hooks imported')
  expect(code).toBe(1)
})
it('lists what is lost', () => {
  const { stderr } = prepare().hookline(['import', 'claude', '--yes'])
  expect(stderr).toContain('`if` "Bash(git *)" is not tested')
  expect(stderr).toContain('Hookline cannot run hooks of type "mcp_tool"')
})
it('an imported hook decides in another agent as it does in its own', () => {
  const made = prepare()
  made.script('guard.sh', 'grep -q \'"tool_name":"Bash"\' && { echo no >&2; exit 2; }; exit 0')
  made.script('git.sh', 'exit 0')
  made.hookline(['import', 'claude', '--yes'])
  made.hookline(['trust', 'add', '--yes'])
  const event = {
    hook_event_name: 'preToolUse',
    cursor_version: '3.0',
    conversation_id: 'c',
    workspace_roots: [made.root],
  }
  const shell = JSON.stringify({
    ...event,
    tool_name: 'Shell',
    tool_input: { command: 'ls' },
    tool_use_id: 't',
    cwd: made.root,
  })
  expect(made.hookline(['run', '--host', 'cursor', '--installed'], { stdin: shell }).stdout).toContain(
    '"permission":"deny"',
  )
})
it('a second import changes nothing, and a changed file replaces its entries', () => {
  const made = prepare()
  made.hookline(['import', 'claude', '--yes'])
  expect(made.hookline(['import', 'claude', '--yes']).stderr).toContain('already imported')
  const [first] = settings.hooks.PreToolUse
  made.write('.claude/settings.json', JSON.stringify({ hooks: { PreToolUse: [first] } }))
  made.hookline(['import', 'claude', '--yes'])
  expect(imported(made).preToolUse).toHaveLength(1)
})
it('takes a file by its path', () => {
  const made = prepare()
  expect(made.hookline(['import', '.claude/settings.json', '--dry-run']).stderr).toContain('2 hooks imported')
})
it('says what there is not', () => {
  const { code, stderr } = sandbox().hookline(['import', 'claude'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('No hooks of Claude Code found in')])
})

it('lists a hook of an event that Hookline does not have, and exits with 1', () => {
  const made = sandbox()
  const hook = { hooks: [{ type: 'command', command: './speak.sh' }] }
  made.write('.claude/settings.json', JSON.stringify({ hooks: { SomethingNew: [hook], PreToolUse: [hook] } }))
  const { code, stderr } = made.hookline(['import', 'claude', '--yes'])
  expect(stderr).toContain('SomethingNew of Claude Code has no counterpart in Hookline, so its entries never run')
  expect(code).toBe(1)
})
