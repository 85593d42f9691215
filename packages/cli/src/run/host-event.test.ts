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
    expect(passed.reply.hookSpecificOutput).toEqual({
      hookEventName: 'PreToolUse',
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
    expect(kept(box, 'shell.json')).toMatchObject({ command: 'false', output: '', exit_code: 1 })
  })
})

describe('a read that a hook rewrites, in Claude Code', () => {
  const rewrites = {
    beforeReadFile: [{ command: `sed 's/secret/[hidden]/; s/.*"content":"\\([^"]*\\)".*/{"updated_content":"\\1"}/'` }],
  }
  const connect = (box: Sandbox, ...events: readonly string[]) => {
    const call = [{ hooks: [{ type: 'command', command: 'hookline run --host claude --installed' }] }]
    mkdirSync(join(box.home, '.claude'), { recursive: true })
    const hooks = Object.fromEntries(events.map((event) => [event, call]))
    writeFileSync(join(box.home, '.claude/settings.json'), JSON.stringify({ hooks }))
  }
  const boxOf = (...events: readonly string[]) => {
    const box = boxWith(rewrites)
    connect(box, ...events)
    return { box, file_path: box.write('a.txt', 'my secret') }
  }
  const response = (filePath: string, content: string, more: object = {}) => ({
    type: 'text',
    file: { filePath, content, numLines: 1, startLine: 1, totalLines: 1, ...more },
  })
  const after = (box: Sandbox, file_path: string, tool_response: unknown, more: object = {}) =>
    claude(box, 'PostToolUse', 'Read', { tool_input: { file_path, ...more }, tool_response }).reply
  const shown = (reply: { hookSpecificOutput?: { updatedToolOutput?: { file: { content: string } } } }) =>
    reply.hookSpecificOutput?.updatedToolOutput?.file.content

  it('goes on, and the model gets the new text in the form of the tool', () => {
    const { box, file_path } = boxOf('PreToolUse', 'PostToolUse')
    expect(claude(box, 'PreToolUse', 'Read', { tool_input: { file_path } })).toEqual({ code: 0, reply: {} })
    expect(after(box, file_path, response(file_path, 'my secret'))).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PostToolUse',
        updatedToolOutput: response(file_path, 'my [hidden]'),
      },
    })
  })

  it('is refused where the agent does not call Hookline after the read, or not for reads', () => {
    const { box, file_path } = boxOf('PreToolUse')
    const refused = claude(box, 'PreToolUse', 'Read', { tool_input: { file_path } }).reply.hookSpecificOutput
    expect(refused.permissionDecision).toBe('deny')
    expect(refused.permissionDecisionReason).toContain('cannot apply updated_content here')
    const only = [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'hookline run --host claude' }] }]
    writeFileSync(join(box.home, '.claude/settings.json'), JSON.stringify({ hooks: { PostToolUse: only } }))
    const again = claude(box, 'PreToolUse', 'Read', { tool_input: { file_path } })
    expect(again.reply.hookSpecificOutput.permissionDecision).toBe('deny')
  })

  it('is judged by what was read, not by what the file held before', () => {
    const { box, file_path } = boxOf('PreToolUse', 'PostToolUse')
    box.write('a.txt', 'nothing')
    claude(box, 'PreToolUse', 'Read', { tool_input: { file_path } })
    expect(shown(after(box, file_path, response(file_path, 'a secret since')))).toBe('a [hidden] since')
  })

  it('is judged although nothing is known of the call before it', () => {
    const { box, file_path } = boxOf('PreToolUse', 'PostToolUse')
    expect(shown(after(box, file_path, response(file_path, 'my secret')))).toBe('my [hidden]')
  })

  it('is withheld where only a part of it was shown', () => {
    const { box, file_path } = boxOf('PreToolUse', 'PostToolUse')
    const part = response(file_path, 'my sec', { totalLines: 9000 })
    expect(shown(after(box, file_path, part))).toContain('File reading was blocked by a security hook')
    const unchanged = { type: 'file_unchanged', file: { filePath: file_path } }
    expect(after(box, file_path, unchanged)).toEqual({})
  })

  it.each([
    ['a text with numbered lines', '1\tfirst\n2\tmy secret'],
    ['a list of content', [{ type: 'text', text: 'my secret' }]],
    ['a text inside an unknown object', { type: 'text', text: 'my secret' }],
    ['a list of lines', { type: 'lines', lines: ['first', 'my secret'] }],
    ['a file of an unknown type', { type: 'html', file: { content: 'my secret' } }],
    ['a file whose content is a list', { type: 'text', file: { content: ['my secret'] } }],
  ])('is withheld in the form of the tool where the response is %s', (_form, tool_response) => {
    const { box, file_path } = boxOf('PreToolUse', 'PostToolUse')
    expect(claude(box, 'PreToolUse', 'Read', { tool_input: { file_path } }).reply).toEqual({})
    box.write('a.txt', 'another text by now')
    const reply = after(box, file_path, tool_response)
    expect(shown(reply)).toContain('File reading was blocked by a security hook')
    expect(reply.hookSpecificOutput.updatedToolOutput).toMatchObject({ type: 'text', file: { filePath: file_path } })
    expect(JSON.stringify(reply)).not.toContain('my secret')
  })

  it('is rewritten as the file on disk where the response shows no text', () => {
    const { box, file_path } = boxOf('PreToolUse', 'PostToolUse')
    for (const nothing of [null, {}, []]) expect(shown(after(box, file_path, nothing))).toBe('my [hidden]')
  })

  it('is shown in a form that is not known where hooks left the same text as it is', () => {
    const box = boxWith({ beforeReadFile: [{ command: 'echo ran >> "$CURSOR_PROJECT_DIR/runs"' }] })
    connect(box, 'PreToolUse', 'PostToolUse')
    const file_path = box.write('a.txt', 'one\ntwo')
    claude(box, 'PreToolUse', 'Read', { tool_input: { file_path } })
    expect(after(box, file_path, '     1\tone\n     2\ttwo')).toEqual({})
    expect(readFileSync(join(box.root, 'runs'), 'utf8')).toBe('ran\n')
  })

  it('is judged once where hooks left it as it is', () => {
    const box = boxWith({ beforeReadFile: [{ command: 'echo ran >> "$CURSOR_PROJECT_DIR/runs"' }] })
    connect(box, 'PreToolUse', 'PostToolUse')
    const file_path = box.write('a.txt', 'one\r\ntwo\n')
    claude(box, 'PreToolUse', 'Read', { tool_input: { file_path } })
    expect(after(box, file_path, response(file_path, 'one\ntwo\n'))).toEqual({})
    expect(readFileSync(join(box.root, 'runs'), 'utf8')).toBe('ran\n')
  })

  it('is recorded with when the agent gets the new text, and a refused one as denied', () => {
    const { box, file_path } = boxOf('PreToolUse', 'PostToolUse')
    claude(box, 'PreToolUse', 'Read', { tool_input: { file_path } })
    claude(box, 'PreToolUse', 'Read', { tool_input: { file_path, limit: 1 } })
    const [refused, rewritten] = box
      .hookline(['log', '--jsonl'])
      .stdout.trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rewritten).toMatchObject({ verdict: 'allow', kind: 'proceed', notes: ['rewrite-after:PostToolUse'] })
    expect(refused).toMatchObject({ verdict: 'deny', kind: 'refuse', because: { rule: 'cannot-rewrite' } })
  })
})

describe('a refusal that Claude Code does not honour', () => {
  const fire = (box: Sandbox, hook_event_name: string, fields: object) => {
    const stdin = JSON.stringify({ hook_event_name, session_id: 's', cwd: box.root, ...fields })
    return JSON.parse(box.hookline(['run', '--host', 'claude'], { stdin }).stdout)
  }
  const bash = { tool_name: 'Bash', tool_use_id: 't', tool_input: { command: 'ls' } }

  it('at the start of a session is given at every prompt and tool call of it, until it starts anew', () => {
    const box = boxWith({
      sessionStart: [{ command: 'test -e "$CURSOR_PROJECT_DIR/fine" || { echo closed >&2; exit 2; }' }],
    })
    fire(box, 'SessionStart', { source: 'startup' })
    const prompt = { decision: 'block', reason: 'refused at sessionStart: closed' }
    expect(fire(box, 'UserPromptSubmit', { prompt: 'hi' })).toEqual(prompt)
    expect(fire(box, 'UserPromptSubmit', { prompt: 'hi' })).toEqual(prompt)
    expect(fire(box, 'PreToolUse', bash).hookSpecificOutput.permissionDecision).toBe('deny')
    expect(fire(box, 'UserPromptSubmit', { prompt: 'hi', session_id: 'another' })).toEqual({})
    box.write('fine', '')
    fire(box, 'SessionStart', { source: 'resume' })
    expect(fire(box, 'UserPromptSubmit', { prompt: 'hi' })).toEqual({})
  }, 30_000)

  it('of a subagent that no tool call announced is given at the tool calls of that subagent alone', () => {
    const box = boxWith({ subagentStart: [says({ permission: 'deny', user_message: 'no forks' })] })
    fire(box, 'SubagentStart', { agent_id: 'a1', agent_type: 'fork' })
    expect(fire(box, 'PreToolUse', { ...bash, agent_id: 'a1' }).hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: 'refused at subagentStart: no forks',
    })
    expect(fire(box, 'PreToolUse', { ...bash, agent_id: 'a2' })).toEqual({})
    expect(fire(box, 'PreToolUse', bash)).toEqual({})
  }, 30_000)

  it('of a subagent is given at the call that starts it, and hooks hear of it once', () => {
    const box = boxWith({ subagentStart: [{ command: 'echo ran >> "$CURSOR_PROJECT_DIR/runs"' }] })
    const task = { tool_name: 'Agent', tool_use_id: 't', tool_input: { subagent_type: 'Explore', prompt: 'look' } }
    expect(fire(box, 'PreToolUse', task)).toEqual({})
    expect(fire(box, 'SubagentStart', { agent_id: 'a1', agent_type: 'Explore' })).toEqual({})
    expect(readFileSync(join(box.root, 'runs'), 'utf8')).toBe('ran\n')
    fire(box, 'SubagentStart', { agent_id: 'a2', agent_type: 'Explore' })
    expect(readFileSync(join(box.root, 'runs'), 'utf8')).toBe('ran\nran\n')
  }, 30_000)
})

describe('what a record says of the host', () => {
  const logged = (box: Sandbox, env: Readonly<Record<string, string>>, more: object = {}) => {
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: box.root,
      tool_name: 'Bash',
      tool_use_id: 't',
    }
    const stdin = JSON.stringify({ ...payload, tool_input: { command: 'ls' }, ...more })
    box.hookline(['run', '--host', 'claude'], { stdin, env })
    return JSON.parse(box.hookline(['log', '--jsonl', '--limit', '1']).stdout.trim().split('\n')[0] ?? '')
  }
  it('is what its environment and its transcript show, and nothing where they show nothing', () => {
    const box = boxWith({ preToolUse: [{ command: 'true' }] })
    const unknown = logged(box, {})
    expect(unknown.host).toEqual({ name: 'claude', surface: 'agent' })
    expect(unknown.assumed).toEqual(['cursor_version', 'model'])
    const line = (model: string) => JSON.stringify({ version: '2.0.1', message: { role: 'assistant', model } })
    const transcript_path = box.write('t.jsonl', `${line('old')}\n${line('opus-9')}\n${line('<synthetic>')}\n`)
    const known = logged(box, { AI_AGENT: 'claude-code_2-1-325_harness' }, { transcript_path })
    expect(known).toMatchObject({ host: { name: 'claude', version: '2.1.325' }, input: { model: 'opus-9' } })
    expect(known).not.toHaveProperty('assumed')
    expect(logged(box, {}, { transcript_path }).host.version).toBe('2.0.1')
    expect(logged(box, { COPILOT_CLI: '1' }).host).toEqual({
      name: 'copilot',
      agent: 'claude',
      surface: 'agent',
    })
  }, 30_000)
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

describe('a tool that Hookline does not know', () => {
  const guard = { beforeShellExecution: [says({ permission: 'deny', user_message: 'no', agent_message: 'not here' })] }

  it.each([
    ['Watcher', { command: 'make' }],
    ['Watcher', { shellCommand: ['make', 'all'] }],
    ['mcp__box__execute', { cmd: 'make' }],
  ])('passes the gate of shell commands with a command in its input: %s %j', (tool, tool_input) => {
    const box = boxWith(guard)
    expect(claude(box, 'PreToolUse', tool, { tool_input }).reply.hookSpecificOutput).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: 'not here',
    })
    const [record] = JSON.parse(box.hookline(['log', '--json']).stdout).records
    expect(record).toMatchObject({ event: 'beforeShellExecution', verdict: 'deny' })
  })

  it("is refused at Cursor's preToolUse where a hook asks, since nobody is asked there", () => {
    const box = boxWith({ beforeShellExecution: [says({ permission: 'ask', user_message: 'sure?' })] })
    const common = { conversation_id: 's', workspace_roots: [box.root], cwd: box.root }
    const answerTo = (payload: object) => {
      const stdin = JSON.stringify({ ...common, ...payload })
      return JSON.parse(box.hookline(['run', '--host', 'cursor'], { stdin }).stdout)
    }
    const tool = { tool_name: 'Terminal', tool_input: { command: 'make' }, tool_use_id: 't' }
    expect(answerTo({ hook_event_name: 'preToolUse', ...tool }).permission).toBe('deny')
    const mcp = { tool_name: 'run', tool_input: '{"command":"make"}' }
    expect(answerTo({ hook_event_name: 'beforeMCPExecution', ...mcp }).permission).toBe('ask')
    // Cursor fires the event of its own shell tool itself.
    expect(answerTo({ hook_event_name: 'preToolUse', ...tool, tool_name: 'Shell' })).toEqual({})
  })

  it('is named by doctor and by log', () => {
    const box = boxWith(guard)
    claude(box, 'PreToolUse', 'Watcher', { tool_input: { command: 'make' } })
    const findings = JSON.parse(box.hookline(['doctor', '--json']).stdout).findings as readonly { subject: string }[]
    expect(findings.find(({ subject }) => subject === 'tools')).toMatchObject({
      state: 'warn',
      says: expect.stringContaining('Watcher'),
    })
    const [{ id }] = JSON.parse(box.hookline(['log', '--json']).stdout).records
    expect(box.hookline(['log', id]).stdout).toContain('Hookline does not know the tool Watcher')
  })

  it('is explained at both gates', () => {
    const box = boxWith(guard)
    const input = box.write('call.json', JSON.stringify({ tool_name: 'Watcher', tool_input: { command: 'make' } }))
    const { events } = JSON.parse(box.hookline(['explain', 'preToolUse', '--input', input, '--json']).stdout)
    expect(events.map(({ event }: { event: string }) => event)).toEqual(['preToolUse', 'beforeShellExecution'])
  })
})
