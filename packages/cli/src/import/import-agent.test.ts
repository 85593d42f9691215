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
it('replaces an entry of which only the timeout or the URL is another', () => {
  const made = sandbox()
  const write = (timeout: number, url: string) =>
    made.write(
      '.claude/settings.json',
      JSON.stringify({
        hooks: {
          PreToolUse: [
            {
              hooks: [
                { type: 'command', command: 'true', timeout },
                { type: 'http', url },
              ],
            },
          ],
        },
      }),
    )
  write(5, 'https://one.example')
  made.hookline(['import', 'claude', '--yes'])
  write(7, 'https://two.example')
  made.hookline(['import', 'claude', '--yes'])
  expect(imported(made).preToolUse).toEqual([
    expect.objectContaining({ timeout: 7 }),
    expect.objectContaining({ url: 'https://two.example' }),
  ])
})
it.each([
  [
    'claude',
    '.claude/settings.json',
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] } }),
  ],
  [
    'kiro',
    '.kiro/hooks/a.json',
    JSON.stringify({ version: 'v1', hooks: [{ trigger: 'PreToolUse', action: { type: 'command', command: 'true' } }] }),
  ],
])('keeps what it wrote from a file of %s that is broken now', (agent, file, text) => {
  const made = sandbox()
  made.write(file, text)
  made.hookline(['import', agent, '--yes'])
  made.write(file, text.slice(0, -9))
  const { code, stderr } = made.hookline(['import', agent, '--yes'])
  expect(imported(made).preToolUse).toHaveLength(1)
  expect(stderr).toContain('Fix the file, then import it again. Nothing was changed.')
  expect(code).toBe(1)
})
const claudeHook = { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] }
const geminiHooks = {
  BeforeTool: [{ hooks: ['lint', 'guard', 'fmt'].map((name) => ({ type: 'command', command: `./${name}.sh`, name })) }],
}
it.each([
  ['claude', '.claude/settings.json', { disableAllHooks: true, hooks: claudeHook }, 'disableAllHooks'],
  ['qwen', '.qwen/settings.json', { disableAllHooks: true, hooks: claudeHook }, 'disableAllHooks'],
  [
    'copilot',
    '.github/hooks/a.json',
    { version: 1, disableAllHooks: true, hooks: { preToolUse: [{ type: 'command', bash: 'true' }] } },
    'disableAllHooks',
  ],
  ['gemini', '.gemini/settings.json', { hooksConfig: { enabled: false }, hooks: geminiHooks }, 'hooksConfig.enabled'],
] as const)('does not switch on the hooks that %s does not run', (agent, file, settings, key) => {
  const made = sandbox()
  made.write(file, JSON.stringify(settings))
  const { code, stderr } = made.hookline(['import', agent, '--yes'])
  expect(stderr).toContain('0 hooks imported')
  expect(stderr).toContain(`is not imported: "${key}" switches all hooks of the file off`)
  expect(code).toBe(1)
})
it('does not switch on single hooks that Gemini CLI does not run', () => {
  const made = sandbox()
  const settings = { hooksConfig: { disabled: ['lint', './fmt.sh'] }, hooks: geminiHooks }
  made.write('.gemini/settings.json', JSON.stringify(settings))
  expect(made.hookline(['import', 'gemini', '--yes']).stderr).toContain('"hooksConfig.disabled" switches it off')
  expect(imported(made).preToolUse).toEqual([expect.objectContaining({ command: './guard.sh' })])
})
it.each([
  [
    'gemini',
    '.gemini/settings.json',
    { hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: 'true' }] }] } },
    [60],
  ],
  ['copilot', '.github/hooks/a.json', { version: 1, hooks: { preToolUse: [{ bash: 'true' }] } }, [30]],
  [
    'qwen',
    '.qwen/settings.json',
    {
      hooks: {
        PreToolUse: [
          {
            hooks: [
              { type: 'command', command: 'true' },
              { type: 'http', url: 'https://a.example' },
              { type: 'prompt', prompt: 'ok?' },
            ],
          },
        ],
      },
    },
    [60, 600, 30],
  ],
])('waits for a hook without a timeout as long as %s does', (agent, file, settings, seconds) => {
  const made = sandbox()
  made.write(file, JSON.stringify(settings))
  made.hookline(['import', agent, '--yes'])
  expect(imported(made).preToolUse.map(({ timeout }: { timeout: number }) => timeout)).toEqual(seconds)
})
it('names a hook after the event in the file', () => {
  const made = sandbox()
  const hooks = { preToolUse: [{ bash: 'true' }], PreToolUse: [{ bash: 'false' }], agentStop: [{ bash: 'true' }] }
  made.write('.github/hooks/a.json', JSON.stringify({ version: 1, hooks }))
  expect(made.hookline(['import', 'copilot', '--yes']).stderr).toMatch(
    /copilot-preToolUse-1: preToolUse\n {2}copilot-PreToolUse-1: preToolUse\n {2}copilot-agentStop-1: stop/,
  )
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
