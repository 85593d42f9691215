import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bin, hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

/** The person's own hooks: they need no trust. */
function boxWith(hooks: Readonly<Record<string, readonly object[]>>): Sandbox {
  const box = sandbox()
  mkdirSync(join(box.home, '.cursor'), { recursive: true })
  writeFileSync(join(box.home, '.cursor/hooks.json'), JSON.stringify(hooksFile(hooks)))
  return box
}
function claude(box: Sandbox, hook_event_name: string, tool_name: string, fields: object, ...args: readonly string[]) {
  const payload = { hook_event_name, session_id: 's', cwd: box.root, tool_name, tool_use_id: 't', ...fields }
  const ended = box.hookline(['run', '--host', 'claude', ...args], { stdin: JSON.stringify(payload) })
  return { code: ended.code, reply: JSON.parse(ended.stdout) }
}
const says = (reply: object) => ({ command: `printf '%s' '${JSON.stringify(reply)}'` })
const keeps = (box: string) => ({ command: `cat > "$CURSOR_PROJECT_DIR/${box}"` })
const kept = (box: Sandbox, name: string) => JSON.parse(readFileSync(join(box.root, name), 'utf8'))

describe("a tool call of Claude Code's", () => {
  it('passes the gate of the act inside it: a shell command, a read, an MCP tool', () => {
    const no = [says({ permission: 'deny', user_message: 'no' })]
    const box = boxWith({ beforeShellExecution: no, beforeReadFile: no, beforeMCPExecution: no })
    const denied = { permissionDecision: 'deny', permissionDecisionReason: 'no', hookEventName: 'PreToolUse' }
    const calls = [
      ['Bash', { tool_input: { command: 'ls' } }],
      ['Read', { tool_input: { file_path: join(box.root, 'a') } }],
      ['mcp__docs__search', { tool_input: {} }],
    ] as const
    for (const [tool, fields] of calls)
      expect(claude(box, 'PreToolUse', tool, fields)).toEqual({ code: 0, reply: { hookSpecificOutput: denied } })
    expect(claude(box, 'PreToolUse', 'Grep', { tool_input: {} })).toEqual({ code: 0, reply: {} })
  })

  it('tells the hook what the agent would get', () => {
    const box = boxWith({ beforeReadFile: [keeps('read.json')], beforeMCPExecution: [keeps('mcp.json')] })
    const file_path = box.write('a.txt', 'héllo\n')
    claude(box, 'PreToolUse', 'Read', { tool_input: { file_path } })
    expect(kept(box, 'read.json')).toMatchObject({ hook_event_name: 'beforeReadFile', file_path, content: 'héllo\n' })
    claude(box, 'PreToolUse', 'mcp__docs__search', { tool_input: { query: 'x' } })
    expect(kept(box, 'mcp.json')).toMatchObject({
      tool_name: 'search',
      tool_input: '{"query":"x"}',
      mcp_server_name: 'docs',
    })
  })

  it('shows the specific gate what the generic one made of it, and the stricter of both holds', () => {
    const rewritten = says({ permission: 'allow', updated_input: { command: 'ls -l' }, additional_context: 'note' })
    const box = boxWith({ preToolUse: [rewritten], beforeShellExecution: [keeps('shell.json')] })
    const passed = claude(box, 'PreToolUse', 'Bash', { tool_input: { command: 'ls' } })
    expect(kept(box, 'shell.json')).toMatchObject({ command: 'ls -l', cwd: box.root })
    expect(passed.reply.hookSpecificOutput).toMatchObject({
      permissionDecision: 'allow',
      updatedInput: { command: 'ls -l' },
      additionalContext: 'note',
    })
    const asking = boxWith({
      preToolUse: [rewritten],
      beforeShellExecution: [says({ permission: 'ask', user_message: 'sure?' })],
    })
    expect(
      claude(asking, 'PreToolUse', 'Bash', { tool_input: { command: 'ls' } }).reply.hookSpecificOutput,
    ).toMatchObject({
      permissionDecision: 'ask',
      permissionDecisionReason: 'sure?',
      updatedInput: { command: 'ls -l' },
    })
  })

  it('is followed by the event after the act', () => {
    const box = boxWith({ afterFileEdit: [keeps('edit.json')], afterShellExecution: [keeps('shell.json')] })
    const file_path = join(box.root, 'a.ts')
    const input = { file_path, old_string: 'a', new_string: 'b' }
    expect(claude(box, 'PostToolUse', 'Edit', { tool_input: input, tool_response: {} })).toEqual({ code: 0, reply: {} })
    expect(kept(box, 'edit.json')).toMatchObject({ file_path, edits: [{ old_string: 'a', new_string: 'b' }] })
    claude(box, 'PostToolUseFailure', 'Bash', { tool_input: { command: 'false' }, error: 'Exit code 1' })
    expect(kept(box, 'shell.json')).toMatchObject({ command: 'false', output: 'Exit code 1' })
  })
})

describe('a command that stands in settings which several agents read', () => {
  const native = {
    hook_event_name: 'preToolUse',
    conversation_id: 'c',
    tool_name: 'Shell',
    tool_input: { command: 'ls' },
    tool_use_id: 't',
  }

  it("answers Cursor in Cursor's words, and does not run again what Cursor runs by itself", () => {
    const box = boxWith({ preToolUse: [{ command: 'touch "$CURSOR_PROJECT_DIR/ran"; exit 2' }] })
    const stdin = JSON.stringify({ ...native, workspace_roots: [box.root] })
    expect(box.hookline(['run', '--host', 'claude', '--installed'], { stdin })).toMatchObject({
      code: 0,
      stdout: '{}\n',
    })
    expect(existsSync(join(box.root, 'ran'))).toBe(false)
    expect(box.hookline(['run', '--host', 'claude'], { stdin }).code).toBe(2)
  })

  it('leaves an event to the call that Cursor has of its own, where that file is trusted', () => {
    const box = boxWith({})
    box.write('.hookline/hookline.json', { version: 1, hooks: { preToolUse: [{ command: 'exit 2' }] } })
    box.write('.cursor/hooks.json', hooksFile({ preToolUse: [{ command: 'hookline run --host cursor --installed' }] }))
    const ask = (host: string) => {
      const stdin = JSON.stringify({ ...native, workspace_roots: [box.root] })
      return JSON.parse(box.hookline(['run', '--host', host, '--installed'], { stdin }).stdout)
    }
    box.hookline(['trust', 'add', '--yes'])
    expect(ask('cursor')).toMatchObject({ permission: 'deny' })
    expect(ask('claude')).toEqual({})
    box.hookline(['trust', 'remove'])
    mkdirSync(join(box.home, 'config/hookline'), { recursive: true })
    const own = { version: 1, hooks: { preToolUse: [{ command: 'exit 2' }] } }
    writeFileSync(join(box.home, 'config/hookline/hookline.json'), JSON.stringify(own))
    expect(ask('claude')).toMatchObject({ permission: 'deny' })
  }, 30_000)

  it('is not run by Hookline as a hook, and a chain of such calls ends with a no', () => {
    const box = sandbox()
    const call = `${process.execPath} ${bin.replace(/mjs$/, 'cjs')} run --host claude`
    const settings = (command: string) => ({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } })
    mkdirSync(join(box.home, '.claude'), { recursive: true })
    writeFileSync(join(box.home, '.claude/settings.json'), JSON.stringify(settings(call)))
    expect(claude(box, 'PreToolUse', 'Bash', { tool_input: { command: 'ls' } })).toEqual({ code: 0, reply: {} })
    expect(box.hookline(['list']).stdout).toContain('this is how an agent calls Hookline')
    writeFileSync(join(box.home, '.claude/settings.json'), JSON.stringify(settings(`true && ${call}`)))
    const { reply } = claude(box, 'PreToolUse', 'Bash', { tool_input: { command: 'ls' } })
    expect(JSON.stringify(reply)).toContain('inside itself 9 times over')
  }, 30_000)
})
