import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

const forClaude = {
  name: 'guard',
  command: './guard.sh',
  matcher: 'Bash|Edit',
  timeout: 7,
  failClosed: true,
  input: 'claude',
}
const prepare = (entry: object = forClaude): Sandbox => {
  const made = sandbox()
  made.write('.hookline/hookline.json', { version: 1, hooks: { preToolUse: [entry] } })
  return made
}
const settingsOf = ({ root }: Sandbox) => {
  const file = join(root, '.claude/settings.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

it('writes a hook of the agent’s own format as it was, with its matcher, its timeout and its policy', () => {
  const made = prepare()
  expect(made.hookline(['export', '--to', 'claude', '--yes']).code).toBe(0)
  expect(settingsOf(made)).toEqual({
    hooks: {
      PreToolUse: [
        { matcher: 'Bash|Edit', hooks: [{ type: 'command', command: './guard.sh', timeout: 7, onFailure: 'block' }] },
      ],
    },
  })
})
it('writes nothing if a guard would be weaker, and says why', () => {
  const made = sandbox()
  made.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: './guard.sh' }] }))
  const { code, stderr } = made.hookline(['export', '--to', 'claude', '--yes'])
  expect(code).toBe(1)
  expect(stderr).toContain('Claude Code has no event for beforeShellExecution')
  expect(stderr).toContain('Nothing was written')
  expect(settingsOf(made)).toBeUndefined()
})
it('a script in another agent’s format is a lost guard', () => {
  const { stderr, code } = prepare({ command: './guard.sh' }).hookline(['export', '--to', 'claude', '--dry-run'])
  expect([code, stderr]).toEqual([1, expect.stringContaining("another agent's format, which Claude Code ignores")])
})
it('import and export give the file back', () => {
  const made = sandbox()
  const before = {
    hooks: { PreToolUse: [{ matcher: 'mcp__.*', hooks: [{ type: 'command', command: './a.sh', timeout: 30 }] }] },
  }
  made.write('.claude/settings.json', before)
  made.hookline(['import', 'claude', '--yes'])
  made.write('.claude/settings.json', {})
  made.hookline(['export', '--to', 'claude', '--yes'])
  expect(settingsOf(made)).toEqual(before)
})
it('names the agents for a wrong name', () => {
  expect(sandbox().hookline(['export', '--to', 'nobody'])).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('claude'),
  })
})
