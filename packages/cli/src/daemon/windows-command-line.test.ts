import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { withAnyCapitals } from './environments.ts'
import { hasSameIdentity } from './identity.ts'
import { windowsCommandLine, windowsVariables } from './windows-command-line.ts'

describe('a command line of Windows', () => {
  it.each([
    [['plain', '-x=1'], 'p.exe plain -x=1'],
    [['a b', ''], 'p.exe "a b" ""'],
    [['say "hi"'], 'p.exe "say \\"hi\\""'],
    [['C:\\dir\\', 'C:\\a dir\\'], 'p.exe C:\\dir\\ "C:\\a dir\\\\"'],
    [['\\\\"'], 'p.exe "\\\\\\\\\\""'],
  ])('quotes %j as Node does', (args, line) => {
    expect(windowsCommandLine({ shell: 'p.exe', args })).toBe(line)
  })

  it('leaves the text for cmd.exe as it is', () => {
    const args = ['/d', '/s', '/c', '""a b.cmd" x"']
    expect(windowsCommandLine({ shell: 'cmd.exe', args, verbatim: true })).toBe('cmd.exe /d /s /c ""a b.cmd" x"')
  })

  it.runIf(process.platform === 'win32')('is read by a program as the same arguments', () => {
    const args = [
      '-p',
      'JSON.stringify(process.argv.slice(1))',
      'a b',
      '',
      'say "hi"',
      'C:\\a dir\\',
      'x\\"y',
      '%PATH%',
      'é',
    ]
    const line = windowsCommandLine({ shell: process.execPath, args }).slice(process.execPath.length + 1)
    const { stdout } = spawnSync(process.execPath, [line], { windowsVerbatimArguments: true, encoding: 'utf8' })
    expect(JSON.parse(stdout)).toEqual(args.slice(2))
  })
})

describe('variables of Windows', () => {
  it('of two names that differ in capitals, the first in order counts', () => {
    expect(windowsVariables({ Path: 'b', PATH: 'a', x: '1' })).toEqual({ PATH: 'a', x: '1' })
  })

  it('are found whatever their capitals', () => {
    const env = Object.freeze(withAnyCapitals({ Path: 'a', x: '1' }))
    expect([env.PATH, env.Path, env.X, env.y, 'path' in env]).toEqual(['a', 'a', '1', undefined, true])
    expect(Object.entries({ ...env })).toEqual([
      ['Path', 'a'],
      ['x', '1'],
    ])
  })

  it('name another daemon if they move a directory of the person', () => {
    const own = { USERPROFILE: 'C:\\Users\\a', SystemRoot: 'C:\\Windows' }
    expect(hasSameIdentity(own, { UserProfile: 'C:\\Users\\a', SYSTEMROOT: 'C:\\Windows', Path: 'x' }, 'win32')).toBe(
      true,
    )
    expect(hasSameIdentity(own, { ...own, LOCALAPPDATA: 'C:\\x' }, 'win32')).toBe(false)
    expect(hasSameIdentity(own, { ...own, HOOKLINE_DEPTH: '2' }, 'win32')).toBe(true)
    expect(hasSameIdentity(own, {}, 'linux')).toBe(true)
  })
})
