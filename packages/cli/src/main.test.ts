import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from './commands.ts'
import { hooksFile, sandbox, unsafe } from './testing/cli.ts'
import { hasTerminal, openTerminal } from './testing/terminal.ts'

const commandNames = Object.keys(commands).filter((name) => !name.startsWith('_'))

describe('the command', () => {
  it
    .runIf(hasTerminal)
    .each([
      [['add', 'git-policy', '--set', 'nope=1']],
      [['disable', 'a-name-that-no-hook-has-here-and-that-is-long']],
      [['check', '--cwd', '/a/directory/that/does/not/exist/here/and/has/a/rather/long/name']],
    ])('breaks no word of an error at a terminal: %j', async (args) => {
    const terminal = openTerminal(sandbox(), args)
    expect(await terminal.ended).toBe(64)
    const lines = terminal.shown().split('\n')
    for (const line of lines.filter((one) => one.trim().includes(' ') && !/hookline\.[cm]js/.test(one)))
      expect(line.length).toBeLessThanOrEqual(80)
  })

  it.each(['', '.'])("does not take the hooks of a workspace for the user's own with HOME=%j", (home) => {
    const { hookline, write } = sandbox()
    write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: './guard.sh' }] }))
    const env = { [process.platform === 'win32' ? 'USERPROFILE' : 'HOME']: home }
    const { entries } = JSON.parse(hookline(['list', '--json'], { env }).stdout)
    const here = entries.filter(({ command }: { command?: string }) => command === './guard.sh')
    expect(here).toMatchObject([{ trust: 'untrusted' }])
  })

  it('prints its version', () => {
    const { code, stdout } = sandbox().hookline(['--version'])
    expect({ code, version: /^\d+\.\d+\.\d+\S*\n$/.test(stdout) }).toEqual({ code: 0, version: true })
  })

  it('explains itself, and every command with an example', () => {
    const { hookline } = sandbox()
    const overview = hookline(['--help'])
    expect(overview.code).toBe(0)
    // Each command is in one group.
    const listed = [...overview.stdout.matchAll(/^ {2}(\w+) {1,}\S/gm)].map(([, name]) => name)
    expect(listed.toSorted()).toEqual([...commandNames].toSorted())
    for (const name of commandNames) {
      const { code, stdout, stderr } = hookline([name, '--help'])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(new RegExp(`^Usage: hookline ${name}`))
      expect(stdout).toContain('Example: ')
    }
    expect(hookline(['help', 'check']).stdout).toBe(hookline(['check', '--help']).stdout)
  })

  it('suggests a command for an unknown one', () => {
    const { code, stdout, stderr } = sandbox().hookline(['triger', 'stop'])
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toContain('unknown command "triger". Did you mean "trigger"?')
  })

  it('shows the first steps if no command is named, and every form of a command that is used wrongly', () => {
    const { hookline } = sandbox()
    const { stderr } = hookline([])
    expect(stderr.split('\n').length).toBeLessThan(15)
    expect(stderr).toContain('  hookline init ')
    expect(hookline(['explain']).stderr).toMatch(/^ +hookline explain "<shell command>"/m)
  })

  it.each([
    [['trust', 'lst'], 'there is no command "trust lst". Did you mean "list"?'],
    [['state', 'gett'], 'there is no command "state gett". Did you mean "get"?'],
    [['daemon', 'stp'], 'there is no command "daemon stp". Did you mean "stop"?'],
    [['otel', 'stats'], 'there is no command "otel stats". Did you mean "status"?'],
    [['team', 'enrol'], 'there is no command "team enrol". Did you mean "enroll"?'],
    [['hepl'], 'unknown command "hepl". Did you mean "help"?'],
  ])('suggests a command for %j', (args, message) => {
    const { code, stderr } = sandbox().hookline(args)
    expect(code).toBe(64)
    expect(stderr.replace(/\n +/g, ' ')).toContain(message)
  })

  const misuse = [
    [],
    ['nope'],
    ['--nope'],
    ['-x'],
    [''],
    ['help', 'nope'],
    ['__proto__'],
    ['constructor'],
    ['trigger'],
    ['trigger', 'nope'],
    ['trigger', 'PreToolUse'],
    ['trigger', '__proto__'],
    ['trigger', 'stop', 'extra'],
    ['trigger', 'stop', '--nope'],
    ['trigger', 'stop', '--set'],
    ['trigger', 'stop', '--set', 'status'],
    ['trigger', 'stop', '--set', '=x'],
    ['trigger', 'stop', '--set', 'a..b=x'],
    ['trigger', 'stop', '--set', '__proto__.x=1'],
    ['trigger', 'stop', '--set', 'status=7'],
    ['trigger', 'afterFileEdit', '--set', 'edits.9.old_string=x'],
    ['trigger', 'stop', '--input', 'missing.json'],
    ['trigger', 'stop', '--input', '.'],
    ['trigger', 'stop', '--input', '-'],
    ['trigger', 'stop', '--cwd', 'missing'],
    ['trigger', 'stop', '--edition', '9'],
    ['trigger', 'stop', '--json=yes'],
    ['list', 'extra'],
    ['list', '--edition', ''],
    ['list', '--cwd', '/dev/null'],
    ['check', 'missing.json'],
    ['check', 'a', 'b'],
    ['check', '--dry-run'],
    ['check', '--format', 'xml'],
    ['check', '--json', '--format', 'sarif'],
    ['run', '--host', 'nobody'],
    ['run', '--host'],
    ['run', '--host', 'nope'],
    ['run', '--host', 'summary'],
    ['run', '--host', 'cursor', 'extra'],
    ['run', '--host', 'cursor', '--edition', 'x'],
    ['trust'],
    ['trust', 'nope'],
    ['trust', 'list', 'dir'],
    ['trust', 'list', '--yes'],
    ['trust', 'remove', '--follow'],
    ['trust', 'add', 'missing'],
    ['trust', 'add', 'a', 'b'],
    ['demo', '--nope'],
  ]
  it('never exits 2 for misuse: inside an agent that would mean deny', () => {
    const { hookline } = sandbox()
    const codes = misuse.map((args) => [args.join(' '), hookline(args).code])
    expect(codes).toEqual(misuse.map((args) => [args.join(' '), 64]))
  })

  it('reports misuse on stderr, with the usage line, and prints nothing on stdout', () => {
    const { code, stdout, stderr } = sandbox().hookline(['list', '--jsn'])
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toBe(
      'hookline: list: unknown option --jsn. Did you mean --json?\nUsage: hookline list [options]\nFor its options, run: hookline list --help\n',
    )
  })

  it('prints no control characters of its arguments or of an input', () => {
    const { hookline } = sandbox()
    for (const args of [
      ['\u001b]0;x\u0007'],
      ['trigger', 'stop\u202e'],
      ['trigger', 'stop', '--set', 'status=\u009b1m'],
      ['check', '\u001b[2J'],
    ])
      expect(hookline(args).stderr).not.toMatch(unsafe)
  })

  it('explains errors of the file system: what it tried, why it failed, and what to do', () => {
    const { hookline, write } = sandbox()
    write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true' }] }))
    const state = write('state', 'a file where a directory is needed')
    const { code, stderr } = hookline(['trust', 'add', '--yes'], { env: { XDG_STATE_HOME: state } })
    expect(code).toBe(1)
    expect(stderr).toContain(
      `hookline: cannot create the directory ${state}/hookline: part of the path is a file, not a directory.`,
    )
    expect(stderr).toContain(`ls -ld ${state}\n  Or use another directory: export XDG_STATE_HOME=<dir>`)
    expect(stderr).not.toContain('    at ')
  })

  it('explains a directory that Node does not say why it cannot create', () => {
    const { hookline, write } = sandbox()
    write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true' }] }))
    // Below /proc, even root gets ENOENT for a directory.
    const { code, stderr } = hookline(['trust', 'add', '--yes'], { env: { XDG_STATE_HOME: '/proc/state' } })
    expect(code).toBe(1)
    expect(stderr).toMatch(/hookline: cannot create the directory \/proc\/state\S*: [a-z ]+\./)
    expect(stderr).not.toContain('ENOENT')
  })

  it('uses colour in a pipe only on request', () => {
    const { hookline, write } = sandbox()
    write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true' }] }))
    const coloured = '\u001b['
    expect(hookline(['list']).stdout).not.toContain(coloured)
    expect(hookline(['list'], { env: { FORCE_COLOR: '1' } }).stdout).toContain(coloured)
    expect(hookline(['list'], { env: { FORCE_COLOR: '0' } }).stdout).not.toContain(coloured)
    expect(hookline(['list'], { env: { NO_COLOR: '1' } }).stdout).not.toContain(coloured)
  })

  it('prints no error if the reader of its output goes away', async () => {
    const { start, write } = sandbox()
    const many = Array.from({ length: 900 }, (_, at) => ({ command: `true ${at} ${'x'.repeat(400)}` }))
    write('.cursor/hooks.json', hooksFile({ stop: many }))
    const child = start(['list'])
    let stderr = ''
    child.stderr?.on('data', (chunk) => {
      stderr += chunk
    })
    child.stdout?.once('data', () => child.stdout?.destroy())
    const [code] = await once(child, 'exit')
    expect({ code, noise: /EPIPE|Error/.test(stderr) }).toEqual({ code: 0, noise: false })
  })

  it('exits 130 when interrupted, and ends the hooks with it', async () => {
    const { hookline, start, write, root } = sandbox()
    write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'echo $$ > pid; sleep 30' }] }))
    hookline(['trust', 'add', '--yes'])
    const child = start(['trigger', 'stop'])
    const file = join(root, 'pid')
    while (!existsSync(file) || readFileSync(file, 'utf8').trim() === '')
      await new Promise((done) => setTimeout(done, 20))
    child.kill('SIGINT')
    const [code] = await once(child, 'exit')
    expect(code).toBe(130)
    expect(() => process.kill(Number(readFileSync(file, 'utf8')), 0)).toThrow('ESRCH')
  })
})
