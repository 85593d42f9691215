/** What `import` says about the hooks of an agent that it cannot convert, or not as a whole. */
import type { Note } from '@hookline/core/importers'
import { expect, it } from 'vitest'
import { sandbox } from '../testing/cli.ts'

/** Imports the files of the agent, and returns its notes as `line message. fix`. */
function notesOf(agent: string, file: string, text: object): readonly string[] {
  const made = sandbox()
  made.write(file, JSON.stringify(text, null, 1))
  const { stdout } = made.hookline(['import', agent, '--dry-run', '--json'])
  const { notes } = JSON.parse(stdout) as { notes: readonly Note[] } // True: `--json` prints it.
  return notes.map(({ line, message, cure: fix }) => `${line} ${message}. ${fix}`)
}
const hook = (more: object) => ({ type: 'command', command: 'true', ...more })
const group = (...hooks: readonly object[]) => ({ matcher: 'x', hooks })

it.each([
  ['mcp_tool', 'codex', '.codex/hooks.json', 'Codex runs it. For other agents, write a command hook.'],
  ['prompt', 'gemini', '.gemini/settings.json', 'Write "command".'],
])('names a hook of type %s once, with what to do', (type, agent, file, fix) => {
  const event = agent === 'gemini' ? 'BeforeTool' : 'PreToolUse'
  const notes = notesOf(agent, file, { hooks: { [event]: [group({ type })] } })
  expect(notes).toEqual([expect.stringMatching(/^7 a hook of preToolUse is not imported: /)])
  expect(notes[0]).toContain(fix)
})
it('names what runs in the background once', () => {
  const hooks = { PreToolUse: [group(hook({ asyncRewake: true }))] }
  expect(notesOf('claude', '.claude/settings.json', { hooks })).toEqual([
    expect.stringContaining('it decides nothing, but the event waits for it'),
    expect.stringContaining('only Claude Code wakes its model'),
  ])
})
it('an agent without background hooks and conditions ignores these keys, so the hook stays a guard', () => {
  const made = sandbox()
  const more = hook({ async: true, if: 'Bash(ls)' })
  made.write('.gemini/settings.json', JSON.stringify({ hooks: { BeforeAgent: [{ hooks: [more] }] } }))
  const { hooks, notes } = JSON.parse(made.hookline(['import', 'gemini', '--dry-run', '--json']).stdout)
  expect(hooks).toEqual([
    { event: 'beforeSubmitPrompt', name: 'gemini-BeforeAgent-1', command: 'true', timeout: 60, input: 'gemini' },
  ])
  expect(notes).toMatchObject([
    { message: '`async` is not a key that Hookline knows in a Gemini CLI file' },
    { message: '`if` is not a key that Hookline knows in a Gemini CLI file' },
  ])
})
it("names hooks in Codex's settings, which it does not read, and not its record of trusted hooks", () => {
  const made = sandbox()
  const notes = () => JSON.parse(made.hookline(['import', 'codex', '--dry-run', '--json']).stdout).notes
  made.write('.codex/config.toml', '[[hooks.PreToolUse]]\nmatcher = "Bash"\n')
  expect(notes()).toMatchObject([
    {
      kind: 'left-out',
      file: '.codex/config.toml',
      message: expect.stringContaining('does not read them in this form'),
    },
  ])
  made.write(
    '.codex/config.toml',
    '[features]\nhooks = true\n[hooks.state."/w/.codex/hooks.json:stop:0:0"]\nenabled = true\n',
  )
  expect(notes()).toEqual([])
})
it.each([
  ['factory', '.factory/settings.json', { hooks: { PreToolUse: [group(hook({}))] }, model: 'm' }],
  ['factory', '.factory/settings.local.json', { hooks: { PreToolUse: [group(hook({}))] } }],
  ['copilot', '.github/copilot/settings.json', { hooks: { PreToolUse: [hook({})] }, model: 'm' }],
])('reads the hooks of %s in %s too', (agent, file, text) => {
  const made = sandbox()
  made.write(file, text)
  expect(JSON.parse(made.hookline(['import', agent, '--dry-run', '--json']).stdout)).toMatchObject({
    hooks: [{ event: 'preToolUse', command: 'true' }],
    notes: [],
  })
})
it('names a matcher with which Codex never runs a hook', () => {
  const PreToolUse = [{ matcher: '^(?!Bash$)', hooks: [hook({})] }]
  expect(notesOf('codex', '.codex/hooks.json', { hooks: { PreToolUse } })).toEqual([
    expect.stringContaining('Codex never runs it for the matcher "^(?!Bash$)": its regular expressions have no'),
  ])
})
it('says what to write instead of the keys of an agent', () => {
  const preToolUse = [{ bash: 'true', cwd: 'a', env: { A: 'b' }, timeoutSec: 3 }]
  expect(notesOf('copilot', '.github/hooks/a.json', { version: 1, hooks: { preToolUse } })).toEqual([
    expect.stringContaining('`cwd` is not kept. Write a `cd` before the command instead.'),
    expect.stringContaining('`env` is not kept. Write the variables before the command instead.'),
  ])
  const groups = [{ ...group(hook({})), commandRegex: 'curl' }]
  expect(notesOf('factory', '.factory/hooks.json', { PreToolUse: groups })).toEqual([
    expect.stringContaining('`commandRegex` is not kept. Write a `matcher` at beforeShellExecution instead.'),
  ])
})
it('a key that decides nothing is no loss', () => {
  const BeforeTool = [group(hook({ name: 'n', description: 'd' }))]
  expect(notesOf('gemini', '.gemini/settings.json', { hooks: { BeforeTool } })).toEqual([])
  const pre_run_command = [{ command: 'true', show_output: true }]
  expect(notesOf('windsurf', '.windsurf/hooks.json', { hooks: { pre_run_command } })).toEqual([])
})
it("the shell's own key goes before `command`, as in Copilot CLI", () => {
  const made = sandbox()
  const preToolUse = [{ command: 'general', bash: 'posix', powershell: 'windows' }]
  made.write('.github/hooks/a.json', { version: 1, hooks: { preToolUse } })
  const { stdout } = made.hookline(['import', 'copilot', '--dry-run', '--json'])
  expect(JSON.parse(stdout).hooks).toMatchObject([{ command: process.platform === 'win32' ? 'windows' : 'posix' }])
})
it('an event of the agent is not taken for another one with a similar name', () => {
  const hooks = { PostCompact: [group(hook({}))] }
  expect(notesOf('codex', '.codex/hooks.json', { hooks })).toEqual([
    expect.stringContaining('PostCompact of Codex has no counterpart'),
  ])
})
it('names each hook of Kiro with its line', () => {
  const hooks = [{ trigger: 'Stop', enabled: false, action: hook({}) }, 'text', { trigger: 'Stop', action: {} }]
  expect(notesOf('kiro', '.kiro/hooks/a.json', { version: 'v1', hooks })).toEqual([
    '12 the hook has no `trigger`. Write the name of the event, as in "trigger": "PreToolUse".',
    '4 a hook of stop is not imported: `enabled` is false. Kiro does not run it either.',
    '13 a hook of stop is not imported: its action is not a command. It still runs in Kiro.',
  ])
  const odd = [
    { trigger: 'PreToolUse', matcher: '[', action: hook({}) },
    { trigger: 'PreToolUse', timeout: -5, action: hook({}) },
  ]
  expect(notesOf('kiro', '.kiro/hooks/a.json', { version: 'v1', hooks: odd })).toEqual([
    expect.stringContaining('`timeout` is -5; 60 seconds is used'),
    expect.stringContaining('a hook of preToolUse is not imported: the matcher "[" is not a valid regular expression'),
  ])
})
it.each([
  ['hooks', { hooks: [] }],
  ['an event', { hooks: { PreToolUse: { matcher: 'Bash' } } }],
])('an imported guard stays while %s cannot be read', (_, broken) => {
  const made = sandbox()
  made.write('.claude/settings.json', JSON.stringify({ hooks: { PreToolUse: [group(hook({}))] } }))
  made.hookline(['import', 'claude', '--yes'])
  made.write('.claude/settings.json', JSON.stringify(broken))
  const { code, stderr } = made.hookline(['import', 'claude', '--yes'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('Nothing was changed.')])
  expect(stderr).toContain('0 hooks imported.\n\nnot converted:')
})
