import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox, unsafe } from '../testing/cli.ts'

/** A workspace whose hooks are trusted. */
function trusted(hooks: Readonly<Record<string, readonly object[]>>): Sandbox {
  const scratch = sandbox()
  scratch.write('.cursor/hooks.json', hooksFile(hooks))
  expect(scratch.hookline(['trust', 'add', '--yes']).code).toBe(0)
  return scratch
}
const effectOf = (scratch: Sandbox, args: readonly string[]) =>
  JSON.parse(scratch.hookline(['trigger', ...args, '--json']).stdout)

describe('hookline trigger', () => {
  it('prints plan, runs, decision and effect', () => {
    const scratch = trusted({
      beforeShellExecution: [
        { command: `echo looking >&2; echo '{"permission":"deny","user_message":"not here"}'`, matcher: 'git' },
        { command: 'true', matcher: 'curl' },
      ],
    })
    const { code, stdout } = scratch.hookline(['trigger', 'beforeShellExecution'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^beforeShellExecution {2}git status$/m)
    expect(stdout).toMatch(/^ {2}runs {2}echo looking.*project \.cursor\/hooks\.json:5$/m)
    expect(stdout).toMatch(/^ {2}skip {2}true .*\n {8}matcher: "curl" does not match "git status"$/m)
    expect(stdout).toMatch(/exit 0 · [\d.]+ ms · replied deny$/m)
    expect(stdout).toContain('stderr  looking')
    expect(stdout).toMatch(/^Decision {2}DENY\n {2}denied from echo looking/m)
    expect(stdout).toMatch(/^Effect {2}refuse: /m)
    expect(stdout).toContain('Command execution was blocked by a hook: not here')
    expect(stdout).toContain('The terminal command was rejected by a hook: not here.')
  })

  it('shows "failed, so allowed" and not "allowed", and exits 1', () => {
    const { code, stdout } = trusted({ beforeShellExecution: [{ command: 'exit 7' }] }).hookline([
      'trigger',
      'beforeShellExecution',
    ])
    expect(code).toBe(1)
    expect(stdout).toContain('Decision  FAILED, SO ALLOWED')
    expect(stdout).toContain('FAILED (exit), so allowed (fails open)')
    expect(stdout).not.toContain('ALLOW\n')
  })

  it('shows the end of what a hook printed on stderr', () => {
    const command = 'for i in 1 2 3 4 5 6 7 8; do echo "step $i" >&2; done; echo "no such file" >&2; exit 1'
    const { stdout } = trusted({ beforeShellExecution: [{ command }] }).hookline(['trigger', 'beforeShellExecution'])
    expect(stdout).toMatch(/^ {4}stderr {2}… \d other lines\n {12}step \d\n/m)
    expect(stdout).toMatch(/^ {12}step 8\n {12}no such file$/m)
    expect(stdout).not.toContain('step 1\n')
  })

  it('reports that there is no user to ask', () => {
    const scratch = trusted({ preToolUse: [{ command: `echo '{"permission":"ask"}'` }] })
    const { code, stdout } = scratch.hookline(['trigger', 'preToolUse'])
    expect(code).toBe(0)
    expect(stdout).toContain('Decision  ASK, but there is no user to ask, so it is denied')
    const { verdict, kind, runs } = effectOf(scratch, ['preToolUse'])
    expect({ verdict, kind }).toEqual({ verdict: 'deny', kind: 'refuse' })
    expect(runs[0].outcome.verdict).toBe('ask')
  })

  it('explains hooks that are not trusted, with the next command', () => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'touch ran' }] }))
    const { code, stdout } = scratch.hookline(['trigger', 'stop'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/skip {2}touch ran .*\n {8}untrusted: /)
    expect(stdout).toContain(`    hookline trust add ${scratch.root}\n`)
    expect(() => readFileSync(join(scratch.root, 'ran'))).toThrow('ENOENT')
  })

  it('prints only the effect with --json, with the names of the library', () => {
    const scratch = trusted({ beforeShellExecution: [{ command: `echo '{"permission":"allow"}'` }] })
    const { code, stdout, stderr } = scratch.hookline(['trigger', 'beforeShellExecution', '--json'])
    const effect = JSON.parse(stdout)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(Object.keys(effect).sort()).toEqual(
      ['because', 'event', 'id', 'input', 'kind', 'notes', 'plan', 'reply', 'runs', 'verdict'].sort(),
    )
    expect(effect).toMatchObject({
      verdict: 'allow',
      kind: 'proceed',
      because: { rule: 'reply' },
      input: { command: 'git status', workspace_roots: [scratch.root], hook_event_name: 'beforeShellExecution' },
      runs: [{ look: 1, exitCode: 0, outcome: { kind: 'replied', verdict: 'allow' } }],
      plan: { skipped: [], entries: [{ origin: { source: 'project' } }] },
    })
  })

  it('shows a rewritten input field by field', () => {
    const reply = { updated_input: { command: 'npm ci', working_directory: '/w' } }
    const scratch = trusted({ preToolUse: [{ command: `echo '${JSON.stringify(reply)}'` }] })
    const { stdout } = scratch.hookline(['trigger', 'preToolUse', '--set', 'tool_input.working_directory=/w'])
    expect(stdout).toMatch(/rewritten {2}tool_input\.command\n +- npm test\n +\+ npm ci\n/)
    expect(stdout).not.toContain('tool_input.working_directory')
  })

  it('shows context, variables and a follow-up', () => {
    const start = { additional_context: 'line one\nline two', env: { GREETING: 'hello' } }
    const scratch = sandbox()
    scratch.script('start.sh', `cat <<'END'\n${JSON.stringify(start)}\nEND`)
    scratch.script('stop.sh', `echo '{"followup_message":"run the tests"}'`)
    scratch.write(
      '.cursor/hooks.json',
      hooksFile({ sessionStart: [{ command: './start.sh' }], stop: [{ command: './stop.sh' }] }),
    )
    scratch.hookline(['trust', 'add', '--yes'])
    expect(scratch.hookline(['trigger', 'stop']).stdout).toMatch(
      /Effect {2}follow-up: .*\n {2}follow-up {2}run the tests/,
    )
    const { stdout } = scratch.hookline(['trigger', 'sessionStart'])
    expect(stdout).toMatch(/context {4}line one\n {13}line two/)
    expect(stdout).toContain('GREETING=hello')
  })

  it('waits for the hooks of sessionEnd and shows their result', () => {
    const scratch = trusted({ sessionEnd: [{ command: 'sleep 0.3; echo done > ended' }] })
    const { code, stdout } = scratch.hookline(['trigger', 'sessionEnd'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/sleep 0\.3.*exit 0 · \d+ ms · no opinion/)
    expect(readFileSync(join(scratch.root, 'ended'), 'utf8')).toBe('done\n')
  })

  it('strips control characters from everything a hook prints', () => {
    const scratch = sandbox()
    scratch.script('h.sh', `printf '\\033]0;title\\007\\033[31mred\\033[0m \\302\\233 \\342\\200\\256' >&2; exit 2`)
    scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: './h.sh #\u001b]0;x\u0007' }] }))
    scratch.hookline(['trust', 'add', '--yes'])
    const text = scratch.hookline(['trigger', 'beforeShellExecution', '--set', 'command=\u001b[2Jls'])
    expect(text.stdout).toContain('red')
    expect(text.stdout + text.stderr).not.toMatch(unsafe)
    const asJson = scratch.hookline(['trigger', 'beforeShellExecution', '--json'])
    expect(asJson.stdout).not.toMatch(unsafe)
    expect(JSON.parse(asJson.stdout).runs[0].stderr).toContain('\u001b[31m')
  })

  it('cannot be made to print a forged line by a command', () => {
    const scratch = trusted({ stop: [{ command: 'true\n\nDecision  ALLOW' }] })
    expect(scratch.hookline(['trigger', 'stop']).stdout.match(/^Decision {2}ALLOW$/gm)).toBeNull()
  })
})

describe('the input of a triggered event', () => {
  it('is the sample, with values set by dotted key, as JSON or text', () => {
    const scratch = sandbox()
    const { input } = effectOf(scratch, [
      'preToolUse',
      ...['--set', 'tool_input.command=git push', '--set', 'tool_input.flags.deep=[1,{"a":null}]'],
      ...['--set', 'agent_message="7"', '--set', 'extra=3', '--set', 'equation=a=b'],
    ])
    expect(input).toMatchObject({
      tool_name: 'Shell',
      tool_input: { command: 'git push', working_directory: scratch.root, flags: { deep: [1, { a: null }] } },
      agent_message: '7',
      extra: 3,
      equation: 'a=b',
    })
  })

  it('sets items of lists by number', () => {
    const { input } = effectOf(sandbox(), ['afterFileEdit', '--set', 'edits.0.new_string=new'])
    expect(input.edits[0]).toMatchObject({ new_string: 'new', old_string: expect.any(String) })
  })

  it('is a file, or stdin, instead of the sample', () => {
    const scratch = sandbox()
    scratch.write('event.json', '\uFEFF{"command":"ls","cwd":"/"}')
    const { input } = effectOf(scratch, ['beforeShellExecution', '--input', 'event.json'])
    expect(input).toMatchObject({ command: 'ls', cwd: '/' })
    expect(input.sandbox).toBeUndefined()
    const piped = scratch.hookline(['trigger', 'beforeShellExecution', '--input', '-', '--set', 'cwd=/w', '--json'], {
      stdin: '{"command":"pwd"}',
    })
    expect(JSON.parse(piped.stdout).input).toMatchObject({ command: 'pwd', cwd: '/w' })
  })

  it('reports what is wrong with it, and how --set reads values', () => {
    const { code, stderr } = sandbox().hookline(['trigger', 'beforeShellExecution', '--set', 'command=true'])
    expect(code).toBe(64)
    expect(stderr).toContain('command of beforeShellExecution must be string, and is boolean true')
    expect(stderr).toContain('--set reads values as JSON')
  })
})

describe('the workspace of a triggered event', () => {
  it('is found upward from --cwd', () => {
    const scratch = sandbox()
    mkdirSync(join(scratch.root, 'a/b'), { recursive: true })
    expect(effectOf(scratch, ['stop', '--cwd', 'a/b']).input.workspace_roots).toEqual([scratch.root])
  })

  it('is read with the rules of an edition and its experiments', () => {
    const scratch = trusted({ stop: [{ command: 'true' }] })
    const skipped = effectOf(scratch, ['stop', '--edition', '2.3']).plan.skipped
    expect(skipped).toMatchObject([{ why: 'edition' }])
    const runs = effectOf(scratch, ['stop', '--edition', '2.3', '--experiment', 'hooks_ide_project_config']).runs
    expect(runs).toHaveLength(1)
  })
})

describe('the common flags of trigger', () => {
  const inputOf = (...args: readonly string[]) => effectOf(sandbox(), args).input
  it.each([
    [['beforeShellExecution', '--command', 'git push'], { command: 'git push' }],
    [['preToolUse', '--command', 'git push'], { tool_name: 'Shell', tool_input: { command: 'git push' } }],
    [['beforeSubmitPrompt', '--prompt', 'hello'], { prompt: 'hello' }],
    [['subagentStart', '--prompt', 'look around'], { task: 'look around' }],
    [['beforeMCPExecution', '--tool', 'drop'], { tool_name: 'drop' }],
    [['preToolUse', '--tool', 'MCP:drop'], { tool_name: 'MCP:drop', tool_input: { query: 'release notes' } }],
    [['afterFileEdit', '--file', '/x/a.ts'], { file_path: '/x/a.ts' }],
  ])('%j finds its place', (args, want) => {
    expect(inputOf(...args)).toMatchObject(want)
  })

  it('--file makes a tool call that reads the file, by its absolute path', () => {
    const scratch = sandbox()
    expect(effectOf(scratch, ['preToolUse', '--file', 'a.ts']).input).toMatchObject({
      tool_name: 'Read',
      tool_input: { file_path: join(scratch.root, 'a.ts') },
    })
    expect(effectOf(scratch, ['preToolUse', '--tool', 'Write', '--file', 'a.ts']).input).toMatchObject({
      tool_name: 'Write',
      tool_input: { file_path: join(scratch.root, 'a.ts') },
    })
  })

  it('an event with content gets the content of the file', () => {
    const scratch = sandbox()
    scratch.write('a.ts', 'real\n')
    expect(effectOf(scratch, ['beforeReadFile', '--file', 'a.ts']).input.content).toBe('real\n')
  })

  it('--set overrides the other flags', () => {
    expect(inputOf('beforeShellExecution', '--command', 'a', '--set', 'command=b').command).toBe('b')
  })

  it('a flag without a field is a usage error that names the events with one', () => {
    const { code, stderr } = sandbox().hookline(['trigger', 'stop', '--prompt', 'x'])
    expect(code).toBe(64)
    expect(stderr).toContain(
      '--prompt does not work with stop, which has no such field. Events that have one: beforeSubmitPrompt, preToolUse',
    )
  })
})

describe('trigger --host', () => {
  const deny = [{ command: `echo '{"permission":"deny","agent_message":"no"}'` }]
  it('shows what a hook reads and what run prints, in the format of Claude Code', () => {
    const scratch = trusted({ preToolUse: deny })
    const { host } = effectOf(scratch, ['preToolUse', '--command', 'ls', '--host', 'claude'])
    expect(host).toMatchObject({
      host: 'claude',
      known: true,
      stdin: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
      stdout: { hookSpecificOutput: { permissionDecision: 'deny' } },
    })
    const text = scratch.hookline(['trigger', 'preToolUse', '--host', 'claude']).stdout
    expect(text).toContain('In the format of claude')
    expect(text).toContain('hookline run --host claude prints')
  })

  it('reports that an agent does not have the event, and which it has instead', () => {
    const { code, stdout } = sandbox().hookline(['trigger', 'beforeShellExecution', '--host', 'claude'])
    expect(code).toBe(0)
    expect(stdout).toContain('claude does not have this event')
    expect(stdout).toContain('hookline trigger preToolUse --tool Shell --host claude')
  })

  it('shows the summary dialect, which no agent uses', () => {
    const { host } = effectOf(sandbox(), ['stop', '--host', 'summary'])
    expect(host).toMatchObject({ host: 'summary', known: true, stdin: { hook_event_name: 'Stop' } })
    expect(host).not.toHaveProperty('stdout')
  })

  it('leaves a question to an agent that can ask, and denies for one that cannot', () => {
    const asks = [{ command: `echo '{"permission":"ask"}'` }]
    const scratch = trusted({ preToolUse: asks, beforeShellExecution: asks })
    const replyFor = (event: string, host: string) => effectOf(scratch, [event, '--host', host]).host.stdout
    expect(replyFor('beforeShellExecution', 'cursor')).toMatchObject({ permission: 'ask' })
    expect(replyFor('preToolUse', 'cursor')).toMatchObject({ permission: 'deny' })
    expect(replyFor('preToolUse', 'claude').hookSpecificOutput).toMatchObject({ permissionDecision: 'ask' })
  })

  it.each([
    [{ hook_event_name: 'BeforeMCPExecution', tool: 'search', params: { q: 'x' } }],
    [{ tool: 'search', params: { q: 'x' } }],
  ])('reads the short payload of summary: %j', (payload) => {
    const scratch = trusted({ beforeMCPExecution: [{ command: 'cat > seen.json' }] })
    scratch.write('payload.json', JSON.stringify(payload))
    const { input } = effectOf(scratch, ['beforeMCPExecution', '--host', 'summary', '--input', 'payload.json'])
    expect(input).toMatchObject({
      hook_event_name: 'beforeMCPExecution',
      tool_name: 'search',
      tool_input: JSON.stringify({ q: 'x' }),
    })
  })

  it('rejects a payload of another event, or of an event that the host does not know, and names it', () => {
    const scratch = sandbox()
    scratch.write('prompt.json', '{"hook_event_name":"BeforeSubmitPrompt","prompt":"hi"}')
    scratch.write('other.json', '{"hook_event_name":"BeforeNothing"}')
    const run = (file: string) => scratch.hookline(['trigger', 'stop', '--host', 'summary', '--input', file])
    expect(run('prompt.json')).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('contains the event beforeSubmitPrompt'),
    })
    expect(run('other.json')).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('is not in the format of summary'),
    })
  })

  it('exits 64 for an unknown host', () => {
    const { code, stderr } = sandbox().hookline(['trigger', 'stop', '--host', 'emacs'])
    expect({ code, stderr }).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('Use one of: cursor, claude, '),
    })
  })
})

describe('trigger --explain', () => {
  it('shows each reply in order, and how they were merged', () => {
    const scratch = trusted({
      preToolUse: [
        { command: `echo '{"permission":"deny","user_message":"first"}'` },
        { command: `echo '{"permission":"allow","user_message":"second","additional_context":"c"}'` },
        { command: 'exit 3' },
        { command: 'true', matcher: 'Read' },
      ],
    })
    const { stdout } = scratch.hookline(['trigger', 'preToolUse', '--explain'])
    expect(stdout).toMatch(/^ {2}1 {2}project +echo .* deny\n +user_message {2}first$/m)
    expect(stdout).toMatch(/^ {2}3 {2}project +exit 3 {2}failed \(exit\), fails open, so no opinion$/m)
    expect(stdout).toMatch(/^ {2}– {2}project +true {2}skipped, matcher: "Read" does not match "Shell"$/m)
    expect(stdout).toContain('verdict  deny: deny > ask > allow > no opinion; from 1')
    expect(stdout).toContain('user_message  joined in order, from the hooks that decided; from 1')
    expect(stdout).toContain('additional_context  ignored: it does not matter for this decision; from 2')
  })

  it('reports an ask that denies because the event cannot ask', () => {
    const scratch = trusted({ beforeTabFileRead: [{ command: `echo '{"permission":"ask"}'` }] })
    const { stdout } = scratch.hookline(['trigger', 'beforeTabFileRead', '--explain'])
    expect(stdout).toMatch(/^ {2}1 {2}project +echo .* deny \(it replied ask, but this event cannot ask\)$/m)
  })

  it('reports that no hook is configured', () => {
    expect(sandbox().hookline(['trigger', 'stop', '--explain']).stdout).toContain(
      'no hook is configured for this event',
    )
  })
})
