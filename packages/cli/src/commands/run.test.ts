import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox, withoutCode } from '../testing/cli.ts'

/** The person's own hooks: they need no trust. */
function userHooks(scratch: Sandbox, hooks: Readonly<Record<string, readonly object[]>>): void {
  mkdirSync(join(scratch.home, '.cursor'), { recursive: true })
  writeFileSync(join(scratch.home, '.cursor/hooks.json'), JSON.stringify(hooksFile(hooks)))
}
const shell = (scratch: Sandbox, command: string) => ({
  hook_event_name: 'beforeShellExecution',
  conversation_id: 'c',
  command,
  cwd: scratch.root,
  workspace_roots: [scratch.root],
})
function run(scratch: Sandbox, payload: unknown, ...args: readonly string[]) {
  const stdin = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload)
  const ended = scratch.hookline(['run', '--host', 'cursor', ...args], { stdin })
  expect(ended.stdout).toMatch(/^\{.*\}\n$/)
  return { ...ended, reply: withoutCode(JSON.parse(ended.stdout)) }
}

describe('hookline run', () => {
  it.each([
    [
      'a deny',
      `echo '{"permission":"deny","user_message":"no"}'`,
      { permission: 'deny', user_message: 'no', agent_message: 'no' },
    ],
    ['an ask, left to the host', `echo '{"permission":"ask"}'`, { permission: 'ask' }],
    ['an allow', `echo '{"permission":"allow"}'`, { permission: 'allow' }],
    ['exit 2', 'echo stop >&2; exit 2', { permission: 'deny', user_message: 'stop', agent_message: 'stop' }],
    ['silence', 'true', {}],
    ['a failure that is open', 'exit 1', {}],
  ])('answers %s with exit 0 and one JSON object', (_name, command, want) => {
    const scratch = sandbox()
    userHooks(scratch, { beforeShellExecution: [{ command }] })
    const { code, reply, stderr } = run(scratch, shell(scratch, 'ls'))
    expect({ code, reply, stderr }).toEqual({ code: 0, reply: want, stderr: '' })
  })

  it('denies a failure that is closed, with exit 0: it is a decision', () => {
    const scratch = sandbox()
    userHooks(scratch, { beforeReadFile: [{ command: 'exit 1' }] })
    const { code, reply } = run(scratch, { hook_event_name: 'beforeReadFile', file_path: '/x', content: '' })
    expect({ code, permission: reply.permission }).toEqual({ code: 0, permission: 'deny' })
  })

  it('speaks Claude Code', () => {
    const scratch = sandbox()
    userHooks(scratch, {
      preToolUse: [{ command: `echo '{"permission":"deny","agent_message":"no"}'`, matcher: 'Shell' }],
    })
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      cwd: scratch.root,
    }
    const { code, stdout } = scratch.hookline(['run', '--host', 'claude'], { stdin: JSON.stringify(payload) })
    expect({ code, reply: withoutCode(JSON.parse(stdout)) }).toEqual({
      code: 0,
      reply: {
        systemMessage: 'no',
        hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
      },
    })
  })

  it('keeps to the project that Claude Code names when the agent has moved elsewhere', () => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', hooksFile({ preToolUse: [{ command: 'exit 2' }] }))
    scratch.hookline(['trust', 'add', '--yes'])
    const payload = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: {}, cwd: '/' }
    const { stdout } = scratch.hookline(['run', '--host', 'claude'], {
      stdin: JSON.stringify(payload),
      env: { CLAUDE_PROJECT_DIR: scratch.root },
    })
    expect(stdout).toContain('"permissionDecision":"deny"')
  })

  it('takes the roots of the payload, then its cwd, then the current directory', () => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: 'exit 2' }] }))
    scratch.hookline(['trust', 'add', '--yes'])
    const { workspace_roots, ...bare } = shell(scratch, 'ls')
    const at = (cwd: string, payload: object) =>
      scratch.hookline(['run', '--host', 'cursor'], { cwd, stdin: JSON.stringify(payload) }).stdout
    expect(at('/', { ...bare, workspace_roots })).toContain('deny')
    expect(at(scratch.root, bare)).toContain('deny')
    expect(at('/', bare)).toContain('deny')
    expect(at('/', { ...bare, cwd: '/' })).toBe('{}\n')
    expect(at(scratch.root, { ...bare, cwd: '' })).toContain('deny')
  })

  it.each([[[]], [null], [undefined]])('finds the project in the cwd of the payload when the roots are %j', (roots) => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: 'exit 2' }] }))
    scratch.hookline(['trust', 'add', '--yes'])
    const stdin = JSON.stringify({ ...shell(scratch, 'ls'), workspace_roots: roots })
    const { stdout } = scratch.hookline(['run', '--host', 'cursor'], { stdin, cwd: '/' })
    expect(JSON.parse(stdout)).toMatchObject({ permission: 'deny' })
  })

  it('finds the trusted project above what a link among the roots leads to, also when the link lies in another one', () => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: 'exit 2' }] }))
    scratch.write('sub/x', '')
    scratch.hookline(['trust', 'add', '--yes'])
    for (const path of ['bare', 'other/.git']) mkdirSync(join(scratch.home, path), { recursive: true })
    for (const path of ['bare/link', 'other/link']) {
      symlinkSync(join(scratch.root, 'sub'), join(scratch.home, path))
      const { reply } = run(scratch, { ...shell(scratch, 'ls'), workspace_roots: [join(scratch.home, path)] })
      expect(reply).toMatchObject({ permission: 'deny' })
    }
  })

  it('finds the project above a sub-directory, as list does', () => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: 'exit 2' }] }))
    scratch.hookline(['trust', 'add', '--yes'])
    const sub = join(scratch.root, 'packages/app')
    mkdirSync(sub, { recursive: true })
    const at = (cwd: string, workspace_roots: unknown) =>
      scratch.hookline(['run', '--host', 'cursor'], {
        cwd,
        stdin: JSON.stringify({ ...shell(scratch, 'ls'), workspace_roots }),
      }).stdout
    for (const roots of [[sub], [], null, [`${sub}/`], [pathToFileURL(sub).href]])
      expect(at(sub, roots), JSON.stringify(roots)).toContain('deny')
    const payload = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, cwd: sub }
    const claude = (env: Readonly<Record<string, string>>) =>
      scratch.hookline(['run', '--host', 'claude'], { cwd: '/', stdin: JSON.stringify(payload), env }).stdout
    expect(claude({})).toContain('deny')
    expect(claude({ CLAUDE_PROJECT_DIR: sub })).toContain('deny')
  })

  it('refuses at a trusted gate below another project when the whole folder of hooks is deleted', () => {
    const scratch = sandbox()
    const inner = join(scratch.root, 'inner')
    scratch.write('inner/.hookline/hookline.json', hooksFile({ beforeShellExecution: [{ command: 'exit 2' }] }))
    mkdirSync(join(inner, 'src'))
    scratch.hookline(['trust', 'add', '--yes', inner])
    rmSync(join(inner, '.hookline'), { recursive: true })
    for (const root of [inner, join(inner, 'src')])
      expect(run(scratch, { ...shell(scratch, 'ls'), workspace_roots: [root] }).reply.permission, root).toBe('deny')
    expect(run(scratch, shell(scratch, 'ls')).reply).toEqual({})
  })

  it.each<[string, (scratch: Sandbox) => void]>([
    [
      'is taken out of its file',
      (scratch) => scratch.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true' }] })),
    ],
    ['goes with its file', (scratch) => rmSync(join(scratch.root, '.cursor/hooks.json'))],
  ])('refuses at a trusted gate that %s, and only there', (_name, change) => {
    const scratch = sandbox()
    scratch.script('guard.sh', 'exit 2')
    scratch.write(
      '.cursor/hooks.json',
      hooksFile({ beforeShellExecution: [{ command: './guard.sh' }], stop: [{ command: 'true' }] }),
    )
    scratch.hookline(['trust', 'add', '--yes'])
    change(scratch)
    const { code, reply } = run(scratch, shell(scratch, 'ls'))
    expect({ code, permission: reply.permission }).toEqual({ code: 0, permission: 'deny' })
    expect(reply.user_message).toContain('changed since they were trusted')
    const { command, ...common } = shell(scratch, '')
    const prompt = { ...common, hook_event_name: 'beforeSubmitPrompt', prompt: 'hello', attachments: [] }
    expect(run(scratch, prompt).reply).toEqual({})
  })

  it('refuses at every gate when a managed file is broken, whatever the file names', () => {
    const scratch = sandbox()
    const enterprise = join(scratch.directory, 'enterprise')
    mkdirSync(enterprise)
    const at = (text: string) => {
      writeFileSync(join(enterprise, 'hooks.json'), text)
      const stdin = JSON.stringify(shell(scratch, 'ls'))
      const { stdout } = scratch.hookline(['run', '--host', 'cursor'], {
        stdin,
        env: { HOOKLINE_ENTERPRISE_DIR: enterprise },
      })
      return JSON.parse(stdout).permission
    }
    expect(at('{"version": 1, "hooks": {"stop": [{"command": "true"}]}}')).toBeUndefined()
    expect(at('{"version": "one", "hooks": {"stop": []}}')).toBe('deny')
    expect(at('{"version": 1, "hooks": {"beforeShelExecution": []}}')).toBe('deny')
  })

  it('does not run again what the agent runs by itself', () => {
    const scratch = sandbox()
    userHooks(scratch, { beforeShellExecution: [{ command: 'exit 2' }] })
    expect(run(scratch, shell(scratch, 'ls')).reply.permission).toBe('deny')
    expect(run(scratch, shell(scratch, 'ls'), '--installed').reply).toEqual({})
    mkdirSync(join(scratch.home, 'config/hookline'), { recursive: true })
    writeFileSync(
      join(scratch.home, 'config/hookline/hookline.json'),
      JSON.stringify(hooksFile({ beforeShellExecution: [{ command: 'exit 2' }] })),
    )
    expect(run(scratch, shell(scratch, 'ls'), '--installed').reply.permission).toBe('deny')
  })

  it.each([
    ['refuses where the hook fails closed', { failClosed: true }, {}, { decision: 'block' }],
    ['goes on where it does not', {}, {}, {}],
    ['refuses where the entry that calls it blocks', {}, { onFailure: 'block' }, { decision: 'block' }],
    ['goes on where the hook says so', { failClosed: false }, { onFailure: 'block' }, {}],
  ])('decides about a hanging hook before the agent gives up, and %s', (_name, more, call, want) => {
    const scratch = sandbox()
    userHooks(scratch, { beforeSubmitPrompt: [{ command: 'sleep 50', timeout: 55, ...more }] })
    mkdirSync(join(scratch.home, '.claude'))
    const command = 'hookline run --host claude --installed || exit 2'
    const entry = { type: 'command', command, timeout: 2, ...call }
    writeFileSync(
      join(scratch.home, '.claude/settings.json'),
      JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [entry] }] } }),
    )
    const stdin = JSON.stringify({
      hook_event_name: 'UserPromptSubmit',
      session_id: 's',
      prompt: 'hello',
      cwd: scratch.root,
    })
    const { code, stdout } = scratch.hookline(['run', '--host', 'claude', '--installed'], { stdin })
    expect({ code, reply: JSON.parse(stdout) }).toMatchObject({ code: 0, reply: want })
    const { stdout: log } = scratch.hookline(['log', '--json', '--failed'])
    expect(log).toMatch(/the event had no answer within [01](\.\d)? s/)
  })

  it('waits for the hooks of sessionEnd', () => {
    const scratch = sandbox()
    userHooks(scratch, { sessionEnd: [{ command: `sleep 0.3; touch '${scratch.root}/ended'` }] })
    const { code, reply } = run(scratch, { hook_event_name: 'sessionEnd', reason: 'completed', conversation_id: 'c' })
    expect({ code, reply, ended: existsSync(join(scratch.root, 'ended')) }).toEqual({ code: 0, reply: {}, ended: true })
  })

  it('remembers a session between processes', () => {
    const scratch = sandbox()
    userHooks(scratch, {
      sessionStart: [{ command: `echo '{"env":{"GREETING":"hello"}}'` }],
      stop: [{ command: `printf '{"followup_message":"%s"}' "$GREETING"`, loop_limit: 1 }],
    })
    run(scratch, { hook_event_name: 'sessionStart', conversation_id: 'c' })
    const stop = { hook_event_name: 'stop', conversation_id: 'c', status: 'completed' }
    expect([run(scratch, stop).reply, run(scratch, stop).reply]).toEqual([{ followup_message: 'hello' }, {}])
  })

  it('says its last words when it is made to end before the hooks have', async () => {
    const scratch = sandbox()
    userHooks(scratch, { beforeReadFile: [{ command: `trap '' TERM; touch '${scratch.root}/began'; sleep 3` }] })
    const child = scratch.start(['run', '--host', 'cursor'], 'pipe')
    child.stdin?.end(JSON.stringify({ hook_event_name: 'beforeReadFile', file_path: '/x', content: '' }))
    let stdout = ''
    child.stdout?.on('data', (chunk) => {
      stdout += chunk
    })
    while (!existsSync(join(scratch.root, 'began'))) await new Promise((done) => setTimeout(done, 20))
    child.kill('SIGTERM')
    await new Promise((done) => setTimeout(done, 100))
    child.kill('SIGTERM')
    const [code] = await once(child, 'close')
    expect({ code, reply: JSON.parse(stdout) }).toMatchObject({ code: 2, reply: { permission: 'deny' } })
  })

  it('takes an edit whose input is the text of a patch, and keeps the text out of the log', () => {
    const scratch = sandbox()
    scratch.write('../home/config/hookline/hookline.json', { packs: { 'protect-files': {} } })
    const patch = (path: string) =>
      `*** Begin Patch\n*** Update File: ${path}\n@@\n-one\n+a private line\n*** End Patch`
    const answerTo = (tool_input: string) => {
      const payload = {
        hook_event_name: 'preToolUse',
        tool_name: 'ApplyPatch',
        tool_input,
        workspace_roots: [scratch.root],
      }
      const { code, stdout } = scratch.hookline(['run', '--host', 'cursor'], { stdin: JSON.stringify(payload) })
      return { code, permission: JSON.parse(stdout).permission }
    }
    expect(answerTo(patch('src/a.ts'))).toEqual({ code: 0, permission: undefined })
    expect(answerTo(patch('.env'))).toMatchObject({ permission: 'deny' })
    expect(answerTo('change the second line').permission).not.toBe(undefined)
    expect(scratch.hookline(['log', '--jsonl']).stdout).not.toContain('a private line')
  })

  it('reads a payload with a BOM', () => {
    const scratch = sandbox()
    expect(run(scratch, `\uFEFF${JSON.stringify(shell(scratch, 'ls'))}`).code).toBe(0)
  })

  it('passes on what hooks of an edition say', () => {
    const scratch = sandbox()
    userHooks(scratch, { beforeShellExecution: [{ command: 'exit 2' }] })
    expect(run(scratch, shell(scratch, 'ls'), '--edition', '2.3').reply).toEqual({})
  })
})

it.each([
  ['beforeReadFile', { file_path: '/x' }],
  ['beforeTabFileRead', { file_path: '/x' }],
  ['preToolUse', { tool_name: 'LS' }],
  ['preToolUse', { tool_name: 'LS', tool_input: null }],
  ['beforeMCPExecution', { tool_name: 'list' }],
  ['postToolUseFailure', { tool_name: 'LS', failure_type: 'quota' }],
  ['stop', { status: 'paused' }],
  ['stop', {}],
  ['subagentStop', { subagent_type: 'explore', status: 'paused' }],
  ['sessionEnd', { reason: 'handover' }],
  ['preCompact', { trigger: 'idle' }],
  ['beforeSubmitPrompt', { prompt: 'x', attachments: [{ type: 'image', file_path: '/x.png' }], composer_mode: 'plan' }],
])('what an older host leaves out, or a newer one calls by a new word, is not refused: %s %j', (event, fields) => {
  const scratch = sandbox()
  const payload = { hook_event_name: event, ...fields, workspace_roots: [scratch.root] }
  expect(run(scratch, payload)).toMatchObject({ code: 0, reply: {}, stderr: '' })
  userHooks(scratch, { [event]: [{ command: 'cat > got.json' }] })
  expect(run(scratch, payload)).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(readFileSync(join(scratch.home, '.cursor/got.json'), 'utf8'))).toMatchObject(fields)
})

describe('a payload that cannot be read', () => {
  const deep = `{"hook_event_name":"preToolUse","tool_name":"Shell","tool_input":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`
  it.each([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['no JSON', '{"hook_event_name":'],
    ['no object', '[1]'],
    ['null', 'null'],
    ['no event', '{"command":"ls"}'],
    ['an unknown event', '{"hook_event_name":"nope"}'],
    ["another agent's event", '{"hook_event_name":"PreToolUse"}'],
    ['an event by number', '{"hook_event_name":7}'],
    ['a wrong type', '{"hook_event_name":"beforeShellExecution","command":7}'],
    ['no command', '{"hook_event_name":"beforeShellExecution"}'],
    ['no path', '{"hook_event_name":"beforeReadFile","content":"x"}'],
    ['no tool', '{"hook_event_name":"preToolUse","tool_input":{}}'],
    ['a number for a word', '{"hook_event_name":"stop","status":7}'],
    ['wrong roots', '{"hook_event_name":"beforeShellExecution","command":"ls","workspace_roots":"/"}'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['bottomless nesting', deep],
  ])('is refused at both kinds of gate, with exit 2: %s', (_name, stdin) => {
    const { code, reply, stderr } = run(sandbox(), stdin)
    expect({ code, reply }).toEqual({
      code: 2,
      reply: {
        permission: 'deny',
        continue: false,
        user_message: expect.stringContaining('refused'),
        agent_message: expect.stringContaining('refused'),
      },
    })
    expect(stderr.trim()).toBe(reply.user_message)
  })

  it("is refused in Claude Code's words too", () => {
    const { code, stdout, stderr } = sandbox().hookline(['run', '--host', 'claude'], { stdin: 'garbage' })
    expect({ code, reply: JSON.parse(stdout) }).toMatchObject({
      code: 2,
      reply: { decision: 'block', continue: false },
    })
    expect(stderr).toContain('refused')
  })

  it('is refused when its event is none that Claude Code has', () => {
    const stdin = '{"hook_event_name":"Notified"}'
    expect(sandbox().hookline(['run', '--host', 'claude'], { stdin })).toMatchObject({ code: 2 })
  })

  it('is not quoted in the refusal', () => {
    const { reply } = run(sandbox(), 'secret-token {')
    expect(JSON.stringify(reply)).not.toContain('secret-token')
  })
})

it.each([
  ['on the descriptor of stdout', "fs.writeSync(1, 'garbage\\n')"],
  ['by a program that it starts', "execSync('echo garbage', { stdio: 'inherit' })"],
  ['into the stream', "process.stdout.write('garbage\\n')"],
])('what a module writes %s is on the record and not in the answer', (_name, act) => {
  const scratch = sandbox()
  scratch.write(
    '.hookline/hooks/loud.mjs',
    `import fs from 'node:fs'
    import { execSync } from 'node:child_process'
    export default () => {
      ${act}
      return { permission: 'deny', user_message: 'no' }
    }`,
  )
  const module = { type: 'module', module: './.hookline/hooks/loud.mjs' }
  scratch.write('.hookline/hookline.json', { hooks: { beforeShellExecution: [module] } })
  scratch.hookline(['trust', 'add', '--yes'])
  const { code, reply } = run(scratch, shell(scratch, 'ls'))
  expect({ code, reply }).toEqual({ code: 0, reply: { permission: 'deny', user_message: 'no', agent_message: 'no' } })
  expect(scratch.hookline(['log', '--json']).stdout).toContain('"stderr": "garbage\\n"')
})

it('the example of its help works', () => {
  const scratch = sandbox()
  const payload = /echo '(.*)' \|/.exec(scratch.hookline(['run', '--help']).stdout)?.[1] ?? ''
  expect(run(scratch, payload)).toMatchObject({ code: 0, reply: {} })
})
