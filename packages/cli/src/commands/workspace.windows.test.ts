import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

const deny = '@echo off\r\nmore > nul\r\necho {"permission":"deny","user_message":"not here"}\r\n'

/** A workspace as a Windows user writes it: a batch file behind a path with backslashes. */
function workspace(command = '.cursor\\hooks\\deny.cmd', hook = deny): Sandbox {
  const scratch = sandbox()
  scratch.write('.cursor/hooks/deny.cmd', hook)
  scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command }] }))
  return scratch
}
const trusted = (scratch: Sandbox): Sandbox => {
  expect(scratch.hookline(['trust', 'add', '--yes'])).toMatchObject({ code: 0 })
  return scratch
}
const decide = (scratch: Sandbox) => JSON.parse(scratch.hookline(['trigger', 'beforeShellExecution', '--json']).stdout)
const event = (root: string, more: object = {}) => ({
  hook_event_name: 'beforeShellExecution',
  conversation_id: 'c',
  command: 'echo é ✓',
  cwd: root,
  workspace_roots: [root],
  ...more,
})
const run = (scratch: Sandbox, stdin: string) => scratch.hookline(['run', '--host', 'cursor'], { stdin })

describe.runIf(process.platform === 'win32')('on Windows', { timeout: 180_000 }, () => {
  it('a batch file denies, is bound by trust, and leaves a record', () => {
    const scratch = workspace()
    expect(decide(scratch)).toMatchObject({ plan: { skipped: [{ why: 'untrusted' }] } })
    const added = trusted(scratch).hookline(['trust', 'list', '--json'])
    expect(JSON.parse(added.stdout).roots).toMatchObject([{ state: 'trusted' }])
    expect(decide(scratch)).toMatchObject({ verdict: 'deny', because: { rule: 'reply' } })
    scratch.write('.cursor/hooks/deny.cmd', '@exit /b 0\r\n')
    expect(decide(scratch)).toMatchObject({ kind: 'refuse', because: { rule: 'config' } })
    const { records } = JSON.parse(scratch.hookline(['log', '--json']).stdout)
    expect(records.length).toBeGreaterThan(0)
    expect(existsSync(join(scratch.home, 'AppData/Local/hookline/state/log'))).toBe(true)
  })

  it.each([
    ['.cursor\\hooks\\deny.cmd'],
    ['.cursor/hooks/deny.cmd'],
    ['".cursor\\hooks\\deny.cmd" --flag'],
    ['& .\\.cursor\\hooks\\deny.cmd'],
    ['cmd /c .cursor\\hooks\\deny.cmd'],
  ])('check, doctor and trust read %s by the rules of Windows', (command) => {
    const scratch = workspace(command)
    const checked = scratch.hookline(['check', '--json'])
    const { problems = [] } = JSON.parse(checked.stdout)
    const codes = problems.map(({ code }: { code: string }) => code)
    expect(codes).not.toContain('missing-script')
    expect(codes).not.toContain('wrong-directory')
    const { stdout } = trusted(scratch).hookline(['doctor', '--json'])
    expect(stdout).not.toMatch(/hooksdeny|does not exist|is not on the PATH/)
    scratch.write('.cursor/hooks/deny.cmd', '@exit /b 0\r\n')
    expect(decide(scratch)).toMatchObject({ kind: 'refuse', because: { rule: 'config' } })
  })

  it('doctor and check name a script that is missing', () => {
    const scratch = workspace('.cursor\\hooks\\gone.cmd')
    expect(scratch.hookline(['check', '--json']).stdout).toContain('missing-script')
    const { findings } = JSON.parse(trusted(scratch).hookline(['doctor', '--json']).stdout)
    const missing = findings.find(({ says }: { says: string }) => says.includes('does not exist'))
    expect(missing).toMatchObject({ state: 'fail', says: expect.stringContaining('.cursor\\hooks\\gone.cmd') })
  })

  it('doctor proves a hook with a real event', () => {
    const { findings } = JSON.parse(trusted(workspace()).hookline(['doctor', '--prove', '--json']).stdout)
    expect(
      findings.filter(({ area, state }: { area: string; state: string }) => area === 'canary' && state === 'fail'),
    ).toEqual([])
  })

  it.each([
    ['exit /b 3', 'deny'],
    ['no-such-program-at-all', 'deny'],
  ])('a hook that must not fail and ends with "%s" refuses', (line, permission) => {
    const scratch = workspace('.cursor\\hooks\\deny.cmd', `@echo off\r\n${line}\r\n`)
    scratch.write(
      '.cursor/hooks.json',
      hooksFile({ beforeShellExecution: [{ command: '.cursor\\hooks\\deny.cmd', failClosed: true }] }),
    )
    const { code, stdout } = run(trusted(scratch), JSON.stringify(event(scratch.root)))
    expect([code, JSON.parse(stdout).permission]).toEqual([0, permission])
  })

  it('a hook in a language whose interpreter is missing or does nothing refuses where it must not fail', () => {
    for (const file of ['.cursor/hooks/guard.ps1', '.cursor/hooks/guard.py', '.cursor/hooks/guard.sh']) {
      const scratch = workspace()
      scratch.write(file, 'exit 1\r\n')
      scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: file, failClosed: true }] }))
      const { stdout } = run(trusted(scratch), JSON.stringify(event(scratch.root)))
      expect([file, JSON.parse(stdout).permission]).toEqual([file, 'deny'])
    }
  })

  it('run reads an event with a byte order mark, CRLF and a workspace as agents write it', () => {
    const scratch = trusted(workspace())
    const drive = scratch.root.slice(0, 2)
    const roots = [`/${drive.toLowerCase()}${scratch.root.slice(2).replaceAll('\\', '/')}`]
    const text = `\ufeff${JSON.stringify(event(scratch.root, { workspace_roots: roots }), null, 2).replaceAll('\n', '\r\n')}\r\n`
    const { code, stdout } = run(scratch, text)
    expect([code, JSON.parse(stdout).permission]).toEqual([0, 'deny'])
  })

  it('connect writes settings that start this copy, and disconnect removes them', () => {
    const scratch = sandbox()
    for (const path of ['.claude.json', '.cursor/extensions/x']) {
      mkdirSync(dirname(join(scratch.home, path)), { recursive: true })
      writeFileSync(join(scratch.home, path), '{}')
    }
    expect(scratch.hookline(['connect', '--yes'])).toMatchObject({ code: 0 })
    const cursor = readFileSync(join(scratch.home, '.cursor/hooks.json'), 'utf8')
    const claude = readFileSync(join(scratch.home, '.claude/settings.json'), 'utf8')
    expect(cursor).toContain(JSON.stringify(`& '${process.execPath}' '`).slice(1, -1))
    expect(claude).toContain(JSON.stringify(`'${process.execPath}' '`).slice(1, -1))
    expect(scratch.hookline(['status', '--json']).code).toBe(0)
    expect(scratch.hookline(['disconnect', '--yes'])).toMatchObject({ code: 0 })
    expect(existsSync(join(scratch.home, '.claude/settings.json'))).toBe(false)
    expect(existsSync(join(scratch.home, '.cursor/hooks.json'))).toBe(false)
  })

  it('files of the person are in the directories of Windows', () => {
    const scratch = sandbox()
    mkdirSync(join(scratch.home, 'AppData/Roaming/hookline'), { recursive: true })
    const own = { version: 1, hooks: { stop: [{ command: 'node -p 0' }] } }
    writeFileSync(join(scratch.home, 'AppData/Roaming/hookline/hookline.json'), JSON.stringify(own))
    expect(scratch.hookline(['list', '--json']).stdout).toContain('node -p 0')
  })
})
