import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox, unsafe } from '../testing/cli.ts'
import { hasTerminal, openTerminal } from '../testing/terminal.ts'

/** A guard that crashes on a commit, refuses a force push and has nothing to say of the rest. */
const guard = `case "$(cat)" in
  *commit*) echo 'jq: command not found' >&2; exit 127 ;;
  *"push -f"*) echo '{"permission":"deny","agent_message":"Not here."}' ;;
esac`

function logged(commands: readonly string[] = ['npm test', 'git commit -m "fix"', 'git push -f']): Sandbox {
  const scratch = sandbox()
  scratch.script('guard.sh', guard)
  const entry = { command: './guard.sh' }
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [entry], beforeSubmitPrompt: [entry] }))
  scratch.hookline(['trust', 'add', '--yes'])
  for (const command of commands) scratch.hookline(['trigger', 'beforeShellExecution', '--command', command])
  return scratch
}
const idsOf = (scratch: Sandbox, ...flags: readonly string[]): readonly string[] =>
  JSON.parse(scratch.hookline(['log', '--json', ...flags]).stdout).records.map((record: { id: string }) => record.id)

describe('hookline log', () => {
  it('has nothing to show before the first record, and says where it will stand', () => {
    const scratch = sandbox()
    for (const args of [['log'], ['log', '--failed'], ['replay', '--all'], ['record']]) {
      const { code, stdout, stderr } = scratch.hookline(args)
      expect({ args, code, stdout }).toEqual({ args, code: 0, stdout: '' })
      expect(stderr).toContain(
        `Nothing is recorded yet. Events for which a hook runs are written to ${join(scratch.home, 'state/hookline/log')}`,
      )
    }
  })

  it.runIf(hasTerminal)('shows what a record is about at a narrow terminal, on a line of its own', async () => {
    const scratch = logged(['git push -f origin a-branch-with-a-long-name'])
    const terminal = openTerminal(scratch, ['log'])
    await terminal.ended
    expect(terminal.shown()).toMatch(/guard\.sh\n {2}git push -f origin a-branch-with-a-long-name → DENY \(trial\)/)
  })

  it('says that the workspace is not trusted where one of its rules decided, with the text of the rule', () => {
    const scratch = sandbox()
    const rule = { when: { program: 'git' }, verdict: 'deny', user_message: 'No git here.', agent_message: 'Stop.' }
    scratch.write(
      '.hookline/hookline.json',
      hooksFile({ beforeShellExecution: [{ type: 'rule', name: 'no-git', rule }] }),
    )
    scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'git push'])
    expect(scratch.hookline(['log']).stdout).toContain('→ DENY (trial, workspace not trusted) "No git here."')
    scratch.hookline(['trust', 'add', '--yes'])
    scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'git push'])
    expect(scratch.hookline(['log', '--limit', '1']).stdout).toContain('→ DENY (trial) "Stop."')
  })

  it('names the hook that failed if another one decided', () => {
    const scratch = sandbox()
    scratch.script('deny.sh', `echo '{"permission":"deny"}'`)
    scratch.script('broken.sh', 'echo oops >&2; exit 1')
    scratch.write(
      '.cursor/hooks.json',
      hooksFile({ beforeShellExecution: [{ command: './deny.sh' }, { command: './broken.sh' }] }),
    )
    scratch.hookline(['trust', 'add', '--yes'])
    scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'ls'])
    expect(scratch.hookline(['log', '--failed']).stdout).toMatch(/ {2}deny\.sh {2}broken\.sh: exit 1 "oops" → DENY/)
  })

  it('names hooks by their label: one that rewrote the input, and one in the background', () => {
    const scratch = sandbox()
    const rewrite = `echo '{"permission":"allow","updated_input":{"command":"ls -l"}}'`
    scratch.script('first.sh', rewrite)
    scratch.script('later.sh', 'cat >/dev/null')
    scratch.write('.hookline/hookline.json', {
      hooks: {
        preToolUse: [
          { command: './first.sh', order: 1 },
          { command: './later.sh', order: 2 },
        ],
        afterFileEdit: [{ command: './later.sh', async: true }],
      },
    })
    scratch.hookline(['trust', 'add', '--yes'])
    const input = ['--set', 'tool_name=Shell', '--set', 'tool_input={"command":"ls"}']
    const { stdout } = scratch.hookline(['trigger', 'preToolUse', ...input])
    expect(stdout).toContain('on the input as ./first.sh rewrote it')
    const after = scratch.hookline(['trigger', 'afterFileEdit', '--set', 'file_path=/a', '--set', 'edits=[]']).stdout
    expect(after).toMatch(/runs {2}\.\/later\.sh .*\n {8}in the background: nothing waits for it/)
    expect(after).toContain('1 hook runs in the background, with a record of its own')
    const [id = ''] = idsOf(scratch, '--event', 'preToolUse', '--text', 'first.sh')
    expect(scratch.hookline(['log', id]).stdout).toContain('with the input as ./first.sh rewrote it')
  })

  it('lists newest first, a line each: who, what, and what came of it', () => {
    const { code, stdout, stderr } = logged().hookline(['log'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [denied, failed, allowed] = stdout.split('\n')
    const head = /^#\w{4} \d\d:\d\d trigger beforeShellExecution {2}guard\.sh {2}/
    for (const line of [denied, failed, allowed]) expect(line).toMatch(head)
    expect(denied?.replace(head, '')).toBe('git push -f → DENY (trial) "Not here."')
    expect(failed?.replace(head, '')).toBe('exit 127 "jq: command not found" → FAILED, SO ALLOWED (trial)')
    expect(allowed?.replace(head, '')).toBe('npm test → ALLOW (trial)')
  })

  it('filters, and all filters must hold', () => {
    const scratch = logged()
    const count = (...flags: readonly string[]) => idsOf(scratch, ...flags).length
    expect([count(), count('--failed'), count('--denied'), count('--asked')]).toEqual([3, 1, 1, 0])
    expect([count('--failed', '--denied'), count('--denied', '--text', 'push -f')]).toEqual([0, 1])
    expect([count('--event', 'stop'), count('--event', 'beforeShellExecution')]).toEqual([0, 3])
    expect([count('--entry', 'guard'), count('--entry', 'other')]).toEqual([3, 0])
    expect([count('--since', '1h'), count('--until', '1h'), count('--since', '2020-01-01')]).toEqual([3, 0, 3])
    expect([count('--slow'), count('--slow', '0'), count('--slow', '--failed')]).toEqual([0, 3, 0])
    expect(scratch.hookline(['log', '--asked'])).toMatchObject({ code: 0, stdout: '', stderr: 'No record matches.\n' })
  })

  it('says how many more there are and the command that shows them', () => {
    const scratch = logged()
    const first = scratch.hookline(['log', '--entry', 'guard', '--limit', '2'])
    expect(first.stdout.trim().split('\n')).toHaveLength(2)
    const next = /^1 more record: hookline (log .*)\n$/.exec(first.stderr)?.[1] ?? ''
    const second = scratch.hookline(next.split(' '))
    expect(second.stdout).toContain('npm test → ALLOW (trial)')
    expect(second.stderr).toBe('')
    expect(idsOf(scratch, '--limit', '2').length).toBe(2)
  })

  it('shows one record whole by its id, its beginning or its end', () => {
    const scratch = logged()
    const [id = ''] = idsOf(scratch, '--failed')
    const whole = scratch.hookline(['log', id])
    expect(whole.stderr).toBe(`To try it on today's hooks: hookline replay ${id.slice(-4)}\n`)
    for (const part of [id.slice(-4), `#${id.slice(-5)}`, id.slice(0, -2)])
      expect(scratch.hookline(['log', part]).stdout).toBe(whole.stdout)
    expect(whole.stdout).toMatch(/Input\n {2}command {2,}git commit -m "fix"\n/)
    expect(whole.stdout).toContain('jq: command not found')
    expect(whole.stdout).toMatch(/Decision {2}FAILED, SO ALLOWED\n {2}failed, so allowed: \.\/guard\.sh/)
    expect(JSON.parse(scratch.hookline(['log', id, '--json']).stdout)).toMatchObject({ id, host: { name: 'trigger' } })
  })

  it('lists the records that a part of an id could mean', () => {
    const scratch = logged()
    const ids = idsOf(scratch)
    const { code, stdout, stderr } = scratch.hookline(['log', ids[0]?.slice(0, 4) ?? ''])
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    for (const id of ids) expect(stderr).toContain(`  ${id}  trigger beforeShellExecution`)
    expect(scratch.hookline(['log', 'zzzzzz']).stderr).toContain(
      'there is no record zzzzzz. To list the records: hookline log',
    )
  })

  it('says what was erased, and keeps it nowhere', () => {
    const scratch = logged([])
    scratch.hookline(['trigger', 'beforeSubmitPrompt', '--prompt', 'a very private question'])
    scratch.hookline([
      'trigger',
      'beforeShellExecution',
      '--command',
      'curl -H "Authorization: Bearer abcdefghijklmnop123"',
    ])
    const [shell = '', prompt = ''] = idsOf(scratch)
    expect(scratch.hookline(['log', prompt]).stdout).toMatch(
      /prompt +\(private: 23 characters, not kept; sha256 \w{12}…\)/,
    )
    expect(scratch.hookline(['log', prompt]).stdout).toContain('erased    input.prompt: private, and capture is lean')
    expect(scratch.hookline(['log', shell]).stdout).toContain('replaced  input.command (bearer): looked like secrets')
    expect(scratch.hookline(['log', '--jsonl']).stdout).not.toMatch(/private question|abcdefghijklmnop123/)
  })

  it('prints a record a line for programs, and nothing that a terminal would obey', () => {
    const scratch = logged(['echo \u001b[2J \u202e x', 'npm test'])
    const lines = scratch.hookline(['log', '--jsonl']).stdout.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).input.command)).toEqual(['npm test', 'echo \u001b[2J \u202e x'])
    const id = JSON.parse(lines[1] ?? '').id
    for (const args of [['log'], ['log', id], ['log', '--json'], ['log', '--jsonl'], ['replay', id], ['record']])
      expect(scratch.hookline(args).stdout).not.toMatch(unsafe)
  })

  it('is written by run in the name of the agent, for the person alone, and not without a hook', () => {
    const scratch = logged([])
    const directory = join(scratch.home, 'state/hookline/log')
    const run = (host: string, event: object) =>
      scratch.hookline(['run', '--host', host], {
        stdin: JSON.stringify({ workspace_roots: [scratch.root], ...event }),
      })
    run('cursor', { hook_event_name: 'stop', status: 'completed' })
    expect(existsSync(directory)).toBe(false)
    run('cursor', { hook_event_name: 'beforeShellExecution', command: 'ls' })
    run('claude', { hook_event_name: 'UserPromptSubmit', prompt: 'x', cwd: scratch.root, session_id: 's' })
    expect(readdirSync(directory).map((name) => statSync(join(directory, name)).mode & 0o777)).toEqual([0o600])
    const hosts = JSON.parse(scratch.hookline(['log', '--json']).stdout).records.map(
      ({ host }: { host: { name: string } }) => host.name,
    )
    expect(hosts).toEqual(['claude', 'cursor'])
  })

  it('goes on where the log cannot be written', () => {
    const scratch = logged([])
    const state = scratch.write('state', 'a file where a directory is needed')
    const stdin = JSON.stringify({
      hook_event_name: 'beforeShellExecution',
      command: 'ls',
      workspace_roots: [scratch.root],
    })
    const { code, stderr } = scratch.hookline(['run', '--host', 'cursor'], { stdin, env: { XDG_STATE_HOME: state } })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})

describe('log, listen, replay and record', () => {
  const names = ['log', 'listen', 'replay', 'record']

  it('have a help whose example runs', () => {
    const scratch = logged()
    for (const name of names) {
      const { code, stdout } = scratch.hookline([name, '--help'])
      expect(code).toBe(0)
      const example = /^Example: hookline (.*)$/m.exec(stdout)?.[1] ?? ''
      expect(example.startsWith(`${name} `)).toBe(true)
      expect({ example, code: scratch.hookline(example.split(' ')).code }).toEqual({ example, code: 0 })
    }
  })

  it('answer bad input with 64, never 2', () => {
    const scratch = logged([])
    const misuse = [
      ...names.flatMap((name) => [
        [name, '--nope'],
        [name, '--since', 'yesterday'],
        [name, '--since', '25:00'],
        [name, '--event', 'nope'],
        [name, '--limit', '0'],
        [name, '--limit', 'x'],
        [name, '--text', ''],
        [name, '--slow=x'],
      ]),
      ['log', 'a', 'b'],
      ['log', 'ab'],
      ['log', '../x'],
      ['log', 'abcd', '--failed'],
      ['log', '--json', '--jsonl'],
      ['log', '--before', 'x'],
      ['listen', 'abcd'],
      ['listen', '--until', '1h'],
      ['replay'],
      ['replay', 'abcd', '--all'],
      ['replay', 'abcd', '--failed'],
      ['replay', 'abcdef'],
      ['record', 'abcd'],
      ['record', '--out', '/tmp'],
      ['record', '--cwd', 'missing'],
    ]
    const codes = misuse.map((args) => [args.join(' '), scratch.hookline(args).code])
    expect(codes).toEqual(misuse.map((args) => [args.join(' '), 64]))
  })
})
