import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bin, hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'
import { snapshotOf } from '../testing/tree.ts'

const failing = `cat > /dev/null; echo 'jq: command not found' >&2; exit 127`
const fixed = `case "$(cat)" in *commit*) echo '{"permission":"deny","agent_message":"git commit needs review"}' ;; esac`

function recorded(body: string, commands: readonly string[], entry: object = {}): Sandbox {
  const scratch = sandbox()
  scratch.script('guard.sh', body)
  const hooks = [{ command: './guard.sh', ...entry }]
  scratch.write(
    '.cursor/hooks.json',
    hooksFile({ beforeShellExecution: hooks, beforeSubmitPrompt: hooks, beforeReadFile: hooks }),
  )
  scratch.hookline(['trust', 'add', '--yes'])
  for (const command of commands) scratch.hookline(['trigger', 'beforeShellExecution', '--command', command])
  return scratch
}
const idsOf = (scratch: Sandbox): readonly string[] =>
  scratch
    .hookline(['log', '--jsonl'])
    .stdout.trim()
    .split('\n')
    .map((line) => JSON.parse(line).id)
const last = (scratch: Sandbox): string => idsOf(scratch)[0] ?? ''

describe('hookline replay', () => {
  it('shows the recorded and the new decision', () => {
    const scratch = recorded(failing, ['git commit -m "fix"'])
    const id = last(scratch).slice(-4)
    const same = scratch.hookline(['replay', id])
    expect(same).toEqual({
      code: 0,
      stdout: 'was  ALLOW (hook failed)\nnow  ALLOW (hook failed)  guard.sh: exit 127 (command not found)\n',
      stderr: 'Every decision is the same as before.\n',
    })
    scratch.script('guard.sh', fixed)
    expect(scratch.hookline(['replay', id])).toEqual({
      code: 1,
      stdout: 'was  ALLOW (hook failed)\nnow  DENY  guard.sh: git commit needs review\n',
      stderr: '',
    })
  })

  it('runs the hooks of a file in which an agent calls Hookline, unless the agent ran them itself', () => {
    const scratch = recorded(fixed, [])
    const connection = { command: `${process.execPath} ${bin} run --host cursor --installed` }
    const hooks = [{ command: './guard.sh' }, connection]
    scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: hooks, preToolUse: [connection] }))
    scratch.write('.hookline/hookline.json', { packs: { 'shell-guard': {} } })
    scratch.hookline(['trust', 'add', '--yes'])
    scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'git commit'])
    const event = { hook_event_name: 'beforeShellExecution', command: 'git commit', workspace_roots: [scratch.root] }
    const shell = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git commit' } }
    scratch.hookline(['run', '--host', 'cursor'], { stdin: JSON.stringify(event) })
    scratch.hookline(['run', '--host', 'cursor', '--installed'], { stdin: JSON.stringify(event) })
    scratch.hookline(['run', '--host', 'claude', '--installed'], {
      stdin: JSON.stringify({ ...shell, cwd: scratch.root }),
    })
    const { replayed, changed, results } = JSON.parse(scratch.hookline(['replay', '--all', '--json']).stdout)
    expect({ replayed, changed }).toEqual({ replayed: 4, changed: 0 })
    expect(results.map(({ now }: { now: { verdict: string } }) => now.verdict)).toEqual([
      'deny',
      'allow',
      'deny',
      'deny',
    ])
  })

  it('decides as the agent of the record would, by the table of that agent', () => {
    const scratch = sandbox()
    const reply = (value: object) => ({ command: `cat > /dev/null; echo '${JSON.stringify(value)}'` })
    const hooks = {
      sessionStart: [{ command: 'echo closed >&2; exit 2' }],
      preToolUse: [{ ...reply({ permission: 'ask' }), matcher: 'Grep' }],
      beforeReadFile: [reply({ permission: 'allow', updated_content: 'hidden' })],
      beforeSubmitPrompt: [reply({ continue: true })],
    }
    scratch.write('.hookline/hookline.json', { version: 1, hooks })
    const calls = { hooks: [{ type: 'command', command: 'hookline run --host claude --installed' }] }
    const connect = (...events: readonly string[]) =>
      scratch.write('../home/.claude/settings.json', {
        hooks: Object.fromEntries(events.map((name) => [name, [calls]])),
      })
    scratch.hookline(['trust', 'add', '--yes'])
    const file_path = scratch.write('a.txt', 'secret')
    const run = (host: string, event: object, env: Readonly<Record<string, string>> = {}) =>
      scratch.hookline(['run', '--host', host, '--installed'], { stdin: JSON.stringify(event), env })
    const cursor = { conversation_id: 'c', workspace_roots: [scratch.root] }
    const claude = { session_id: 's', cwd: scratch.root, tool_use_id: 't' }
    const read = { ...claude, hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path } }
    const search = { tool_name: 'Grep', tool_input: { pattern: 'x' }, tool_use_id: 't' }
    run('cursor', { ...cursor, hook_event_name: 'beforeReadFile', file_path, content: 'secret', attachments: [] })
    run('cursor', { ...cursor, hook_event_name: 'preToolUse', ...search })
    run('claude', { ...claude, hook_event_name: 'PreToolUse', ...search })
    connect('PreToolUse')
    run('claude', read, { COPILOT_CLI: '1' })
    scratch.hookline(['trigger', 'beforeReadFile', '--file', file_path, '--host', 'cursor'])
    const before = JSON.parse(scratch.hookline(['replay', '--all', '--json']).stdout)
    expect(before).toMatchObject({ replayed: 5, changed: 0 })
    const verdicts = before.results.map(({ was, now }: Record<'was' | 'now', { verdict: string }>) => [
      was.verdict,
      now.verdict,
    ])
    expect(verdicts.flat().toSorted()).toEqual([...Array(4).fill('ask'), ...Array(6).fill('deny')])
    connect('PreToolUse', 'PostToolUse', 'UserPromptSubmit')
    run('claude', { ...read, session_id: 'another' })
    expect(scratch.hookline(['replay', last(scratch)]).stdout).toMatch(
      /^was {2}ALLOW \(rewritten\)\nnow {2}ALLOW \(rewritten\)\n/,
    )
    run('claude', { ...claude, hook_event_name: 'SessionStart', source: 'startup' })
    expect(scratch.hookline(['replay', last(scratch)])).toMatchObject({ code: 0 })
    run('claude', { ...claude, hook_event_name: 'UserPromptSubmit', prompt: 'hi' })
    expect(scratch.hookline(['replay', last(scratch)]).stderr).toContain(
      'denied because of an earlier event of the conversation',
    )
  })

  it('shows the decisions that change when a hook moves between monitor and enforce', () => {
    const scratch = recorded('true', [])
    const say = (body: object) => `cat > /dev/null; echo '${JSON.stringify(body)}'`
    const write = (mode: string) => {
      const hooks = {
        beforeShellExecution: [{ command: say({ permission: 'deny', agent_message: 'no' }), matcher: 'rm', mode }],
        preToolUse: [{ command: say({ permission: 'ask' }), mode }],
      }
      scratch.write('.hookline/hookline.json', { hooks })
      scratch.hookline(['trust', 'add', '--yes'])
    }
    scratch.write('.cursor/hooks.json', hooksFile({}))
    write('monitor')
    scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'rm a'])
    scratch.hookline(['trigger', 'preToolUse'])
    expect(scratch.hookline(['replay', '--all']).stdout).toContain('2 records replayed, 0 decisions changed')
    write('enforce')
    const { code, stdout } = scratch.hookline(['replay', '--all'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/New denies\n.*rm a\n +was +DENY \(monitor only, not enforced\).*\n +now +DENY .*no\n/)
    expect(stdout).toMatch(/New questions\n.*\n +was +ASK \(monitor only, not enforced\).*\n +now +ASK /)
    expect(stdout).toContain('2 decisions changed')
    scratch.hookline(['trigger', 'beforeShellExecution', '--command', 'rm b'])
    write('monitor')
    expect(scratch.hookline(['replay', '--all', '--limit', '1']).stdout).toContain('No longer refused')
  })

  it('compares a question that was denied with the question the hooks ask now', () => {
    const asks = `cat > /dev/null; echo '{"permission":"ask"}'`
    const scratch = recorded(asks, ['git push'])
    expect(JSON.parse(scratch.hookline(['log', last(scratch), '--json']).stdout).verdict).toBe('deny')
    expect(scratch.hookline(['log', '--asked', '--jsonl']).stdout.trim().split('\n')).toHaveLength(1)
    expect(scratch.hookline(['replay', last(scratch)])).toMatchObject({
      code: 0,
      stderr: 'Every decision is the same as before.\n',
    })
  })

  it('does not change the workspace, the home or the log, whatever the hook writes', () => {
    const writes = `cat > /dev/null
for at in . "$PWD" "$HOME" "$HOME/.cursor" "$CURSOR_PROJECT_DIR" "$XDG_STATE_HOME"; do
  mkdir -p "$at"; echo x > "$at/written.txt"; rm -f "$at/a.txt"
done
echo '{"permission":"deny","agent_message":"'"$(pwd)"'"}'`
    const scratch = recorded('cat > /dev/null', ['rm a.txt'])
    scratch.write('a.txt', 'kept')
    scratch.write('../home/.cursor/a.txt', 'kept')
    scratch.write('../home/.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: './own.sh' }] }))
    scratch.script('../home/.cursor/own.sh', writes)
    scratch.script('guard.sh', writes)
    // Whatever reads the hook files notes which gates they hold.
    scratch.hookline(['list'])
    const before = snapshotOf(scratch.directory)
    const { code, stdout } = scratch.hookline(['replay', last(scratch), '--json'])
    expect(code).toBe(1)
    // Both hooks print where they ran.
    expect(JSON.parse(stdout).results[0].now.says).toMatch(/^<root> .*\/person\/\.cursor$/)
    expect(snapshotOf(scratch.directory)).toEqual(before)
  })

  it('sends the original event, with the workspace at its new path', () => {
    const scratch = recorded('cat > /dev/null', [])
    const echo = `jq() { :; }; printf '{"permission":"deny","agent_message":"%s"}' "$(tr -d '"\\n' | sed 's/.*command:\\(.*\\),cwd:\\([^,]*\\),.*/\\1 in \\2/')"`
    scratch.hookline(['trigger', 'beforeShellExecution', '--command', `ls ${scratch.root}/src`])
    scratch.script('guard.sh', echo)
    const { results } = JSON.parse(scratch.hookline(['replay', last(scratch), '--json']).stdout)
    expect(results[0].now.says).toMatch(/^ls src in <root>$|^ls <root>\/src in <root>$/)
  })

  it('replays the whole log: only changes, new denies first, the same ones together', () => {
    const scratch = recorded(`case "$(cat)" in *push*) exit 2 ;; esac`, [
      'git push',
      'git commit',
      'uptime',
      'git commit',
    ])
    scratch.script('guard.sh', fixed)
    const { code, stdout, stderr } = scratch.hookline(['replay', '--all'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout.replace(/#\w{4}/g, '#id').replace(/\d\d:\d\d/g, 'hh:mm')).toBe(`New denies
  #id hh:mm trigger beforeShellExecution  git commit  also #id
    was  ALLOW
    now  DENY  guard.sh: git commit needs review

No longer refused
  #id hh:mm trigger beforeShellExecution  git push
    was  DENY  guard.sh
    now  ALLOW

4 records replayed, 3 decisions changed
`)
    expect(scratch.hookline(['replay', '--all', '--text', 'uptime', '--limit', '1'])).toEqual({
      code: 0,
      stdout: '1 record replayed, 0 decisions changed\n',
      stderr: '',
    })
  })

  it('reports which records it cannot use, and why', () => {
    const scratch = recorded('cat > /dev/null', ['curl -H "Authorization: Bearer abcdefghijklmnop123"'])
    scratch.hookline(['trigger', 'beforeSubmitPrompt', '--prompt', 'a very private question'])
    const { code, stdout, stderr } = scratch.hookline(['replay', '--all'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '0 records replayed, 0 decisions changed\n' })
    expect(stderr).toMatch(/^2 records could not be used:\n/)
    expect(stderr).toMatch(
      /#\w{4} {2}prompt is private and was not kept\. To keep it from now on, set "log": \{ "capture": "full" \}/,
    )
    expect(stderr).toMatch(/#\w{4} {2}command contained a secret, which was replaced\n/)
    renameSync(scratch.root, `${scratch.root}-moved`)
    const gone = scratch.hookline(['replay', '--all', '--json'], { cwd: scratch.home })
    expect(JSON.parse(gone.stdout).unusable.map(({ why }: { why: string }) => why)).toEqual(
      Array.from({ length: 2 }, () => `its workspace ${scratch.root} no longer exists`),
    )
  })

  it('restores content that was not kept by its hash', () => {
    const scratch = recorded('cat > /dev/null', [])
    const file = scratch.write('notes.txt', 'KEY=very private content\n')
    scratch.hookline(['trigger', 'beforeReadFile', '--file', 'notes.txt'])
    expect(scratch.hookline(['log', '--jsonl']).stdout).not.toContain('very private content')
    scratch.script('guard.sh', `case "$(cat)" in *"very private content"*) exit 2 ;; esac`)
    expect(scratch.hookline(['replay', last(scratch)]).stdout).toBe('was  ALLOW\nnow  DENY  guard.sh\n')
    scratch.write('notes.txt', 'other')
    expect(scratch.hookline(['replay', last(scratch)]).stderr).toContain('content is private and was not kept')
    expect(existsSync(file)).toBe(true)
  })

  it('replays fields that full capture kept', () => {
    const scratch = recorded('cat > /dev/null', [])
    scratch.write('../home/config/hookline/hookline.json', { version: 1, hooks: {}, log: { capture: 'full' } })
    scratch.hookline(['trigger', 'beforeSubmitPrompt', '--prompt', 'a very private question'])
    scratch.script('guard.sh', `case "$(cat)" in *"private question"*) echo '{"continue":false}' ;; esac`)
    expect(scratch.hookline(['replay', last(scratch)]).stdout).toBe('was  ALLOW\nnow  DENY  guard.sh\n')
  })

  it('runs changed hooks only for the current workspace', () => {
    const scratch = recorded('cat > /dev/null', ['ls'])
    const elsewhere = scratch.hookline(['replay', last(scratch)], { cwd: scratch.home })
    expect(elsewhere).toMatchObject({ code: 0, stdout: 'was  ALLOW\nnow  ALLOW\n' })
    scratch.script('guard.sh', 'exit 2')
    const changed = scratch.hookline(['replay', last(scratch)], { cwd: scratch.home })
    expect(changed).toMatchObject({ code: 0, stdout: '' })
    expect(changed.stderr).toContain(`the hooks of ${scratch.root} changed since you trusted them. To replay it: cd `)
    expect(scratch.hookline(['replay', last(scratch)]).code).toBe(1)
  })

  it('leaves out disabled hooks, and those that the agent ran itself', () => {
    const scratch = recorded('exit 2', [], { name: 'guard' })
    scratch.write('.hookline/hookline.json', { version: 1, hooks: { beforeShellExecution: [{ command: 'true' }] } })
    scratch.hookline(['trust', 'add', '--yes'])
    const stdin = JSON.stringify({
      hook_event_name: 'beforeShellExecution',
      command: 'ls',
      workspace_roots: [scratch.root],
    })
    scratch.hookline(['run', '--host', 'cursor', '--installed'], { stdin })
    expect(scratch.hookline(['replay', last(scratch)])).toMatchObject({ code: 0, stdout: 'was  ALLOW\nnow  ALLOW\n' })
    scratch.hookline(['run', '--host', 'cursor'], { stdin })
    expect(scratch.hookline(['replay', last(scratch)]).stdout).toBe('was  DENY  guard\nnow  DENY  guard\n')
    const [run] = JSON.parse(scratch.hookline(['log', last(scratch), '--json']).stdout).runs
    scratch.hookline(['disable', run.entry.id])
    expect(scratch.hookline(['replay', last(scratch)]).stdout).toBe('was  DENY  guard\nnow  ALLOW\n')
  })

  it('prints the same as JSON', () => {
    const scratch = recorded(failing, ['git commit'])
    scratch.script('guard.sh', fixed)
    const { code, stdout, stderr } = scratch.hookline(['replay', '--all', '--json'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      replayed: 1,
      changed: 1,
      results: [
        {
          id: last(scratch),
          event: 'beforeShellExecution',
          subject: 'git commit',
          root: scratch.root,
          change: 'new denies',
          was: { verdict: 'allow', failed: true },
          now: { verdict: 'deny', failed: false, by: 'guard.sh', says: 'git commit needs review' },
        },
      ],
      unusable: [],
    })
    expect(readFileSync(join(scratch.root, 'guard.sh'), 'utf8')).toContain('needs review')
  })
})
