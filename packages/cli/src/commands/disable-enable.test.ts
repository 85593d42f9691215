import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

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
    expect(scratch.hookline(['list']).stdout).toMatch(/skip {2}shell-guard[\s\S]*disabled: switched off/)
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
