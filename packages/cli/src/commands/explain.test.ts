import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { help } from '../commands/explain.ts'
import { hooksFile, type Sandbox, sandbox, unsafe } from '../testing/cli.ts'

function trusted(hooks: Readonly<Record<string, readonly object[]>>): Sandbox {
  const scratch = sandbox()
  scratch.write('.cursor/hooks.json', hooksFile(hooks))
  expect(scratch.hookline(['trust', 'add', '--yes']).code).toBe(0)
  return scratch
}
const explained = (scratch: Sandbox, ...args: readonly string[]) =>
  JSON.parse(scratch.hookline(['explain', ...args, '--json']).stdout).events

describe('hookline explain', () => {
  it('runs nothing, and shows which hooks would run, which would not, and why', () => {
    const scratch = trusted({
      beforeShellExecution: [
        { command: 'touch ran', matcher: 'git', failClosed: true },
        { command: 'touch ran', matcher: 'curl' },
      ],
    })
    const { code, stdout } = scratch.hookline(['explain', 'beforeShellExecution', '--command', 'git push'])
    expect(code).toBe(0)
    expect(existsSync(join(scratch.root, 'ran'))).toBe(false)
    expect(stdout).toContain('UNKNOWN until the hooks run')
    expect(stdout).toMatch(/runs {2}touch ran .*:5\n +matcher +"git" against "git push": it matches\n +fails +closed/)
    expect(stdout).toMatch(/skip {2}touch ran .*:10\n +why not +matcher: "curl" does not match "git push"/)
    expect(stdout).toContain('left to run   1 process')
    expect(stdout).toContain('failed-closed: it denies if it fails')
  })

  it('reads a shell command as an event of both its gates', () => {
    const scratch = trusted({ preToolUse: [{ command: 'true', matcher: 'Shell' }] })
    const events = explained(scratch, 'git push --force')
    expect(events.map((one: { event: string }) => one.event)).toEqual(['preToolUse', 'beforeShellExecution'])
    expect(events[0].input.tool_input).toMatchObject({ command: 'git push --force' })
    expect(events[0].left).toHaveLength(1)
    expect(events[1]).toMatchObject({ input: { command: 'git push --force' }, verdict: 'allow', left: [] })
  })

  it('reports that untrusted hooks do not run, with the next command', () => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true' }] }))
    const { stdout, stderr } = scratch.hookline(['explain', 'stop'])
    expect(stdout).not.toMatch(/ $/m)
    expect(stdout).toMatch(/why not +untrusted: /)
    expect(stderr).toContain(`hookline trust add ${scratch.root}`)
  })

  it('shows a deny in advance if a managed file is broken', () => {
    const scratch = sandbox()
    const managed = join(scratch.directory, 'managed')
    mkdirSync(managed)
    writeFileSync(join(managed, 'hooks.json'), '{')
    const env = { HOOKLINE_ENTERPRISE_DIR: managed }
    const { stdout } = scratch.hookline(['explain', 'ls -l'], { env })
    expect(stdout).toContain('DENY without running anything')
    expect(stdout).toContain('decided now   1 closed gate: deny')
  })

  it("tests a Claude Code entry's matcher against Claude Code's names", () => {
    const scratch = sandbox()
    const entry = { matcher: 'Bash', hooks: [{ type: 'command', command: 'true' }] }
    scratch.write('.claude/settings.json', { hooks: { PreToolUse: [entry] } })
    scratch.hookline(['trust', 'add', '--yes'])
    const [event] = explained(scratch, 'preToolUse', '--command', 'ls')
    expect(event.hooks[0]).toMatchObject({ state: 'runs', matcher: 'Bash' })
    expect(event.hooks[0].tested).toContain('Bash')
  })

  it('shows the last decision that is in the log', () => {
    const scratch = trusted({ beforeShellExecution: [{ command: 'exit 2', matcher: 'push' }] })
    expect(explained(scratch, 'git push')[1]).not.toHaveProperty('last')
    scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'git push'])
    expect(explained(scratch, 'git push')[1].last).toMatchObject({ verdict: 'deny', because: { rule: 'exit-2' } })
    expect(explained(scratch, 'git pull')[1]).not.toHaveProperty('last')
    expect(scratch.hookline(['explain', 'git push']).stdout).toMatch(
      /last time +(\S+ )?\d\d:\d\d {2}DENY, denied from exit 2/,
    )
  })

  it('begins with one verdict, and --exit-code follows it', () => {
    const scratch = sandbox()
    const when = { field: 'command', contains: 'push' }
    const rule = { type: 'rule', name: 'no-push', rule: { when, verdict: 'deny', user_message: 'not from here' } }
    scratch.write('.hookline/hookline.json', { version: 1, hooks: { beforeShellExecution: [rule] } })
    scratch.hookline(['trust', 'add', '--yes'])
    const denied = scratch.hookline(['explain', 'git push', '--exit-code'])
    expect(denied.code).toBe(1)
    expect(denied.stdout.split('\n')[0]).toBe('DENY by no-push: not from here')
    expect(scratch.hookline(['explain', 'git push']).code).toBe(0)
    const allowed = scratch.hookline(['explain', 'git pull', '--exit-code'])
    expect([allowed.code, allowed.stdout.split('\n')[0]]).toEqual([0, 'ALLOW'])
    const json = JSON.parse(scratch.hookline(['explain', 'git push', '--json']).stdout)
    expect(json.overall).toMatchObject({ verdict: 'deny', by: 'no-push', trusted: true })
  })

  it('judges rules and packs as their files are now, and runs no script before trust', () => {
    const scratch = sandbox()
    const rule = (text: string) => ({
      type: 'rule',
      name: 'no',
      rule: { when: { field: 'command', contains: text }, verdict: 'deny', user_message: 'no' },
    })
    const file = (text: string) => ({
      version: 1,
      hooks: { beforeShellExecution: [rule(text), { command: 'touch ran' }] },
    })
    scratch.write('.hookline/hookline.json', file('push'))
    scratch.hookline(['trust', 'add', '--yes'])
    scratch.write('.hookline/hookline.json', file('pull'))
    const { stdout, stderr } = scratch.hookline(['explain', 'git pull'])
    expect(stdout.split('\n')[0]).toBe('DENY by no: no  (not trusted yet)')
    expect(stdout).toMatch(/deny {2}no .*\n(.*\n)+? +trust +not trusted yet/)
    expect(stdout).toMatch(/skip {2}touch ran .*\n +why not +changed: it would run after trust/)
    expect(stderr).toContain(`hookline trust add ${scratch.root}`)
    const push = scratch.hookline(['explain', 'git push', '--exit-code'])
    expect(push.stdout.split('\n').slice(0, 2)).toEqual([
      'UNKNOWN: 1 script would run after trust  (not trusted yet)',
      'Until you trust the files as they are now: DENY',
    ])
    expect(push.code).toBe(1)
    expect(existsSync(join(scratch.root, 'ran'))).toBe(false)
  })

  it('--exit-code is 1 where a closed gate denies now, although the files as they are would allow', () => {
    const scratch = sandbox()
    const file = (text: string) => ({
      version: 1,
      hooks: {
        beforeShellExecution: [
          { type: 'rule', name: 'no', rule: { when: { field: 'command', contains: text }, verdict: 'deny' } },
        ],
      },
    })
    scratch.write('.hookline/hookline.json', file('push'))
    scratch.hookline(['trust', 'add', '--yes'])
    scratch.write('.hookline/hookline.json', file('pull'))
    const { code, stdout } = scratch.hookline(['explain', 'git push', '--exit-code'])
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'ALLOW  (not trusted yet)',
      'Until you trust the files as they are now: DENY',
    ])
    expect(code).toBe(1)
  })

  it('--exit-code is 1 in a clone that was never trusted and has a script as a guard', () => {
    const scratch = sandbox()
    scratch.write('.hookline/hookline.json', { version: 1, hooks: { beforeShellExecution: [{ command: 'exit 2' }] } })
    const { code, stdout } = scratch.hookline(['explain', 'git push', '--exit-code'])
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'UNKNOWN: 1 script would run after trust  (not trusted yet)',
      'Until you trust the files as they are now: ALLOW',
    ])
    expect(code).toBe(1)
  })

  it('explains for another edition', () => {
    const scratch = trusted({ preToolUse: [{ command: 'true' }] })
    expect(scratch.hookline(['explain', 'preToolUse', '--edition', '2.3']).stdout).toContain(
      'NO SUCH EVENT in edition 2.3',
    )
  })

  it.each([
    [[], 'name an event'],
    [['beforeShelExecution'], 'Did you mean "beforeShellExecution"?'],
    [['PreToolUse'], 'preToolUse'],
    [['stop', 'now'], 'unexpected argument "now"'],
    [['git push', '--command', 'ls'], 'Leave out --command'],
    [
      ['stop', '--file', 'x'],
      '--file does not work with stop, which has no such field. Events that have one: preToolUse',
    ],
    [['stop', '--nope'], 'unknown option --nope'],
    [['stop', '--edition', '9'], 'unknown edition "9"'],
    [['stop', '--cwd', '/nowhere'], 'is not a directory'],
    [['stop', '--set', 'status=7'], '--set reads values as JSON'],
  ])('exits 64, never 2, for %j', (args, message) => {
    const { code, stdout, stderr } = sandbox().hookline(['explain', ...args])
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toContain(message)
  })

  it('says what a rule without a message decided', () => {
    const scratch = sandbox()
    const rule = { type: 'rule', name: 'no-npm', rule: { when: { program: 'npm' }, verdict: 'deny' } }
    scratch.write('.hookline/hookline.json', hooksFile({ beforeShellExecution: [rule] }))
    const { stdout } = scratch.hookline(['explain', 'npm ci'])
    expect(stdout).toMatch(/deny {2}no-npm .*\n +reply +deny, without a message\n/)
  })

  it('prints no control characters of hooks or commands', () => {
    const scratch = trusted({ stop: [{ command: 'true \u001b[31m\u202e' }] })
    expect(scratch.hookline(['explain', 'stop']).stdout).not.toMatch(unsafe)
    expect(scratch.hookline(['explain', 'echo \u001b[2J \u202e']).stdout).not.toMatch(unsafe)
  })

  it('runs the example of its help', () => {
    expect(help).toContain('Example: hookline explain "git push --force"\n')
    expect(sandbox().hookline(['explain', 'git push --force']).code).toBe(0)
  })
})
