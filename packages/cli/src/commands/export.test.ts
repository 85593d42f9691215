import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'
import { fakeAgent } from '../testing/fake-agent.ts'

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
it('says that everything is there already, whether or not the workspace is trusted', () => {
  const made = prepare()
  made.hookline(['trust', 'add', '--yes'])
  made.hookline(['export', '--to', 'claude', '--yes'])
  expect(made.hookline(['export', '--to', 'claude', '--yes'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('They are there already. Nothing was changed.'),
  })
})
it('does not switch a hook on, although nothing runs in a workspace without trust', () => {
  const made = prepare({ ...forClaude, enabled: false })
  const { code, stderr } = made.hookline(['export', '--to', 'claude', '--yes', '--force'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('it does not run here either: "enabled": false')])
  expect(settingsOf(made)).toBeUndefined()
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
it('a hook in the background stays there, and an order and a budget are named as lost', () => {
  const made = sandbox()
  made.write('.hookline/hookline.json', {
    version: 1,
    hooks: {
      postToolUse: [{ name: 'note', command: './note.sh', timeout: 7, async: true, input: 'claude' }],
      preToolUse: [{ ...forClaude, order: 2 }],
    },
  })
  made.write('../home/config/hookline/hookline.json', { budget: { preToolUse: 5000 } })
  const { stderr, code } = made.hookline(['export', '--to', 'claude', '--yes'])
  expect(stderr).toContain('Claude Code has no order')
  expect(stderr).toContain('Claude Code has no budget for an event')
  expect(code).toBe(0)
  expect(settingsOf(made).hooks.PostToolUse).toEqual([
    { hooks: [{ type: 'command', command: './note.sh', timeout: 7, async: true }] },
  ])
})
it('a hook whose model reads files becomes an agent hook, and one whose model runs commands stays', () => {
  const verifier = {
    type: 'prompt',
    prompt: 'Is it done?',
    timeout: 30,
    input: 'claude',
    failClosed: false,
    verify: {},
  }
  const reads = prepare(verifier)
  expect(reads.hookline(['export', '--to', 'claude', '--yes'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('does not have the limits of `verify`'),
  })
  expect(settingsOf(reads).hooks.PreToolUse).toEqual([
    { hooks: [{ type: 'agent', prompt: 'Is it done?', timeout: 30, onFailure: 'continue' }] },
  ])
  const runs = prepare({ ...verifier, verify: { commands: ['npm test'] } })
  const { code, stderr } = runs.hookline(['export', '--to', 'claude', '--yes'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('only Hookline runs hooks with this `verify`')])
})
it('names the agents for a wrong name', () => {
  expect(sandbox().hookline(['export', '--to', 'nobody'])).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('claude'),
  })
})

describe('export --verify', () => {
  const verify = (made: Sandbox, behaviour: Parameters<typeof fakeAgent>[1], ...more: readonly string[]) => {
    const { env } = fakeAgent(made, behaviour)
    const { code, stdout, stderr } = made.hookline(['export', '--to', 'claude', '--yes', '--verify', ...more], { env })
    return { code, stdout, stderr, written: settingsOf(made) !== undefined }
  }
  const verified = (made: Sandbox, behaviour: Parameters<typeof fakeAgent>[1]) => {
    const { code, stdout, written } = verify(made, behaviour, '--json')
    return { code, written, ...JSON.parse(stdout).verified.hooks[0] }
  }

  it('writes what the agent keeps, and never runs the hook itself', () => {
    const made = prepare()
    made.write('guard.sh', '#!/bin/sh\ntouch ran\n')
    const { code, stderr, written } = verify(made, 'obeys')
    expect(stderr).toContain(
      '✓ kept  guard (PreToolUse): a denied command did not run, and none after a crash of the hook',
    )
    expect({ code, written, ran: existsSync(join(made.root, 'ran')) }).toEqual({ code: 0, written: true, ran: false })
  })
  it.each([
    ['ignores the denial', 'lost', 'Claude Code ran a command that the hook denied'],
    ['never asks', 'lost', 'Claude Code did not run the hook'],
    ['ignores a crash', 'lost', 'Claude Code ran a command after the hook had crashed'],
  ] as const)('writes nothing if the agent %s', (behaviour, result, message) => {
    expect(verified(prepare(), behaviour)).toMatchObject({ code: 1, written: false, result, message })
  })
  it('a hook that fails open may be followed by the act', () => {
    const { failClosed: _, ...open } = forClaude
    expect(verified(prepare(open), 'ignores a crash')).toMatchObject({ code: 0, written: true, result: 'kept' })
  })
  it('tries nothing that it cannot judge, and says so', () => {
    expect(verified(prepare(), 'runs nothing')).toMatchObject({ result: 'not-tried', written: true })
    const other = prepare({ ...forClaude, matcher: 'Read' })
    expect(verified(other, 'obeys')).toMatchObject({
      result: 'not-tried',
      message: 'its matcher selects no shell command, and only these are tried',
    })
  })
  it('says that the agent is not installed', () => {
    const { code, stderr } = prepare().hookline(['export', '--to', 'claude', '--yes', '--verify'], {
      env: { PATH: '/usr/bin:/bin' },
    })
    expect([code, stderr]).toEqual([1, expect.stringContaining('Not verified: there is no program claude on the PATH')])
  })
  it('with --force it writes in spite of a loss', () => {
    expect(verify(prepare(), 'never asks', '--force')).toMatchObject({ code: 1, written: true })
  })
})
