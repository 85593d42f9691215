import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bin, hooksFile, type Sandbox, sandbox, withoutCode } from '../testing/cli.ts'

/** The person's own hooks: they need no trust. */
function scratchWith(hooks: Readonly<Record<string, readonly object[]>>): Sandbox {
  const scratch = sandbox()
  mkdirSync(join(scratch.home, '.cursor'), { recursive: true })
  writeFileSync(join(scratch.home, '.cursor/hooks.json'), JSON.stringify(hooksFile(hooks)))
  return scratch
}
function claude(
  scratch: Sandbox,
  hook_event_name: string,
  tool_name: string,
  fields: object,
  ...args: readonly string[]
) {
  const payload = { hook_event_name, session_id: 's', cwd: scratch.root, tool_name, tool_use_id: 't', ...fields }
  const ended = scratch.hookline(['run', '--host', 'claude', ...args], { stdin: JSON.stringify(payload) })
  return { code: ended.code, reply: withoutCode(JSON.parse(ended.stdout)) }
}
const says = (reply: object) => ({ command: `printf '%s' '${JSON.stringify(reply)}'` })
const keeps = (scratch: string) => ({ command: `cat > "$CURSOR_PROJECT_DIR/${scratch}"` })
const kept = (scratch: Sandbox, name: string) => JSON.parse(readFileSync(join(scratch.root, name), 'utf8'))

describe("a tool call of Claude Code's", () => {
  it('passes the gate of the act inside it: a shell command, a read, an MCP tool', () => {
    const no = [says({ permission: 'deny', user_message: 'no' })]
    const scratch = scratchWith({ beforeShellExecution: no, beforeReadFile: no, beforeMCPExecution: no })
    const denied = { permissionDecision: 'deny', permissionDecisionReason: 'no', hookEventName: 'PreToolUse' }
    const calls = [
      ['Bash', { tool_input: { command: 'ls' } }],
      ['Read', { tool_input: { file_path: join(scratch.root, 'a') } }],
      ['mcp__docs__search', { tool_input: {} }],
    ] as const
    for (const [tool, fields] of calls)
      expect(claude(scratch, 'PreToolUse', tool, fields)).toEqual({
        code: 0,
        reply: { hookSpecificOutput: denied, systemMessage: 'no' },
      })
    expect(claude(scratch, 'PreToolUse', 'Grep', { tool_input: {} })).toEqual({ code: 0, reply: {} })
  })

  it('gives the hook what the agent would get', () => {
    const scratch = scratchWith({ beforeReadFile: [keeps('read.json')], beforeMCPExecution: [keeps('mcp.json')] })
    const file_path = scratch.write('a.txt', 'héllo\n')
    claude(scratch, 'PreToolUse', 'Read', { tool_input: { file_path } })
    expect(kept(scratch, 'read.json')).toMatchObject({
      hook_event_name: 'beforeReadFile',
      file_path,
      content: 'héllo\n',
    })
    claude(scratch, 'PreToolUse', 'mcp__docs__search', { tool_input: { query: 'x' } })
    expect(kept(scratch, 'mcp.json')).toMatchObject({
      tool_name: 'search',
      tool_input: '{"query":"x"}',
      mcp_server_name: 'docs',
    })
  })

  it('shows the specific gate what the generic one made of it, and the stricter of both holds', () => {
    const rewritten = says({ permission: 'allow', updated_input: { command: 'ls -l' }, additional_context: 'note' })
    const scratch = scratchWith({ preToolUse: [rewritten], beforeShellExecution: [keeps('shell.json')] })
    const passed = claude(scratch, 'PreToolUse', 'Bash', { tool_input: { command: 'ls' } })
    expect(kept(scratch, 'shell.json')).toMatchObject({ command: 'ls -l', cwd: scratch.root })
    expect(passed.reply.hookSpecificOutput).toEqual({
      hookEventName: 'PreToolUse',
      updatedInput: { command: 'ls -l' },
      additionalContext: 'note',
    })
    const asking = scratchWith({
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
    const scratch = scratchWith({ afterFileEdit: [keeps('edit.json')], afterShellExecution: [keeps('shell.json')] })
    const file_path = join(scratch.root, 'a.ts')
    const input = { file_path, old_string: 'a', new_string: 'b' }
    expect(claude(scratch, 'PostToolUse', 'Edit', { tool_input: input, tool_response: {} })).toEqual({
      code: 0,
      reply: {},
    })
    expect(kept(scratch, 'edit.json')).toMatchObject({ file_path, edits: [{ old_string: 'a', new_string: 'b' }] })
    claude(scratch, 'PostToolUseFailure', 'Bash', { tool_input: { command: 'false' }, error: 'Exit code 1' })
    expect(kept(scratch, 'shell.json')).toMatchObject({ command: 'false', output: '', exit_code: 1 })
  })
})

describe('a read that a hook rewrites, in Claude Code', () => {
  const rewrites = {
    beforeReadFile: [{ command: `sed 's/secret/[hidden]/; s/.*"content":"\\([^"]*\\)".*/{"updated_content":"\\1"}/'` }],
  }
  const connect = (scratch: Sandbox, ...events: readonly string[]) => {
    const call = [{ hooks: [{ type: 'command', command: 'hookline run --host claude --installed' }] }]
    mkdirSync(join(scratch.home, '.claude'), { recursive: true })
    const hooks = Object.fromEntries(events.map((event) => [event, call]))
    writeFileSync(join(scratch.home, '.claude/settings.json'), JSON.stringify({ hooks }))
  }
  const scratchOf = (...events: readonly string[]) => {
    const scratch = scratchWith(rewrites)
    connect(scratch, ...events)
    return { scratch, file_path: scratch.write('a.txt', 'my secret') }
  }
  const response = (filePath: string, content: string, more: object = {}) => ({
    type: 'text',
    file: { filePath, content, numLines: 1, startLine: 1, totalLines: 1, ...more },
  })
  const after = (scratch: Sandbox, file_path: string, tool_response: unknown, more: object = {}) =>
    claude(scratch, 'PostToolUse', 'Read', { tool_input: { file_path, ...more }, tool_response }).reply
  const shown = (reply: { hookSpecificOutput?: { updatedToolOutput?: { file: { content: string } } } }) =>
    reply.hookSpecificOutput?.updatedToolOutput?.file.content

  it('goes on, and the model gets the new text in the form of the tool', () => {
    const { scratch, file_path } = scratchOf('PreToolUse', 'PostToolUse')
    expect(claude(scratch, 'PreToolUse', 'Read', { tool_input: { file_path } })).toEqual({ code: 0, reply: {} })
    expect(after(scratch, file_path, response(file_path, 'my secret'))).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PostToolUse',
        updatedToolOutput: response(file_path, 'my [hidden]'),
      },
    })
  })

  it('is refused where the agent does not call Hookline after the read, or not for reads', () => {
    const { scratch, file_path } = scratchOf('PreToolUse')
    const refused = claude(scratch, 'PreToolUse', 'Read', { tool_input: { file_path } }).reply.hookSpecificOutput
    expect(refused.permissionDecision).toBe('deny')
    expect(refused.permissionDecisionReason).toContain('cannot apply updated_content here')
    const only = [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'hookline run --host claude' }] }]
    writeFileSync(join(scratch.home, '.claude/settings.json'), JSON.stringify({ hooks: { PostToolUse: only } }))
    const again = claude(scratch, 'PreToolUse', 'Read', { tool_input: { file_path } })
    expect(again.reply.hookSpecificOutput.permissionDecision).toBe('deny')
  })

  it('is judged by what was read, not by the earlier content of the file', () => {
    const { scratch, file_path } = scratchOf('PreToolUse', 'PostToolUse')
    scratch.write('a.txt', 'nothing')
    claude(scratch, 'PreToolUse', 'Read', { tool_input: { file_path } })
    expect(shown(after(scratch, file_path, response(file_path, 'a secret since')))).toBe('a [hidden] since')
  })

  it('is judged although nothing is known of the call before it', () => {
    const { scratch, file_path } = scratchOf('PreToolUse', 'PostToolUse')
    expect(shown(after(scratch, file_path, response(file_path, 'my secret')))).toBe('my [hidden]')
  })

  it('is withheld where only a part of it was shown', () => {
    const { scratch, file_path } = scratchOf('PreToolUse', 'PostToolUse')
    const part = response(file_path, 'my sec', { totalLines: 9000 })
    expect(shown(after(scratch, file_path, part))).toContain('File reading was blocked by a security hook')
    const unchanged = { type: 'file_unchanged', file: { filePath: file_path } }
    expect(after(scratch, file_path, unchanged)).toEqual({})
  })

  it.each([
    ['a text with numbered lines', '1\tfirst\n2\tmy secret'],
    ['a list of content', [{ type: 'text', text: 'my secret' }]],
    ['a text inside an unknown object', { type: 'text', text: 'my secret' }],
    ['a list of lines', { type: 'lines', lines: ['first', 'my secret'] }],
    ['a file of an unknown type', { type: 'html', file: { content: 'my secret' } }],
    ['a file whose content is a list', { type: 'text', file: { content: ['my secret'] } }],
  ])('is withheld in the form of the tool where the response is %s', (_form, tool_response) => {
    const { scratch, file_path } = scratchOf('PreToolUse', 'PostToolUse')
    expect(claude(scratch, 'PreToolUse', 'Read', { tool_input: { file_path } }).reply).toEqual({})
    scratch.write('a.txt', 'another text by now')
    const reply = after(scratch, file_path, tool_response)
    expect(shown(reply)).toContain('File reading was blocked by a security hook')
    expect(reply.hookSpecificOutput.updatedToolOutput).toMatchObject({ type: 'text', file: { filePath: file_path } })
    expect(JSON.stringify(reply)).not.toContain('my secret')
  })

  it('is rewritten as the file on disk where the response shows no text', () => {
    const { scratch, file_path } = scratchOf('PreToolUse', 'PostToolUse')
    for (const nothing of [null, {}, []]) expect(shown(after(scratch, file_path, nothing))).toBe('my [hidden]')
  })

  it('is shown in a form that is not known where hooks left the same text as it is', () => {
    const scratch = scratchWith({ beforeReadFile: [{ command: 'echo ran >> "$CURSOR_PROJECT_DIR/runs"' }] })
    connect(scratch, 'PreToolUse', 'PostToolUse')
    const file_path = scratch.write('a.txt', 'one\ntwo')
    claude(scratch, 'PreToolUse', 'Read', { tool_input: { file_path } })
    expect(after(scratch, file_path, '     1\tone\n     2\ttwo')).toEqual({})
    expect(readFileSync(join(scratch.root, 'runs'), 'utf8')).toBe('ran\n')
  })

  it('is judged once where hooks left it as it is', () => {
    const scratch = scratchWith({ beforeReadFile: [{ command: 'echo ran >> "$CURSOR_PROJECT_DIR/runs"' }] })
    connect(scratch, 'PreToolUse', 'PostToolUse')
    const file_path = scratch.write('a.txt', 'one\r\ntwo\n')
    claude(scratch, 'PreToolUse', 'Read', { tool_input: { file_path } })
    expect(after(scratch, file_path, response(file_path, 'one\ntwo\n'))).toEqual({})
    expect(readFileSync(join(scratch.root, 'runs'), 'utf8')).toBe('ran\n')
  })

  it('is recorded with when the agent gets the new text, and a refused one as denied', () => {
    const { scratch, file_path } = scratchOf('PreToolUse', 'PostToolUse')
    claude(scratch, 'PreToolUse', 'Read', { tool_input: { file_path } })
    claude(scratch, 'PreToolUse', 'Read', { tool_input: { file_path, limit: 1 } })
    const [refused, rewritten] = scratch
      .hookline(['log', '--jsonl'])
      .stdout.trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rewritten).toMatchObject({ verdict: 'allow', kind: 'proceed', notes: ['rewrite-after:PostToolUse'] })
    expect(refused).toMatchObject({ verdict: 'deny', kind: 'refuse', because: { rule: 'cannot-rewrite' } })
  })
})

describe('a refusal that Claude Code does not honour', () => {
  const fire = (scratch: Sandbox, hook_event_name: string, fields: object) => {
    const stdin = JSON.stringify({ hook_event_name, session_id: 's', cwd: scratch.root, ...fields })
    return JSON.parse(scratch.hookline(['run', '--host', 'claude'], { stdin }).stdout)
  }
  const bash = { tool_name: 'Bash', tool_use_id: 't', tool_input: { command: 'ls' } }

  it('at the start of a session is given at every prompt and tool call of it, until it starts anew', () => {
    const scratch = scratchWith({
      sessionStart: [{ command: 'test -e "$CURSOR_PROJECT_DIR/fine" || { echo closed >&2; exit 2; }' }],
    })
    fire(scratch, 'SessionStart', { source: 'startup' })
    const prompt = { decision: 'block', reason: 'refused at sessionStart: closed' }
    expect(fire(scratch, 'UserPromptSubmit', { prompt: 'hi' })).toEqual(prompt)
    expect(fire(scratch, 'UserPromptSubmit', { prompt: 'hi' })).toEqual(prompt)
    expect(fire(scratch, 'PreToolUse', bash).hookSpecificOutput.permissionDecision).toBe('deny')
    expect(fire(scratch, 'UserPromptSubmit', { prompt: 'hi', session_id: 'another' })).toEqual({})
    scratch.write('fine', '')
    fire(scratch, 'SessionStart', { source: 'resume' })
    expect(fire(scratch, 'UserPromptSubmit', { prompt: 'hi' })).toEqual({})
  })

  it('of a subagent that no tool call announced is given at the tool calls of that subagent alone', () => {
    const scratch = scratchWith({ subagentStart: [says({ permission: 'deny', user_message: 'no forks' })] })
    fire(scratch, 'SubagentStart', { agent_id: 'a1', agent_type: 'fork' })
    expect(fire(scratch, 'PreToolUse', { ...bash, agent_id: 'a1' }).hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: 'refused at subagentStart: no forks',
    })
    expect(fire(scratch, 'PreToolUse', { ...bash, agent_id: 'a2' })).toEqual({})
    expect(fire(scratch, 'PreToolUse', bash)).toEqual({})
  })

  it('of a subagent is given at the call that starts it, and hooks see it once', () => {
    const scratch = scratchWith({ subagentStart: [{ command: 'echo ran >> "$CURSOR_PROJECT_DIR/runs"' }] })
    const task = { tool_name: 'Agent', tool_use_id: 't', tool_input: { subagent_type: 'Explore', prompt: 'look' } }
    expect(fire(scratch, 'PreToolUse', task)).toEqual({})
    expect(fire(scratch, 'SubagentStart', { agent_id: 'a1', agent_type: 'Explore' })).toEqual({})
    expect(readFileSync(join(scratch.root, 'runs'), 'utf8')).toBe('ran\n')
    fire(scratch, 'SubagentStart', { agent_id: 'a2', agent_type: 'Explore' })
    expect(readFileSync(join(scratch.root, 'runs'), 'utf8')).toBe('ran\nran\n')
  })
})

describe('what a record says of the host', () => {
  const logged = (scratch: Sandbox, env: Readonly<Record<string, string>>, more: object = {}) => {
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: scratch.root,
      tool_name: 'Bash',
      tool_use_id: 't',
    }
    const stdin = JSON.stringify({ ...payload, tool_input: { command: 'ls' }, ...more })
    scratch.hookline(['run', '--host', 'claude'], { stdin, env })
    return JSON.parse(scratch.hookline(['log', '--jsonl', '--limit', '1']).stdout.trim().split('\n')[0] ?? '')
  }
  it('is what its environment and its transcript show, and nothing where they show nothing', () => {
    const scratch = scratchWith({ preToolUse: [{ command: 'true' }] })
    const unknown = logged(scratch, {})
    expect(unknown.host).toEqual({ name: 'claude', surface: 'agent' })
    expect(unknown.assumed).toEqual(['cursor_version', 'model'])
    const line = (model: string) => JSON.stringify({ version: '2.0.1', message: { role: 'assistant', model } })
    const transcript_path = scratch.write('t.jsonl', `${line('old')}\n${line('opus-9')}\n${line('<synthetic>')}\n`)
    const known = logged(scratch, { AI_AGENT: 'claude-code_2-1-325_harness' }, { transcript_path })
    expect(known).toMatchObject({ host: { name: 'claude', version: '2.1.325' }, input: { model: 'opus-9' } })
    expect(known).not.toHaveProperty('assumed')
    expect(logged(scratch, {}, { transcript_path }).host.version).toBe('2.0.1')
    expect(logged(scratch, { COPILOT_CLI: '1' }).host).toEqual({
      name: 'copilot',
      agent: 'claude',
      surface: 'agent',
    })
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
    const scratch = scratchWith({ preToolUse: [{ command: 'touch "$CURSOR_PROJECT_DIR/ran"; exit 2' }] })
    const stdin = JSON.stringify({ ...native, workspace_roots: [scratch.root] })
    expect(scratch.hookline(['run', '--host', 'claude', '--installed'], { stdin })).toMatchObject({
      code: 0,
      stdout: '{}\n',
    })
    expect(existsSync(join(scratch.root, 'ran'))).toBe(false)
    expect(scratch.hookline(['run', '--host', 'claude'], { stdin }).code).toBe(2)
  })

  it('leaves an event to the call that Cursor has of its own, where that file is trusted', () => {
    const scratch = scratchWith({})
    scratch.write('.hookline/hookline.json', { version: 1, hooks: { preToolUse: [{ command: 'exit 2' }] } })
    scratch.write(
      '.cursor/hooks.json',
      hooksFile({ preToolUse: [{ command: 'hookline run --host cursor --installed' }] }),
    )
    const ask = (host: string) => {
      const stdin = JSON.stringify({ ...native, workspace_roots: [scratch.root] })
      return JSON.parse(scratch.hookline(['run', '--host', host, '--installed'], { stdin }).stdout)
    }
    scratch.hookline(['trust', 'add', '--yes'])
    expect(ask('cursor')).toMatchObject({ permission: 'deny' })
    expect(ask('claude')).toEqual({})
    scratch.hookline(['trust', 'remove'])
    mkdirSync(join(scratch.home, 'config/hookline'), { recursive: true })
    const own = { version: 1, hooks: { preToolUse: [{ command: 'exit 2' }] } }
    writeFileSync(join(scratch.home, 'config/hookline/hookline.json'), JSON.stringify(own))
    expect(ask('claude')).toMatchObject({ permission: 'deny' })
  })

  it('is not run by Hookline as a hook, and a chain of such calls ends with a no', () => {
    const scratch = sandbox()
    const call = `${process.execPath} ${bin} run --host claude`
    const settings = (command: string) => ({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } })
    mkdirSync(join(scratch.home, '.claude'), { recursive: true })
    writeFileSync(join(scratch.home, '.claude/settings.json'), JSON.stringify(settings(call)))
    expect(claude(scratch, 'PreToolUse', 'Bash', { tool_input: { command: 'ls' } })).toEqual({ code: 0, reply: {} })
    expect(scratch.hookline(['list', '--calls']).stdout).toContain('with this entry an agent calls Hookline')
    writeFileSync(join(scratch.home, '.claude/settings.json'), JSON.stringify(settings(`true && ${call}`)))
    const { reply } = claude(scratch, 'PreToolUse', 'Bash', { tool_input: { command: 'ls' } })
    expect(JSON.stringify(reply)).toContain('inside itself 9 times over')
  })
})

describe('a tool that Hookline does not know', () => {
  const guard = { beforeShellExecution: [says({ permission: 'deny', user_message: 'no', agent_message: 'not here' })] }

  it.each([
    ['Watcher', { command: 'make' }],
    ['Watcher', { shellCommand: ['make', 'all'] }],
    ['mcp__box__execute', { cmd: 'make' }],
  ])('passes the gate of shell commands with a command in its input: %s %j', (tool, tool_input) => {
    const scratch = scratchWith(guard)
    expect(claude(scratch, 'PreToolUse', tool, { tool_input }).reply.hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: 'not here',
    })
    const [record] = JSON.parse(scratch.hookline(['log', '--json']).stdout).records
    expect(record).toMatchObject({ event: 'beforeShellExecution', verdict: 'deny' })
  })

  it("is refused at Cursor's preToolUse where a hook asks, since Cursor does not ask there", () => {
    const scratch = scratchWith({ beforeShellExecution: [says({ permission: 'ask', user_message: 'sure?' })] })
    const common = { conversation_id: 's', workspace_roots: [scratch.root], cwd: scratch.root }
    const answerTo = (payload: object) => {
      const stdin = JSON.stringify({ ...common, ...payload })
      return JSON.parse(scratch.hookline(['run', '--host', 'cursor'], { stdin }).stdout)
    }
    const tool = { tool_name: 'Terminal', tool_input: { command: 'make' }, tool_use_id: 't' }
    expect(answerTo({ hook_event_name: 'preToolUse', ...tool }).permission).toBe('deny')
    const mcp = { tool_name: 'run', tool_input: '{"command":"make"}' }
    expect(answerTo({ hook_event_name: 'beforeMCPExecution', ...mcp }).permission).toBe('ask')
    // Cursor fires the event of its own shell tool itself.
    expect(answerTo({ hook_event_name: 'preToolUse', ...tool, tool_name: 'Shell' })).toEqual({})
  })

  it('is named by doctor and by log', () => {
    const scratch = scratchWith(guard)
    claude(scratch, 'PreToolUse', 'Watcher', { tool_input: { command: 'make' } })
    const findings = JSON.parse(scratch.hookline(['doctor', '--json']).stdout).findings as readonly {
      subject: string
    }[]
    expect(findings.find(({ subject }) => subject === 'tools')).toMatchObject({
      state: 'warn',
      says: expect.stringContaining('Watcher'),
    })
    const [{ id }] = JSON.parse(scratch.hookline(['log', '--json']).stdout).records
    expect(scratch.hookline(['log', id]).stdout).toContain('Hookline does not know the tool Watcher')
  })

  it('is explained at both gates', () => {
    const scratch = scratchWith(guard)
    const input = scratch.write('call.json', JSON.stringify({ tool_name: 'Watcher', tool_input: { command: 'make' } }))
    const { events } = JSON.parse(scratch.hookline(['explain', 'preToolUse', '--input', input, '--json']).stdout)
    expect(events.map(({ event }: { event: string }) => event)).toEqual(['preToolUse', 'beforeShellExecution'])
  })
})
