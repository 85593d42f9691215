/** Each agent's own hook file, through `import` and back through `export`, with the built command. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Sandbox, sandbox } from '../testing/cli.ts'

const command = (text: string, more: object = {}) => ({ type: 'command', command: text, ...more })
const group = (matcher: string | undefined, ...hooks: readonly object[]) => ({
  ...(matcher === undefined ? {} : { matcher }),
  hooks,
})

const qwenHooks = (timeout: number) => ({
  hooks: {
    PreToolUse: [
      group('edit', command('./a.sh', { timeout: 5000 })),
      group('edit', { type: 'http', url: 'https://example.com', timeout: 7 }),
      group('edit', { type: 'prompt', prompt: 'ok?', timeout: 9 }),
    ],
    PostToolUse: [group('edit', command('./b.sh', { timeout, async: true }))],
  },
})

interface Sample {
  readonly file: string
  readonly text: object
  /** What `export` writes. Absent: the same as `text`. */
  readonly back?: { readonly file: string; readonly text: object }
}

const samples: Readonly<Record<string, Sample>> = {
  cursor: {
    file: '.cursor/hooks.json',
    text: {
      version: 1,
      hooks: {
        beforeShellExecution: [command('./a.sh', { timeout: 5, failClosed: true, matcher: 'curl|wget' })],
        stop: [command('./b.sh', { timeout: 9, loop_limit: null })],
      },
    },
  },
  claude: {
    file: '.claude/settings.json',
    text: {
      hooks: {
        PreToolUse: [group('Bash|Edit', command('./a.sh', { args: ['x y'], timeout: 5, onFailure: 'block' }))],
        UserPromptSubmit: [group(undefined, { type: 'prompt', prompt: 'ok?', timeout: 20 })],
        Stop: [group(undefined, command('./b.sh', { timeout: 9 }))],
      },
    },
  },
  codex: {
    file: '.codex/hooks.json',
    text: { hooks: { PreToolUse: [group('^Bash$', command('./a.sh', { timeout: 5 }))] } },
  },
  copilot: {
    file: '.github/hooks/guard.json',
    text: {
      version: 1,
      hooks: {
        preToolUse: [{ type: 'command', bash: './a.sh', timeoutSec: 5, matcher: 'bash' }],
        userPromptSubmitted: [{ bash: './b.sh', timeoutSec: 9 }],
      },
    },
    back: {
      file: '.github/hooks/exported.json',
      text: {
        version: 1,
        hooks: {
          preToolUse: [command('./a.sh', { timeout: 5, matcher: 'bash' })],
          userPromptSubmitted: [command('./b.sh', { timeout: 9 })],
        },
      },
    },
  },
  factory: {
    file: '.factory/hooks.json',
    text: { PreToolUse: [group('Execute', command('./a.sh', { timeout: 5 }))] },
  },
  gemini: {
    file: '.gemini/settings.json',
    text: { hooks: { BeforeTool: [group('run_shell_command', command('./a.sh', { timeout: 5000 }))] } },
  },
  qwen: {
    file: '.qwen/settings.json',
    text: qwenHooks(30),
    // A number below 1000 is one of seconds.
    back: { file: '.qwen/settings.json', text: qwenHooks(30_000) },
  },
  windsurf: {
    file: '.windsurf/hooks.json',
    text: {
      hooks: {
        pre_run_command: [{ command: './a.sh' }],
        pre_write_code: [{ command: './b.sh' }],
        post_mcp_tool_use: [{ command: './c.sh' }],
      },
    },
  },
}

const read = ({ root }: Sandbox, file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))
const importedBy = (made: Sandbox): Readonly<Record<string, readonly object[]>> =>
  // True: `import` has written it.
  (read(made, '.hookline/hookline.json') as { hooks: Record<string, object[]> }).hooks

describe.each(Object.entries(samples))('%s', (name, { file, text, back = { file, text } }) => {
  it('import and export give the file back', () => {
    const made = sandbox()
    made.write(file, text)
    made.hookline(['import', name, '--yes'])
    rmSync(join(made.root, dirname(file)), { recursive: true })
    made.hookline(['export', '--to', name, '--yes', '--force'])
    expect(read(made, back.file)).toEqual(back.text)
  })
})

it('a hook of one kind of call runs for this kind only', () => {
  const made = sandbox()
  made.write('.windsurf/hooks.json', { hooks: { pre_run_command: [{ command: './a.sh' }] } })
  made.hookline(['import', 'windsurf', '--yes'])
  expect(importedBy(made).preToolUse).toMatchObject([{ matcher: 'run_command', input: 'windsurf' }])
})
it('reads every hook file of Kiro, and names the hooks that are not commands', () => {
  const made = sandbox()
  const hooks = [
    { trigger: 'PreToolUse', matcher: 'shell', action: { type: 'command', command: './a.sh' }, timeout: 20 },
    { trigger: 'Stop', action: { type: 'agent', prompt: 'Go on' } },
    { trigger: 'PreToolUse', enabled: false, action: { type: 'command', command: './b.sh' } },
  ]
  made.write('.kiro/hooks/guard.json', { version: 'v1', hooks })
  const { code, stderr } = made.hookline(['import', '.kiro/hooks/guard.json', '--yes'])
  expect(importedBy(made)).toEqual({
    preToolUse: [{ name: 'kiro-PreToolUse-1', command: './a.sh', matcher: 'shell', timeout: 20, input: 'kiro' }],
  })
  expect(stderr).toContain('its action is not a command')
  expect(stderr).toContain('`enabled` is false')
  expect(code).toBe(1)
})
it('a script of Cline is a hook of its event', () => {
  const made = sandbox()
  made.script('.clinerules/hooks/PreToolUse', 'exit 0')
  expect(made.hookline(['import', 'cline', '--yes']).code).toBe(0)
  expect(importedBy(made)).toEqual({
    preToolUse: [
      { name: 'cline-PreToolUse-1', command: './.clinerules/hooks/PreToolUse', timeout: 30, input: 'cline' },
    ],
  })
})
it('a text for the agent is not imported as a question to a model', () => {
  const made = sandbox()
  made.write('.github/hooks/a.json', { version: 1, hooks: { sessionStart: [{ type: 'prompt', prompt: 'Begin' }] } })
  const { code, stderr } = made.hookline(['import', 'copilot', '--yes'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('a hook of sessionStart is not imported')])
  expect(existsSync(join(made.root, '.hookline/hookline.json'))).toBe(false)
})
it('finds the agent of a file by its events, and asks if several have them', () => {
  const made = sandbox()
  made.write('gemini.json', samples.gemini?.text ?? {})
  made.write('claude.json', { hooks: { PreToolUse: [group('Bash', command('./a.sh'))] } })
  expect(made.hookline(['import', 'gemini.json', '--dry-run']).stderr).toContain("reads Gemini CLI's payload")
  expect(made.hookline(['import', 'claude.json', '--dry-run'])).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('may be a file of claude, codex'),
  })
  expect(made.hookline(['import', 'codex', 'claude.json', '--dry-run']).stderr).toContain("reads Codex's payload")
})
it.each([
  ['vscode', 'It reads those of copilot'],
  ['opencode', 'not in a file that Hookline can convert'],
])('says where the hooks of %s are', (name, message) => {
  expect(sandbox().hookline(['import', name])).toMatchObject({ code: 64, stderr: expect.stringContaining(message) })
})
