import { describe, expect, it } from 'vitest'
import { commandOfTool, shellInputOf } from './tool-commands.ts'

describe('a command inside the call of a tool', () => {
  it.each([
    ['Monitor', { command: 'a' }, 'a'],
    ['Whatever', { cmd: 'a' }, 'a'],
    ['Whatever', { Command: 'a' }, 'a'],
    ['Whatever', { shell_command: 'a' }, 'a'],
    ['Whatever', { commandLine: 'a' }, 'a'],
    ['Whatever', { 'command-to-run': 'a' }, 'a'],
    ['Whatever', { CMD: ['a', '-b', 'c d'] }, "a -b 'c d'"],
    ['Whatever', { cmds: ['a b', 'c'] }, 'a b\nc'],
    ['Whatever', { command: ['a b', 'c d'] }, 'a b\nc d'],
    ['Whatever', { bash: 'a' }, 'a'],
    ['Whatever', { script: 'a\nb' }, 'a\nb'],
    ['Whatever', { command: 'rm', arguments: '-rf x' }, 'rm -rf x'],
    ['Whatever', '{"command":"a"}', 'a'],
    ['Whatever', { a: { b: [{ c: { command: 'a' } }] } }, 'a'],
    ['Whatever', { command: 'a', pre_command: 'b' }, 'a\nb'],
    ['run_shell_command', { command: 'a' }, 'a'],
    ['Shell', { command: 'a' }, 'a'],
    ['tmux_send', { keys: 'a' }, 'a'],
    ['writeStdin', { chars: 'a' }, 'a'],
    ['MCP:execute_command', { command: 'a' }, 'a'],
    ['MCP:start_process', { command: 'a', timeout_ms: 1 }, 'a'],
    ['MCP:interact_with_process', { pid: 1, input: 'a' }, 'a'],
    ['MCP:ssh_exec', { host: 'h', script: 'a' }, 'a'],
  ])('is found: %s %j', (tool, input, command) => {
    expect(commandOfTool(tool, input)).toBe(command)
  })

  it.each([
    ['Read', { file_path: 'x', command: 'a' }],
    ['str_replace_based_edit_tool', { command: 'view', path: '/x' }],
    ['SlashCommand', { command: '/review' }],
    ['Grep', { pattern: 'command' }],
    ['TodoWrite', { todos: [{ content: 'run the command' }] }],
    ['BashOutput', { bash_id: '1', filter: 'x' }],
    ['KillShell', { shell_id: '1' }],
    ['WebFetch', { url: 'http://x', prompt: 'command' }],
    ['MCP:create_issue', { title: 'a', body: 'rm -rf ~' }],
    ['MCP:browser_run', { script: 'document.title' }],
    ['MCP:query', { sql: 'select 1' }],
    ['MCP:run_workflow', { command_id: 7, commandTimeout: 5, command_name: 'x' }],
    ['Whatever', { command: '' }],
    ['Whatever', { command: 7 }],
    ['Whatever', null],
    ['Whatever', 'no JSON'],
  ])('is not found in: %s %j', (tool, input) => {
    expect(commandOfTool(tool, input)).toBeUndefined()
  })

  it('cannot be hidden by depth or by the number of values: input that is not read counts as unreadable', () => {
    let deep: unknown = { command: 'a' }
    for (let level = 0; level < 20; level++) deep = { x: deep }
    expect(commandOfTool('Whatever', deep)).toBe("'")
    const many = { x: Array.from({ length: 20_000 }, () => ({})), command: 'a' }
    expect(commandOfTool('Whatever', many)).toBe("a\n'")
  })

  it("runs in the directory of the input, or else in the call's directory", () => {
    expect(shellInputOf('Whatever', { command: 'a', workdir: '/b' }, '/c')).toMatchObject({ cwd: '/b' })
    expect(shellInputOf('Whatever', { command: 'a' }, '/c')).toMatchObject({ cwd: '/c', tool_name: 'Whatever' })
  })
})
