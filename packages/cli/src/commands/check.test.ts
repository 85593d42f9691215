import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hooksFile, sandbox, unsafe } from '../testing/cli.ts'

const faulty = `{
  "version": 1,
  "hooks": {
    "beforeShelExecution": [{ "command": "true" }],
\t\t"stop": [{ "command": "true", "timeout": 60000 }]
  }
}
`

it('finds nothing wrong with what connect wrote', () => {
  const scratch = sandbox()
  scratch.hookline(['connect', 'cursor', 'claude', '--yes'])
  const { problems } = JSON.parse(scratch.hookline(['check', '--json']).stdout)
  expect(problems).toEqual([])
})

it('shows invisible characters in the line that it quotes', () => {
  const scratch = sandbox()
  scratch.script('guard.sh', 'cat >/dev/null # a\u202eb\u200b\nexit 2')
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: './guard.sh' }] }))
  expect(scratch.hookline(['check']).stdout).toContain('a\\u{202e}b\\u{200b}')
})

describe('hookline check', () => {
  it('asks git about all scripts at once', () => {
    const scratch = sandbox()
    const names = Array.from({ length: 60 }, (_, at) => `.cursor/hooks/group ${at % 7}/hook-${at}.sh`)
    for (const name of names) scratch.script(name, 'exit 0')
    const entries = names.map((name) => ({ command: `"./${name}"` }))
    scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: entries }))
    const git = (...args: readonly string[]) => execFileSync('git', ['-C', scratch.root, ...args], { encoding: 'utf8' })
    git('init', '-q')
    git('add', '.')
    git('update-index', '--chmod=-x', names[3] ?? '', names[8] ?? '')
    const started = join(scratch.directory, 'started')
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
    scratch.script('../bin/git', `echo "$*" >> '${started}'\nexec '${real}' "$@"`)
    const { stdout } = scratch.hookline(['check', '--json'], {
      env: { PATH: `${join(scratch.directory, 'bin')}:${process.env.PATH}` },
    })
    const { problems } = JSON.parse(stdout) as { problems: { code: string; message: string }[] }
    const reported = problems.filter(({ code }) => code === 'not-executable').map(({ message }) => message)
    expect(reported).toHaveLength(2)
    expect(reported[0]).toContain('hook-3.sh is not executable in git (100644)')
    // One call lists the settings to override, and one reads the index.
    expect(readFileSync(started, 'utf8').trim().split('\n').length).toBeLessThanOrEqual(2)
  })

  it('points at each problem, with the line, a caret and the fix', () => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', faulty)
    const { code, stdout } = scratch.hookline(['check'])
    expect(code).toBe(1)
    expect(stdout).toContain(
      [
        '.cursor/hooks.json',
        '  4:5   error    unknown-event there is no event "beforeShelExecution", so its entries never run',
        '        4 |     "beforeShelExecution": [{ "command": "true" }],',
        '          |     ^',
        '        Did you mean "beforeShellExecution"? Cursor ignores the WHOLE file if it does not know an',
        '        event, so the other hook in it does not run either.',
      ].join('\n'),
    )
    const [, source, caret] = /warning +timeout-unit.*\n(.*)\n(.*)\n/.exec(stdout) ?? []
    expect(source?.slice(caret?.indexOf('^'))).toMatch(/^60000/)
    expect(stdout).toMatch(/^1 error, 1 warning · 1 fixable$/m)
  })

  it('prints problems in the shape of the library under --json', () => {
    const scratch = sandbox()
    const file = scratch.write('.cursor/hooks.json', faulty)
    const { code, stdout } = scratch.hookline(['check', '--json'])
    expect(code).toBe(1)
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ version: 1, files: [file], hooks: 1 })
    expect(report.summary).toEqual({ errors: 1, warnings: 1, notes: 0, fixable: 1 })
    expect(report.problems[0]).toEqual({
      code: 'unknown-event',
      severity: 'error',
      file,
      line: 4,
      column: 5,
      message: expect.any(String),
      hint: expect.stringContaining('beforeShellExecution'),
      fixable: false,
    })
    expect(report.problems).toHaveLength(2)
  })

  it('is content with a good file, and says which it read', () => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true' }] }))
    scratch.write('.claude/settings.local.json', { hooks: {} })
    const { code, stdout } = scratch.hookline(['check'])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'no problems in .cursor/hooks.json, .claude/settings.local.json (1 hook)\n',
    })
  })

  it('does not count calls of Hookline as hooks', () => {
    const scratch = sandbox()
    const call = { command: 'hookline run --host cursor --installed' }
    scratch.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true' }, call], sessionEnd: [call] }))
    expect(JSON.parse(scratch.hookline(['check', '--json']).stdout).hooks).toBe(1)
  })

  it('says so when there is no file at all', () => {
    const scratch = sandbox()
    const { code, stdout } = scratch.hookline(['check'])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `No hook files found for ${scratch.root}, so no hook runs there.\n`,
    })
    expect(JSON.parse(scratch.hookline(['check', '--json']).stdout)).toMatchObject({ problems: [], files: [] })
  })

  it('counts warnings only when strict', () => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true', timeout: 6000 }] }))
    expect([scratch.hookline(['check']).code, scratch.hookline(['check', '--strict']).code]).toEqual([0, 1])
  })

  it('checks one file by its name and place, and no other', () => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', faulty)
    scratch.write('.claude/settings.json', {
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command' }] }] },
    })
    scratch.write('.hookline/hookline.json', {
      hooks: { stop: [{ type: 'rule', deny: true }] },
      trust: 'all',
      models: {},
    })
    const codes = (path: string) =>
      JSON.parse(scratch.hookline(['check', path, '--json']).stdout).problems.map((one: { code: string }) => one.code)
    expect(codes('.cursor/hooks.json')).toEqual(['unknown-event', 'timeout-unit'])
    expect(codes('.claude/settings.json')).toEqual(['missing-command'])
    expect(codes('.hookline/hookline.json')).toEqual(expect.arrayContaining(['forbidden-setting', 'removed-setting']))
    expect(codes('.')).toEqual(expect.arrayContaining(['unknown-event', 'missing-command', 'forbidden-setting']))
  })

  it('reads a file elsewhere as what its name says', () => {
    const scratch = sandbox()
    scratch.write('samples/hooks.json', faulty)
    scratch.write('samples/settings.json', { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } })
    expect(scratch.hookline(['check', 'samples/hooks.json']).code).toBe(1)
    expect(scratch.hookline(['check', 'samples/settings.json']).code).toBe(0)
  })

  it("reads the user's own file as the user's", () => {
    const scratch = sandbox()
    mkdirSync(join(scratch.home, '.cursor/hooks'), { recursive: true })
    writeFileSync(join(scratch.home, '.cursor/hooks/a.sh'), '')
    const file = join(scratch.home, '.cursor/hooks.json')
    writeFileSync(file, JSON.stringify(hooksFile({ stop: [{ command: 'sh ./hooks/a.sh' }] })))
    expect(scratch.hookline(['check', file])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^no problems/) })
  })

  it('reads by the rules of an edition', () => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', { hooks: {} })
    expect([scratch.hookline(['check']).code, scratch.hookline(['check', '--edition', '3']).code]).toEqual([0, 1])
  })

  it('names what stands in the place of a file', () => {
    const scratch = sandbox()
    const fifo = join(scratch.root, '.cursor/hooks.json')
    execFileSync('mkfifo', [fifo])
    symlinkSync('loop.json', join(scratch.root, 'loop.json'))
    scratch.write('bad.json', '{"version": 1,\n  "hooks": {,}\n}')
    expect(scratch.hookline(['check'])).toMatchObject({ code: 1, stdout: expect.stringContaining('not-a-file') })
    expect(scratch.hookline(['check', 'loop.json'])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^loop\.json\n {2}1:1 {2}error/),
    })
    expect(scratch.hookline(['check', 'bad.json']).stdout).toMatch(/^bad\.json\n {2}2:\d+ {2}error {4}syntax /)
  })

  it('prints no control characters of a file, and keeps the caret in place', () => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', `{"version":1,"hooks":{/*\u001b[31m\u202e*/"nöpe\u009b":[]}}`)
    const { stdout } = scratch.hookline(['check'])
    expect(stdout).not.toMatch(unsafe)
    const [, source, caret] = /unknown-event.*\n(.*)\n(.*)\n/.exec(stdout) ?? []
    expect(source?.slice(caret?.indexOf('^'))).toMatch(/^"nöpe\\u\{9b\}"/)
  })

  it('shows a long line around the caret', () => {
    const scratch = sandbox()
    const many = Array.from({ length: 50 }, () => '{"command":"true"}').join(',')
    scratch.write('.cursor/hooks.json', `{"version":1,"hooks":{"stop":[${many}],"nope":[],"sessionEnd":[${many}]}}`)
    const [, source, caret] = /unknown-event.*\n(.*)\n(.*)\n/.exec(scratch.hookline(['check']).stdout) ?? []
    expect(source?.length).toBeLessThan(120)
    expect(source?.slice(caret?.indexOf('^'))).toMatch(/^"nope"/)
  })
})
