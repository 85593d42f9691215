import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hooksFile, type Sandbox, sandbox } from '../testing/cli.ts'

function withHooks(): Sandbox {
  const box = sandbox()
  box.script('guard.sh', 'echo \'{"permission":"deny"}\'')
  box.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: './guard.sh', name: 'shell-guard' }] }))
  box.hookline(['trust', 'add', '--yes'])
  return box
}
const verdict = (box: Sandbox): string =>
  JSON.parse(box.hookline(['trigger', 'beforeShellExecution', '--json']).stdout).verdict
const idOf = (box: Sandbox): string => JSON.parse(box.hookline(['list', '--json']).stdout).entries[0].id
const stateOf = (box: Sandbox): string => join(box.home, 'state/hookline/disabled.json')

describe('hookline disable and enable', () => {
  it('turn a hook off and on by its name', () => {
    const box = withHooks()
    expect(verdict(box)).toBe('deny')
    const off = box.hookline(['disable', 'shell-guard'])
    expect(off.code).toBe(0)
    expect(off.stderr).toContain('Off: shell-guard (project .cursor/hooks.json:')
    expect(verdict(box)).toBe('allow')
    expect(box.hookline(['list']).stdout).toMatch(/skip {2}shell-guard[\s\S]*disabled: switched off/)
    const on = box.hookline(['enable', 'shell-guard'])
    expect({ code: on.code, stdout: on.stdout }).toEqual({ code: 0, stdout: '' })
    expect(verdict(box)).toBe('deny')
    expect(box.hookline(['enable', 'shell-guard']).stderr).toContain('was not disabled')
  })

  it('change the entry of this workspace, not an equal one of another', () => {
    const box = withHooks()
    box.write('other/.cursor/hooks.json', readFileSync(join(box.root, '.cursor/hooks.json'), 'utf8'))
    box.script('other/guard.sh', 'echo \'{"permission":"deny"}\'')
    const other = ['--cwd', join(box.root, 'other')]
    box.hookline(['trust', 'add', join(box.root, 'other'), '--yes'])
    box.hookline(['disable', 'shell-guard'])
    expect(verdict(box)).toBe('allow')
    expect(JSON.parse(box.hookline(['trigger', 'beforeShellExecution', '--json', ...other]).stdout).verdict).toBe(
      'deny',
    )
  })

  it('accept the name that the log shows for a hook without one, and suggest a fix for a typo', () => {
    const box = sandbox()
    box.script('guard.sh', 'echo')
    box.write('.cursor/hooks.json', hooksFile({ beforeShellExecution: [{ command: './guard.sh' }] }))
    box.hookline(['trust', 'add', '--yes'])
    expect(box.hookline(['disable', 'guard.sg']).stderr).toContain('Did you mean "guard.sh"?')
    expect(box.hookline(['disable', 'guard.sh']).code).toBe(0)
    expect(box.hookline(['list']).stdout).toContain('disabled: switched off')
    box.write('.cursor/hooks.json', hooksFile({ stop: [{ command: './guard.sh' }, { command: '.cursor/guard.sh' }] }))
    expect(box.hookline(['disable', 'guard.sh']).stderr).toContain(
      '2 hooks are named "guard.sh". Use the id of one of them',
    )
  })

  it('accept an id or its last part, and a duration', () => {
    const box = withHooks()
    const id = idOf(box)
    const before = Date.now()
    const { code, stdout } = box.hookline(['disable', id.split('/').at(-1) ?? '', '--for', '30m', '--json'])
    expect(code).toBe(0)
    const { disabled } = JSON.parse(stdout)
    expect(disabled).toMatchObject({ id, event: 'beforeShellExecution', label: 'shell-guard' })
    expect(Date.parse(disabled.until) - before).toBeGreaterThanOrEqual(30 * 60_000)
    expect(statSync(stateOf(box)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(stateOf(box), 'utf8')).disabled).toMatchObject([{ id, until: disabled.until }])
    expect(JSON.parse(box.hookline(['enable', id, '--json']).stdout)).toEqual({ enabled: { id, was: 'off' } })
  })

  it('let a hook run again when the time has passed, and when its entry is edited', () => {
    const box = withHooks()
    box.hookline(['disable', 'shell-guard', '--for', '1s'])
    const state = JSON.parse(readFileSync(stateOf(box), 'utf8'))
    state.disabled[0].until = new Date(Date.now() - 1).toISOString()
    writeFileSync(stateOf(box), JSON.stringify(state))
    expect(verdict(box)).toBe('deny')
    box.hookline(['disable', 'shell-guard'])
    box.write(
      '.cursor/hooks.json',
      hooksFile({ beforeShellExecution: [{ command: './guard.sh', name: 'shell-guard', timeout: 5 }] }),
    )
    box.hookline(['trust', 'add', '--yes'])
    expect(verdict(box)).toBe('deny')
  })

  it('never change a managed hook', () => {
    const box = withHooks()
    const managed = join(box.directory, 'managed')
    mkdirSync(managed)
    writeFileSync(join(managed, 'hooks.json'), JSON.stringify(hooksFile({ stop: [{ command: 'true', name: 'boss' }] })))
    const { code, stdout, stderr } = box.hookline(['disable', 'boss'], { env: { HOOKLINE_ENTERPRISE_DIR: managed } })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('comes from your organisation, so you cannot turn it off here')
  })

  it('can remove a hook that no longer exists', () => {
    const box = withHooks()
    const id = idOf(box)
    box.hookline(['disable', id])
    box.write('.cursor/hooks.json', hooksFile({}))
    expect(box.hookline(['enable', id]).code).toBe(0)
    expect(JSON.parse(readFileSync(stateOf(box), 'utf8')).disabled).toEqual([])
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
    const box = withHooks()
    for (const name of ['disable', 'enable']) {
      const example = /^Example: hookline (.*)$/m.exec(box.hookline([name, '--help']).stdout)?.[1] ?? ''
      expect(box.hookline(example.split(' ')).code).toBe(0)
    }
    expect(verdict(box)).toBe('deny')
  })
})
