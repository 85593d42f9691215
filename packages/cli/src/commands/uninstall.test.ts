import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Sandbox, sandbox } from '../testing/cli.ts'
import { fakeAgent } from '../testing/fake-agent.ts'
import { treeOf } from '../testing/tree.ts'

/** A home of which nothing is Hookline's, with its state where it is by default. */
function freshMachine(): Sandbox & { put(path: string, text: string): string } {
  const scratch = sandbox()
  const [home, root] = [join(scratch.directory, 'fresh'), join(scratch.directory, 'project')]
  const put = (path: string, text: string): string => {
    const file = join(scratch.directory, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  put('fresh/.claude/settings.json', '{ "model": "opus",\r\n "hooks": {} }')
  put('fresh/.claude.json', '{}')
  put(
    'fresh/.cursor/hooks.json',
    '\uFEFF{\n  // mine\n  "version": 1,\n  "hooks": { "stop": [{ "command": "true" }] },\n}\n',
  )
  put('fresh/.cursor/extensions/x', '')
  put('project/.git/HEAD', 'ref: refs/heads/main\n')
  put('project/.claude/settings.json', '{\n\t"permissions": { "allow": [] }\n}')
  put('project/README.md', '# x\n')
  const runtime = join(scratch.directory, 'run')
  mkdirSync(runtime, { mode: 0o700 })
  const env = {
    PATH: scratch.env.PATH ?? '',
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_CONFIG_HOME: '',
    XDG_STATE_HOME: '',
    XDG_CACHE_HOME: '',
  }
  const hookline: Sandbox['hookline'] = (args, options = {}) =>
    scratch.hookline(args, { cwd: root, ...options, env: { ...env, ...options.env } })
  return { ...scratch, home, root, env, put, hookline }
}

const payload = (root: string) =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_name: 'Bash',
    tool_input: { command: 'rm -rf ~' },
    cwd: root,
  })

describe('hookline uninstall', () => {
  it('leaves home and project as they were before the first command', () => {
    const scratch = freshMachine()
    const { home, root, hookline } = scratch
    const before = [treeOf(home), treeOf(root)]
    expect(hookline(['init', '--yes']).code).toBe(0)
    expect(hookline(['connect', '--yes']).code).toBe(0)
    hookline(['add', 'git-policy', '--yes'])
    hookline(['add', 'echo {}', '--event', 'stop', '--user', '--yes'])
    hookline(['add', 'secret-scan', '--user', '--yes'])
    hookline(['new', 'guard', '--event', 'beforeShellExecution', '--yes'])
    hookline(['trust', 'add', '--yes'])
    const proof = hookline(['doctor', '--prove', '--agent', 'claude'], { env: fakeAgent(scratch, 'obeys').env })
    expect(proof.stdout).toContain('PROVED')
    const run = hookline(['run', '--host', 'claude', '--installed', '--from', 'user'], { stdin: payload(root) })
    expect(run.stdout).toContain('"permissionDecision":"deny"')
    expect([treeOf(home), treeOf(root)]).not.toEqual(before)
    const shown = hookline(['uninstall', '--dry-run'])
    expect(shown.stdout).toContain('.claude/settings.json')
    expect(shown.stdout).toContain('.local/state/hookline')
    const { code, stderr } = hookline(['uninstall', '--yes'])
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(treeOf(home)).toEqual(before[0])
    expect(treeOf(root)).toEqual(before[1])
  })

  it('keeps what someone else changed since, without the entries of Hookline', () => {
    const { home, root, hookline } = freshMachine()
    hookline(['connect', '--yes'])
    hookline(['add', 'shell-guard', '--yes'])
    const settings = join(home, '.claude/settings.json')
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('"opus"', '"haiku"'))
    const own = join(root, '.hookline/hookline.json')
    writeFileSync(own, `${readFileSync(own, 'utf8')}\n// mine\n`)
    const { code, stdout } = hookline(['uninstall', '--yes'])
    expect(code).toBe(1)
    expect(stdout).toContain('hookline.json stays: it was changed since')
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({ model: 'haiku', hooks: {} })
    expect(existsSync(own)).toBe(true)
  })

  it('asks first, and needs --yes without a terminal', () => {
    const { home, hookline } = freshMachine()
    hookline(['connect', '--yes'])
    const before = treeOf(home)
    const { code, stderr } = hookline(['uninstall'])
    expect(code).toBe(64)
    expect(stderr).toContain('Add --yes to remove everything')
    expect(treeOf(home)).toEqual(before)
  })
})

describe('removing the last pack', () => {
  it('does not close the gates that it held', () => {
    const { hookline, root } = sandbox()
    hookline(['add', 'shell-guard', '--yes'])
    hookline(['trust', 'add', '--yes'])
    const ask = () => hookline(['trigger', 'beforeShellExecution', '--set', 'command=ls', '--json'])
    expect(JSON.parse(ask().stdout).kind).toBe('proceed')
    expect(hookline(['remove', 'shell-guard', '--yes']).code).toBe(0)
    expect(JSON.parse(ask().stdout)).toMatchObject({ kind: 'proceed' })
    // A removal by any other way closes them.
    hookline(['add', 'shell-guard', '--yes'])
    hookline(['trust', 'add', '--yes'])
    writeFileSync(join(root, '.hookline/hookline.json'), '{}')
    expect(JSON.parse(ask().stdout)).toMatchObject({ kind: 'refuse' })
  })
})
