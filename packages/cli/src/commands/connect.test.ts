import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bin, hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'
import { pathsBelow } from '../testing/tree.ts'

const read = (path: string) => readFileSync(path, 'utf8')
/** A machine on which both agents were used. Their settings have comments in one, an odd layout in the other. */
function machine(): Sandbox & {
  readonly claude: string
  readonly cursor: string
  writeHome(path: string, text: string): string
} {
  const scratch = sandbox()
  const writeHome = (path: string, text: string): string => {
    const file = join(scratch.home, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  writeHome('.claude.json', '{}')
  writeHome('.cursor/extensions/x', '')
  return {
    ...scratch,
    writeHome,
    claude: join(scratch.home, '.claude/settings.json'),
    cursor: join(scratch.home, '.cursor/hooks.json'),
  }
}
const commented =
  '{\n\t// mine\n\t"version": 1,\n\t"hooks": {\n\t\t"stop": [{ "command": "true" }], // first\n\t},\n}\n'
const settings = '{ "model": "sonnet",\r\n  "permissions": {"deny": ["WebFetch"]} }'
const shell = (command: string, host: 'claude' | 'cursor', root: string) =>
  JSON.stringify(
    host === 'claude'
      ? {
          hook_event_name: 'PreToolUse',
          session_id: 's',
          tool_name: 'Bash',
          tool_input: { command },
          tool_use_id: 't',
          cwd: root,
        }
      : { hook_event_name: 'beforeShellExecution', conversation_id: 's', command, cwd: root, workspace_roots: [root] },
  )

describe('hookline connect', () => {
  it('updates the entries of an agent of which nothing else is in the home directory', () => {
    const { hookline, directory, home } = sandbox()
    const elsewhere = { cwd: directory }
    expect(hookline(['connect', 'cursor', '--yes'], elsewhere).code).toBe(0)
    const file = join(home, '.cursor/hooks.json')
    const { hooks, ...rest } = JSON.parse(read(file))
    writeFileSync(file, JSON.stringify({ ...rest, hooks: { ...hooks, stop: [] } }))
    const { code, stderr } = hookline(['connect', '--yes'], elsewhere)
    expect([code, stderr]).toEqual([0, expect.stringContaining('Cursor is connected: 21 events')])
    expect(JSON.parse(read(file)).hooks.stop).toHaveLength(1)
  })

  it('writes every event into the settings of each agent found, and changes nothing the second time', () => {
    const { hookline, claude, cursor, writeHome } = machine()
    writeHome('.claude/settings.json', settings)
    writeHome('.cursor/hooks.json', commented)
    const { code, stdout, stderr } = hookline(['connect', '--yes'])
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stdout).toContain('+++ b/')
    expect(stderr).toContain('✓ Claude Code is connected: 10 events')
    expect(stderr).toContain('✓ Cursor is connected: 21 events')
    const { hooks, model } = JSON.parse(read(claude))
    expect(model).toBe('sonnet')
    expect(JSON.parse(read(claude)).env).toEqual({ CALLS_HOOKLINE: 'user' })
    expect(Object.keys(hooks)).toHaveLength(10)
    expect(hooks.PreToolUse[0].hooks[0]).toMatchObject({ timeout: 600, onFailure: 'block' })
    expect(hooks.PreToolUse[0].hooks[0].command).toMatch(/run --host claude --installed --from user \|\| /)
    expect(hooks.Stop[0].hooks[0].command).toMatch(/--from user$/)
    expect(read(cursor)).toContain('// mine')
    expect(read(cursor)).toContain('{ "command": "true" }')
    const again = hookline(['connect', '--yes'])
    expect(again).toMatchObject({ code: 0, stdout: '' })
    expect(again.stderr).toContain('✓ Claude Code is already connected')
  })

  it('makes hooks of every source run, also those that are added later at another event', () => {
    const { hookline, root, writeHome } = machine()
    writeHome('.claude/settings.json', '{}')
    expect(hookline(['connect', 'claude', '--yes']).code).toBe(0)
    const command = JSON.parse(read(join(root, '../home/.claude/settings.json'))).hooks.PreToolUse[0].hooks[0].command
    expect(command).toContain('--from user')
    hookline(['add', 'shell-guard', '--user', '--yes'])
    const run = (payload: string) =>
      hookline(['run', '--host', 'claude', '--installed', '--from', 'user'], { stdin: payload })
    expect(run(shell('rm -rf ~', 'claude', root)).stdout).toContain('"permissionDecision":"deny"')
    hookline([
      'add',
      'echo \'{"continue":false,"user_message":"no"}\'',
      '--event',
      'beforeSubmitPrompt',
      '--user',
      '--yes',
    ])
    const prompt = JSON.stringify({ hook_event_name: 'UserPromptSubmit', session_id: 's', prompt: 'x', cwd: root })
    expect(run(prompt).stdout).toContain('"decision":"block"')
  })

  it('says which names there are', () => {
    const { hookline } = machine()
    const unknown = hookline(['connect', 'cluade', '--yes'])
    expect(unknown.code).toBe(64)
    expect(unknown.stderr).toContain('Did you mean claude? Known agents: cursor, claude')
    expect(hookline(['connect', 'amp']).stderr).toContain('Amp cannot be connected yet')
    expect(hookline(['connect']).stderr).toContain('there is no terminal to ask at')
    expect(hookline(['connect', '--required', '--yes']).code).toBe(64)
  })

  it('leaves a settings file with a syntax error alone, and connects the other agent', () => {
    const { hookline, claude, writeHome } = machine()
    writeHome('.claude/settings.json', '{ "model": ')
    const { code, stderr } = hookline(['connect', '--yes'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/✗ Claude Code is not connected: .*settings\.json:1:\d+: .*was not changed/)
    expect(stderr).toContain('✓ Cursor is connected')
    expect(read(claude)).toBe('{ "model": ')
  })

  it.each([
    ['a file', (path: string) => writeFileSync(path, '')],
    ['a link that leads nowhere', (path: string) => symlinkSync('/nowhere/at/all', path)],
  ])('says that %s is in the place of a directory, and connects the other agent', (_, put) => {
    const { hookline, home, claude } = machine()
    put(join(home, '.codex'))
    const { code, stderr } = hookline(['connect', 'codex', 'claude', '--yes'])
    expect(code).toBe(1)
    expect(stderr).toContain(
      'Codex is not connected: ~/.codex is not a directory, so ~/.codex/hooks.json cannot be created',
    )
    expect(stderr).toContain('✓ Claude Code is connected')
    expect(existsSync(claude)).toBe(true)
  })

  it('does not write where the agent does not read', () => {
    const { hookline, claude } = machine()
    const { code, stderr } = hookline(['connect', 'claude', '--yes'], { env: { CLAUDE_CONFIG_DIR: '/elsewhere' } })
    expect(code).toBe(1)
    expect(stderr).toContain('CLAUDE_CONFIG_DIR is set, so Claude Code reads your settings from /elsewhere')
    expect(existsSync(claude)).toBe(false)
  })

  it('says that an agent drops a file with comments', () => {
    const { hookline, writeHome } = machine()
    writeHome('.claude/settings.json', '{\n  // mine\n  "model": "opus"\n}\n')
    const { code, stderr } = hookline(['connect', 'claude', '--yes'])
    expect(code).toBe(1)
    expect(stderr).toContain('Claude Code ignores')
  })

  it('writes nothing with --dry-run, and reports for programs', () => {
    const { hookline, home } = machine()
    const before = pathsBelow(home)
    const { code, stdout } = hookline(['connect', '--dry-run', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      level: 'user',
      result: 'dry run',
      agents: [{ name: 'cursor' }, { name: 'claude' }],
    })
    expect(pathsBelow(home).filter((path) => !path.startsWith('cache'))).toEqual(
      before.filter((path) => !path.startsWith('cache')),
    )
  })

  it('connects a project for colleagues, and keeps its trust', () => {
    const { hookline, root, write } = machine()
    write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true' }] }))
    hookline(['trust', 'add', '--yes'])
    expect(hookline(['connect', 'cursor', 'claude', '--project', '--yes']).code).toBe(0)
    expect(hookline(['trust', 'list']).stdout).toMatch(/^trusted/)
    const { hooks } = JSON.parse(read(join(root, '.cursor/hooks.json')))
    expect(hooks.beforeShellExecution[0].failClosed).toBeUndefined()
    expect(hooks.stop).toHaveLength(2)
    expect(hookline(['connect', 'cursor', '--project', '--required', '--yes']).code).toBe(0)
    expect(JSON.parse(read(join(root, '.cursor/hooks.json'))).hooks.beforeShellExecution[0].failClosed).toBe(true)
    expect(hookline(['connect', 'cursor', '--project', '--yes']).stderr).toContain('already connected')
    expect(hookline(['disconnect', '--project', '--yes']).code).toBe(0)
    expect(JSON.parse(read(join(root, '.cursor/hooks.json'))).hooks).toEqual({ stop: [{ command: 'true' }] })
    expect(hookline(['trust', 'list']).stdout).toMatch(/^trusted/)
  })

  it('writes an entry for colleagues that works, and goes on when Node is too old, or files or node_modules are gone', () => {
    const { hookline, root, script, env } = machine()
    const shim = script('node_modules/.bin/hookline', `exec ${process.execPath} ${bin} "$@"`)
    expect(hookline(['connect', 'claude', '--project', '--yes']).code).toBe(0)
    const commandAt = (event: string) =>
      JSON.parse(read(join(root, '.claude/settings.json'))).hooks[event][0].hooks[0].command
    const run = (event: string) =>
      spawnSync('/bin/sh', ['-c', commandAt(event)], {
        cwd: root,
        env: { ...env, CLAUDE_PROJECT_DIR: root },
        input: shell('ls', 'claude', root),
        encoding: 'utf8',
      })
    expect(run('PreToolUse')).toMatchObject({ status: 0, stdout: '{}\n' })
    const install = join(root, 'node_modules/hookline')
    cpSync(dirname(bin), join(install, 'bin'), { recursive: true })
    const oldNode = join(root, 'node_modules/version.cjs')
    writeFileSync(
      oldNode,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.0.0' } })`,
    )
    const call = `exec ${process.execPath} -r ${oldNode} ${bin}`
    for (const damage of [
      () => writeFileSync(shim, `#!/bin/sh\n${call} "$@"\n`),
      () => writeFileSync(shim, `#!/bin/sh\nexec ${process.execPath} ${join(install, 'bin/hookline.cjs')} "$@"\n`),
      () => rmSync(join(root, 'node_modules'), { recursive: true }),
    ]) {
      damage()
      const ended = run('PreToolUse')
      expect({ status: ended.status, stdout: ended.stdout }).toEqual({ status: 0, stdout: '' })
      expect(ended.stderr).toContain('Hookline cannot run here, so nothing guards this project')
      expect(JSON.parse(run('SessionStart').stdout).systemMessage).toMatch(/To install it: npm install$/)
    }
  })

  it('answers an event once if the user and the project both call', () => {
    const { hookline, root, script, writeHome } = machine()
    writeHome('.claude/settings.json', '{}')
    script('count.sh', `echo x >> ${join(root, 'runs')}\necho '{}'`)
    hookline(['add', './count.sh', '--event', 'beforeShellExecution', '--yes'])
    hookline(['connect', '--yes'])
    hookline(['connect', '--project', '--yes'])
    hookline(['trust', 'add', '--yes'])
    const run = (host: 'claude' | 'cursor', from: string) =>
      hookline(['run', '--host', host, '--installed', '--from', from], {
        stdin: shell('ls', host, root),
        env: { CALLS_HOOKLINE: 'user' },
      })
    expect(run('claude', 'project')).toMatchObject({ code: 0, stdout: '{}\n' })
    expect(existsSync(join(root, 'runs'))).toBe(false)
    expect(run('claude', 'user').code).toBe(0)
    expect(read(join(root, 'runs'))).toBe('x\n')
    expect(hookline(['log', '--jsonl']).stdout.trim().split('\n')).toHaveLength(1)
    // Without the user's entry, the project's answers again.
    hookline(['disconnect', 'claude', '--yes'])
    expect(run('claude', 'project').code).toBe(0)
    expect(read(join(root, 'runs'))).toBe('x\nx\n')
  })
})

describe('hookline disconnect', () => {
  it('restores both files byte by byte', () => {
    const { hookline, claude, cursor, writeHome } = machine()
    writeHome('.claude/settings.json', settings)
    writeHome('.cursor/hooks.json', `\uFEFF${commented}`)
    hookline(['connect', '--yes'])
    hookline(['connect', '--yes'])
    const { code, stderr } = hookline(['disconnect', '--yes'])
    expect(code).toBe(0)
    expect(stderr).toContain('✓ Claude Code no longer calls Hookline')
    expect(read(claude)).toBe(settings)
    expect(read(cursor)).toBe(`\uFEFF${commented}`)
    expect(hookline(['disconnect', '--yes']).stderr).toContain('No agent was connected')
  })

  it('removes files and directories that connect created', () => {
    const { hookline, home } = machine()
    hookline(['connect', '--yes'])
    expect(existsSync(join(home, '.claude/settings.json'))).toBe(true)
    hookline(['disconnect', '--yes'])
    expect(existsSync(join(home, '.claude'))).toBe(false)
    expect(readdirSync(join(home, '.cursor'))).toEqual(['extensions'])
  })

  it('removes only its own entries from a file that was changed since', () => {
    const { hookline, claude, cursor, writeHome } = machine()
    writeHome('.claude/settings.json', settings)
    hookline(['connect', '--yes'])
    writeFileSync(claude, read(claude).replace('"sonnet"', '"opus"'))
    writeFileSync(cursor, read(cursor).replace('"version": 1', '"version": 1, "note": "mine"'))
    expect(hookline(['disconnect', '--yes']).code).toBe(0)
    expect(JSON.parse(read(claude))).toEqual({ model: 'opus', permissions: { deny: ['WebFetch'] }, hooks: {} })
    expect(JSON.parse(read(cursor))).toMatchObject({ version: 1, note: 'mine', hooks: {} })
  })

  it('keeps what other commands wrote since', () => {
    const { hookline, cursor } = machine()
    hookline(['connect', '--yes'])
    hookline(['add', 'echo hi', '--event', 'stop', '--user', '--yes'])
    hookline(['disconnect', '--yes'])
    expect(JSON.parse(read(cursor)).hooks).toEqual({ stop: [{ command: 'echo hi' }] })
  })

  it('loses one hook of a group and keeps the others', () => {
    const { hookline, claude, writeHome } = machine()
    const mine = { type: 'command', command: 'true' }
    const call = { type: 'command', command: 'hookline run --host claude --installed' }
    writeHome('.claude/settings.json', JSON.stringify({ hooks: { PreToolUse: [{ hooks: [call, mine] }] } }))
    expect(hookline(['disconnect', '--yes']).code).toBe(0)
    expect(JSON.parse(read(claude)).hooks).toEqual({ PreToolUse: [{ hooks: [mine] }] })
  })
})
