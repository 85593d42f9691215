import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hooksFile, sandbox, unsafe } from '../testing/cli.ts'

describe('hookline list', () => {
  it('shows every source in order, with location, trust and settings', () => {
    const scratch = sandbox()
    scratch.write(
      '.cursor/hooks.json',
      hooksFile({ beforeShellExecution: [{ command: './guard.sh', matcher: 'git', timeout: 5, failClosed: true }] }),
    )
    scratch.write('.claude/settings.json', {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'echo claude' }] }] },
    })
    mkdirSync(join(scratch.home, '.cursor'))
    writeFileSync(
      join(scratch.home, '.cursor/hooks.json'),
      JSON.stringify(hooksFile({ beforeShellExecution: [{ command: 'echo user' }] })),
    )
    const { code, stdout, stderr } = scratch.hookline(['list'])
    expect(code).toBe(0)
    const lines = stdout.split('\n')
    expect(lines[0]).toBe('beforeShellExecution')
    expect(lines[1]).toMatch(
      /^ {2}skip {2}\.\/guard\.sh {2}project \.cursor\/hooks\.json:5 .*untrusted · matcher "git" · timeout 5 s · fails closed$/,
    )
    expect(lines[2]).toMatch(/^ {8}untrusted: /)
    expect(lines[3]).toMatch(
      /^ {2}runs {2}echo user .*user .*~\/\.cursor\/hooks\.json:1 .*own · timeout 60 s · fails open$/,
    )
    expect(stdout).toMatch(
      /^stop\n {2}skip {2}echo claude {2}claude-project \.claude\/settings\.json:\d+ .*no loop limit$/m,
    )
    expect(stderr).toContain('3 hooks, 2 of them skipped')
    expect(stderr).toContain(`hookline trust add ${scratch.root}`)
    expect(stderr).toMatch(/1 problem in the hook files. To see them: hookline check/)
  })

  it('shows what the model of a hook may look at; so do explain and, in full, the review before trust', () => {
    const scratch = sandbox()
    const commands = ['npm test', `sh ./check.sh ${'x'.repeat(90)}`]
    scratch.write('.hookline/hookline.json', {
      hooks: {
        beforeShellExecution: [{ type: 'prompt', prompt: 'Do the tests pass?', verify: { commands, rounds: 3 } }],
      },
    })
    const review = scratch.hookline(['trust', 'add', '--yes'])
    expect(`${review.stdout}${review.stderr}`).toContain('the model may read: all files of the workspace')
    for (const command of commands)
      expect(`${review.stdout}${review.stderr}`).toContain(`the model may run: $ ${command}`)
    const { stdout } = scratch.hookline(['list'])
    expect(stdout).toContain('asks a model · reads files, runs "npm test", "sh ./check.sh')
    expect(stdout).toContain('at most 3 rounds, 200000 tokens')
    expect(stdout).toContain('fails closed')
    const explained = scratch.hookline(['explain', 'beforeShellExecution', '--command', 'git push'])
    expect(explained.stdout).toMatch(/model +reads files, runs "npm test"/)
  })

  it('prints the entries of the library with --json', () => {
    const scratch = sandbox()
    const file = scratch.write('.cursor/hooks.json', hooksFile({ stop: [{ command: 'true', name: 'nothing' }] }))
    const { code, stdout } = scratch.hookline(['list', '--json'])
    expect(code).toBe(0)
    const { entries } = JSON.parse(stdout)
    expect(entries).toMatchObject([
      {
        event: 'stop',
        command: 'true',
        label: 'nothing',
        trust: 'untrusted',
        origin: { source: 'project', own: false, file, line: 5, root: scratch.root },
        held: { why: 'untrusted' },
      },
    ])
  })

  it('folds the entries with which agents call Hookline into one line for each agent', () => {
    const scratch = sandbox()
    mkdirSync(join(scratch.home, '.claude/projects'), { recursive: true })
    scratch.write('.hookline/hookline.json', { hooks: { preToolUse: [{ command: 'true' }] } })
    scratch.hookline(['trust', 'add', '--yes'])
    scratch.hookline(['connect', 'claude', 'codex', '--yes'])
    const { stdout, stderr } = scratch.hookline(['list'])
    expect(stdout).toMatch(/^preToolUse\n {2}runs {2}true {2}project /)
    expect(stdout).toMatch(/\nAgents that call Hookline\n {2}call {2}Claude Code {2}.*settings\.json, \d+ events\n/)
    expect(stdout).toMatch(/\n {2}call {2}Codex +.*hooks\.json, \d+ events\n$/)
    expect(stdout.split('\n').filter((line) => line.startsWith('  call'))).toHaveLength(2)
    expect(stderr).toMatch(/: 1 hook; \d+ entries call Hookline/)
    const all = scratch.hookline(['list', '--calls']).stdout
    expect(all.split('\n').filter((line) => line.startsWith('  call')).length).toBeGreaterThan(10)
    const { stdout: plan } = scratch.hookline(['trigger', 'preToolUse', '--set', 'tool_name=Shell'])
    expect(plan).toMatch(/Plan\n {2}runs {2}true {2}project .*\n\nRuns/)
    const check = scratch.hookline(['check', '--strict'])
    expect([check.code, check.stdout]).toEqual([0, expect.not.stringContaining('ignored')])
  })

  it('reports that nothing is configured', () => {
    const { code, stdout, stderr } = sandbox().hookline(['list'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('no hooks are configured')
  })

  it('shows that a hook denies when the budget of the event is over, although it fails open; so does explain', () => {
    const scratch = sandbox()
    const file = join(scratch.home, 'config/hookline/hookline.json')
    mkdirSync(join(file, '..'), { recursive: true })
    const hooks = { beforeShellExecution: [{ command: 'a' }, { command: 'b', failClosed: false }] }
    writeFileSync(file, JSON.stringify({ version: 1, budget: { all: 2000 }, hooks }))
    const [, first, second] = scratch.hookline(['list']).stdout.split('\n')
    expect(first).toMatch(/fails open · budget of the event 2000 ms, then denies$/)
    expect(second).toMatch(/fails open · budget of the event 2000 ms$/)
    const { stdout } = scratch.hookline(['explain', 'beforeShellExecution', '--command', 'ls'])
    expect(stdout).toContain('2000 ms for the whole event; denies if it has not answered by then')
    expect(stdout).toContain('2000 ms for the whole event; goes on if it has not answered by then')
    expect(stdout).toContain('budget: 1 of 2 denies if the time of the event is over first')
    const { events } = JSON.parse(
      scratch.hookline(['explain', 'beforeShellExecution', '--command', 'ls', '--json']).stdout,
    )
    expect(events[0].hooks).toMatchObject([
      { onFailure: 'goes on', budgetMs: 2000, afterBudget: 'refuses' },
      { onFailure: 'goes on', budgetMs: 2000, afterBudget: 'goes on' },
    ])
  })

  it('shows the failure policy of the edition', () => {
    const scratch = sandbox()
    scratch.write('.cursor/hooks.json', hooksFile({ beforeReadFile: [{ command: 'true' }] }))
    expect(scratch.hookline(['list']).stdout).toContain('fails closed')
    expect(scratch.hookline(['list', '--edition', '3']).stdout).toContain('fails open')
  })

  it('prints no control characters of a file', () => {
    const scratch = sandbox()
    scratch.write(
      '.cursor/hooks.json',
      hooksFile({ stop: [{ command: 'true \u001b]0;x\u0007\r\u202e', matcher: '\u009b1m' }] }),
    )
    expect(scratch.hookline(['list']).stdout).not.toMatch(unsafe)
    expect(scratch.hookline(['list', '--json']).stdout).not.toMatch(unsafe)
  })
})
