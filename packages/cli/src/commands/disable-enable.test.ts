import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { atTerminal, hasTerminals } from '../testing/at-terminal.ts'
import { bin, hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

function withHooks(): Sandbox {
  const scratch = sandbox()
  scratch.script('guard.sh', 'echo \'{"permission":"deny"}\'')
  scratch.write(
    '.cursor/hooks.json',
    hooksFile({ beforeShellExecution: [{ command: './guard.sh', name: 'shell-guard' }] }),
  )
  scratch.hookline(['trust', 'add', '--yes'])
  return scratch
}
const verdict = (scratch: Sandbox): string =>
  JSON.parse(scratch.hookline(['trigger', 'beforeShellExecution', '--json']).stdout).verdict
const idOf = (scratch: Sandbox): string => JSON.parse(scratch.hookline(['list', '--json']).stdout).entries[0].id
const stateOf = (scratch: Sandbox): string => join(scratch.home, 'state/hookline/disabled.json')

describe('hookline disable and enable', () => {
  it('turn a hook off and on by its name', () => {
    const scratch = withHooks()
    expect(verdict(scratch)).toBe('deny')
    const off = scratch.hookline(['disable', 'shell-guard'])
    expect(off.code).toBe(0)
    expect(off.stderr).toContain('Off: shell-guard (project .cursor/hooks.json:')
    expect(verdict(scratch)).toBe('allow')
    expect(scratch.hookline(['list']).stdout).toMatch(
      /skip {2}shell-guard[\s\S]*disabled: switched off; run: hookline enable shell-guard\n/,
    )
    const on = scratch.hookline(['enable', 'shell-guard'])
    expect({ code: on.code, stdout: on.stdout }).toEqual({ code: 0, stdout: '' })
    expect(verdict(scratch)).toBe('deny')
    expect(scratch.hookline(['enable', 'shell-guard']).stderr).toContain('was not disabled')
  })

  it('change the entry of this workspace, not an equal one of another', () => {
    const scratch = withHooks()
    scratch.write('other/.cursor/hooks.json', readFileSync(join(scratch.root, '.cursor/hooks.json'), 'utf8'))
    scratch.script('other/guard.sh', 'echo \'{"permission":"deny"}\'')
    const other = ['--cwd', join(scratch.root, 'other')]
    scratch.hookline(['trust', 'add', join(scratch.root, 'other'), '--yes'])
    scratch.hookline(['disable', 'shell-guard'])
    expect(verdict(scratch)).toBe('allow')
    expect(JSON.parse(scratch.hookline(['trigger', 'beforeShellExecution', '--json', ...other]).stdout).verdict).toBe(
      'deny',
    )
  })

  it('accept the name that the log shows for a hook without one, and suggest a fix for a typo', () => {
    const scratch = sandbox()
    scratch.script('guard.sh', 'echo')
    scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: './guard.sh' }] }))
    scratch.hookline(['trust', 'add', '--yes'])
    expect(scratch.hookline(['disable', 'guard.sg']).stderr).toContain('Did you mean "guard.sh"?')
    expect(scratch.hookline(['disable', 'guard.sh']).code).toBe(0)
    expect(scratch.hookline(['list']).stdout).toContain('disabled: switched off')
    scratch.write(
      '.cursor/hooks.json',
      hooksFile({ stop: [{ command: './guard.sh' }, { command: '.cursor/guard.sh' }] }),
    )
    expect(scratch.hookline(['disable', 'guard.sh']).stderr).toContain(
      '2 hooks are named "guard.sh". Use the id of one of them',
    )
  })

  it('accept an id or its last part, and a duration', () => {
    const scratch = withHooks()
    const id = idOf(scratch)
    const before = Date.now()
    const { code, stdout } = scratch.hookline(['disable', id.split('/').at(-1) ?? '', '--for', '30m', '--json'])
    expect(code).toBe(0)
    const { disabled } = JSON.parse(stdout)
    expect(disabled).toMatchObject({ id, event: 'beforeShellExecution', label: 'shell-guard' })
    expect(Date.parse(disabled.until) - before).toBeGreaterThanOrEqual(30 * 60_000)
    expect(statSync(stateOf(scratch)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(stateOf(scratch), 'utf8')).disabled).toMatchObject([{ id, until: disabled.until }])
    expect(JSON.parse(scratch.hookline(['enable', id, '--json']).stdout)).toEqual({ enabled: { id, was: 'off' } })
  })

  it('let a hook run again when the time has passed, and when its entry is edited', () => {
    const scratch = withHooks()
    scratch.hookline(['disable', 'shell-guard', '--for', '1s'])
    const state = JSON.parse(readFileSync(stateOf(scratch), 'utf8'))
    state.disabled[0].until = new Date(Date.now() - 1).toISOString()
    writeFileSync(stateOf(scratch), JSON.stringify(state))
    expect(verdict(scratch)).toBe('deny')
    scratch.hookline(['disable', 'shell-guard'])
    scratch.write(
      '.cursor/hooks.json',
      hooksFile({ beforeShellExecution: [{ command: './guard.sh', name: 'shell-guard', timeout: 5 }] }),
    )
    scratch.hookline(['trust', 'add', '--yes'])
    expect(verdict(scratch)).toBe('deny')
  })

  it('never change a managed hook', () => {
    const scratch = withHooks()
    const managed = join(scratch.directory, 'managed')
    mkdirSync(managed)
    writeFileSync(join(managed, 'hooks.json'), JSON.stringify(hooksFile({ stop: [{ command: 'true', name: 'boss' }] })))
    const { code, stdout, stderr } = scratch.hookline(['disable', 'boss'], {
      env: { HOOKLINE_ENTERPRISE_DIR: managed },
    })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('comes from your organisation, so you cannot turn it off here')
  })

  it('can remove a hook that no longer exists', () => {
    const scratch = withHooks()
    const id = idOf(scratch)
    scratch.hookline(['disable', id])
    scratch.write('.cursor/hooks.json', hooksFile({}))
    expect(scratch.hookline(['enable', id]).code).toBe(0)
    expect(JSON.parse(readFileSync(stateOf(scratch), 'utf8')).disabled).toEqual([])
  })

  it.each([
    [['disable'], 'name a hook'],
    [['disable', 'shel-guard'], 'Did you mean "shell-guard"?'],
    [['disable', 'shell-guard', '--for', 'soon'], 'is not a duration'],
    [['disable', 'shell-guard', '--for', '0m'], 'is not a duration'],
    [['disable', 'shell-guard', '--for', '9999d'], 'more than a year'],
    [['enable', 'nope'], 'no hook is named "nope"'],
    [['enable'], 'name a hook'],
  ])('%j is wrong usage', (args, message) => {
    const { code, stdout, stderr } = withHooks().hookline(args)
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toContain(message)
  })

  it('do what their help shows', () => {
    const scratch = withHooks()
    for (const name of ['disable', 'enable']) {
      const example = /^Example: hookline (.*)$/m.exec(scratch.hookline([name, '--help']).stdout)?.[1] ?? ''
      expect(scratch.hookline(example.split(' ')).code).toBe(0)
    }
    expect(verdict(scratch)).toBe('deny')
  })
})

describe('a hook of the organisation', () => {
  function managed(settings: object) {
    const scratch = sandbox()
    const enterprise = join(scratch.directory, 'enterprise')
    mkdirSync(enterprise)
    const hooks = { beforeShellExecution: [{ command: 'exit 2', name: 'org-guard' }] }
    writeFileSync(join(enterprise, 'hookline.json'), JSON.stringify({ version: 1, ...settings, hooks }))
    const env = { HOOKLINE_ENTERPRISE_DIR: enterprise }
    const hookline = (...args: string[]) => scratch.hookline(args, { env })
    const disable = (args: string) => atTerminal(scratch, `${process.execPath} ${bin} disable org-guard ${args}`, env)
    const verdict = () => JSON.parse(hookline('trigger', 'beforeShellExecution', '--json').stdout).verdict
    return { scratch, hookline, disable, verdict, env }
  }

  it.runIf(hasTerminals)(
    'is turned off for a short time where it allows that, and the log has the reason',
    async () => {
      const { scratch, hookline, disable, verdict, env } = managed({ breakGlass: true })
      expect(hookline('disable', 'org-guard', '--for', '10m', '--reason', 'x').code).toBe(1)
      expect(await disable('--for 10m')).toContain('say why it is turned off')
      expect(await disable('--for 2h --reason x')).toContain('at most 60 minutes')
      expect(verdict()).toBe('deny')
      expect(await disable("--for 10m --reason 'it blocks the release'")).toContain('on the record: org-guard')
      expect(verdict()).toBe('allow')
      expect(hookline('list').stdout).toMatch(
        /skip {2}org-guard[\s\S]*break-glass: turned off until .*: it blocks the release/,
      )
      const payload = {
        hook_event_name: 'beforeShellExecution',
        conversation_id: 'c',
        command: 'ls',
        workspace_roots: [scratch.root],
      }
      scratch.hookline(['run', '--host', 'cursor'], { env, stdin: JSON.stringify(payload) })
      const log = JSON.stringify(JSON.parse(hookline('log', '--json').stdout))
      expect(log).toMatch(/"why":"break-glass","detail":"turned off until \S+: it blocks the release"/)
      expect(hookline('enable', 'org-guard').stderr).toContain('On: org-guard')
      expect(verdict()).toBe('deny')
    },
  )

  it.runIf(hasTerminals)('cannot be turned off where it does not', async () => {
    const { disable, verdict } = managed({})
    expect(await disable('--for 10m --reason x')).toContain('comes from your organisation')
    expect(verdict()).toBe('deny')
  })

  it('of a directory that the environment names cannot switch off the hooks of others', () => {
    const { scratch, hookline, verdict } = managed({ managedOnly: true, monitor: ['project'] })
    scratch.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: 'exit 2', name: 'mine' }] }))
    scratch.hookline(['trust', 'add', '--yes'])
    expect(hookline('list').stdout).toContain('mine')
    expect(hookline('list').stdout).not.toMatch(/managed-only|monitor only/)
    expect(verdict()).toBe('deny')
    expect(hookline('status').stdout).not.toContain('Only hooks of your organisation')
  })
})
