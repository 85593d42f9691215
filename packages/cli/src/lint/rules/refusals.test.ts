import { describe, expect, it } from 'vitest'
import { codesIn, type ScriptSetup } from '../testing/code.ts'
import { cursor, lintFiles, positionsOf } from '../testing/lint-files.ts'

const only = async (code: string, text: string, at: ScriptSetup = {}) =>
  (await codesIn(text, at)).filter((one) => one.startsWith(`${code} `))

describe('a refusal that no agent reads', () => {
  const denies = `jq -n '{permission: "deny", user_message: "no"}' >&2`
  const allows = `echo '{"permission":"allow"}'`

  it('is a deny on stderr while stdout has an allow', async () => {
    const inFunction = `refuse() {\n  ${denies}\n  exit 0\n}\ncase "$1" in *prod*) refuse ;; esac\n${allows}`
    expect(await only('reply-to-stderr', inFunction)).toEqual(['reply-to-stderr 2'])
    expect(await only('reply-to-stderr', `if [ -n "$c" ]; then\n  { ${denies}; }\nfi\n${allows}`)).toHaveLength(1)
    expect(await only('reply-to-stderr', `if [ -n "$c" ]; then ${denies}; exit 2; fi\n${allows}`)).toEqual([])
    expect(await only('reply-to-stderr', `${denies}\necho '{"permission":"deny","user_message":"no"}'`)).toEqual([])
  })

  it('is an object of a typed function that goes to console.error', async () => {
    const text = `type Reply = { permission: "allow" | "deny"; user_message?: string };
function judge(c: string): Reply {
  if (c) return { permission: "deny", user_message: "no" };
  return { permission: "allow" };
}
console.error(JSON.stringify(judge("x")));`
    expect(await only('reply-to-stderr', text, { name: 'x.ts' })).toEqual(['reply-to-stderr 6'])
    expect(await only('reply-to-stderr', text.replace('error', 'log'), { name: 'x.ts' })).toEqual([])
  })

  it('is the reply of a guard that runs in the background', async () => {
    const found = async (command: string, event = 'beforeShellExecution') => {
      const files = { '.cursor/hooks.json': cursor(event, { command }), 'x.sh': '#!/bin/sh\n./y "$(cat)"\n' }
      return positionsOf(await lintFiles(files), 'always-allows').length
    }
    expect(await found('./x.sh &')).toBe(1)
    expect(await found('nohup ./x.sh >/dev/null 2>&1 &')).toBe(1)
    expect(await found('(./x.sh &)')).toBe(1)
    expect(await found('./x.sh 2>&1')).toBe(0)
    expect(await found('./x.sh && true')).toBe(0)
    expect(await found('./x.sh &', 'afterFileEdit')).toBe(0)
  })

  it('is discarded by the end of the command', async () => {
    const found = async (command: string) => {
      const files = { '.cursor/hooks.json': cursor('beforeShellExecution', { command }), 'x.sh': '#!/bin/sh\nexit 2\n' }
      return (await lintFiles(files)).filter(({ code }) => code === 'errors-silenced').map(({ message }) => message)
    }
    for (const end of ['|| true', '; true', '|| exit 0', '; exit 0'])
      expect(await found(`./x.sh ${end}`)).toEqual([expect.stringContaining('a deny with exit code 2')])
    expect(await found('./x.sh || exit 2')).toEqual([])
  })
})

describe('a variable that no agent sets', () => {
  it.each([
    ['const root = process.env.CURSOR_WORKSPACE_PATH', 'x.mjs', 'invented-variable 1'],
    ['const {\n  CURSOR_CHANGED,\n} = process.env', 'x.mjs', 'invented-variable 2'],
    ['import os\nx = os.environ["CURSOR_WORKSPACE"]', 'x.py', 'invented-variable 2'],
    ['import os\nx = os.getenv("CLAUDE_FILE")', 'x.py', 'claude-invented-variable 2'],
    ['import os\nx = os.environ.get("CLAUDE_WORKSPACE")', 'x.py', 'claude-invented-variable 2'],
    ['cd "$CURSOR_WORKSPACE_ROOT"', 'x.sh', 'invented-variable 1'],
    ['$path = $env:CURSOR_FILE_PATH', 'x.ps1', 'invented-variable 1'],
  ])('%j', async (text, name, expected) => {
    expect((await codesIn(text, { name })).filter((one) => one.includes('invented'))).toEqual([expected])
  })

  it.each([
    ['const root = process.env.CURSOR_PROJECT_DIR', 'x.mjs'],
    ['const { CURSOR_VERSION, CURSOR_MINE = "x" } = process.env', 'x.mjs'],
    ['import os\nx = os.environ.get("CURSOR_MINE", "x")', 'x.py'],
    ['import os\nx = os.environ["CLAUDE_CODE_REMOTE"]', 'x.py'],
    ['echo "$CURSOR_HOOKS_DEBUG" >&2', 'x.sh'],
    ['$x = $env:CURSOR_PROJECT_DIR', 'x.ps1'],
  ])('is not %j', async (text, name) => {
    expect((await codesIn(text, { name })).filter((one) => one.includes('invented'))).toEqual([])
  })
})

describe('a secret in a script', () => {
  const token = `ghp_${'N0tReaL7kQ2fAkE9ZtWv4eXaMpLe3xYb5DmH'}`

  it('is found next to any host name', async () => {
    const line = `curl -H "Authorization: Bearer ${token}" https://api.example.com/issues`
    expect(await only('secret-in-file', line)).toEqual(['secret-in-file 1'])
  })

  it('is accepted if it is marked as an example', async () => {
    expect(await only('secret-in-file', `x=${token} # an example`)).toEqual([])
    expect(await only('secret-in-file', 'key=AKIAIOSFODNN7EXAMPLE')).toEqual([])
  })
})

describe('a matcher of Claude Code', () => {
  const found = async (matcher: string) => {
    const hooks = [{ matcher, hooks: [{ type: 'command', command: 'true' }] }]
    const text = JSON.stringify({ hooks: { PreToolUse: hooks } })
    return positionsOf(await lintFiles({ '.claude/settings.json': text }), 'matcher-never-matches').length
  }

  it('names a server without a tool, and never matches', async () => {
    for (const matcher of ['mcp__postgres', 'Bash|mcp__wiki', 'mcp__my_server__']) expect(await found(matcher)).toBe(1)
    for (const matcher of ['mcp__postgres__query', 'mcp__postgres__.*', 'mcp__.*', '^mcp__wiki', 'Bash', ''])
      expect(await found(matcher)).toBe(0)
  })
})
