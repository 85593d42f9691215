import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claude, cursor } from '@hookline/core/dialects'
import { describe, expect, it, onTestFinished } from 'vitest'
import { localPath, rootsOf } from './roots.ts'

describe('a root on Windows', () => {
  it.each([
    ['/c:/Users/me/repo', 'C:\\Users\\me\\repo'],
    ['/C:/Users/me/repo/', 'C:\\Users\\me\\repo\\'],
    ['c:/Users/me', 'C:\\Users\\me'],
    ['c:\\Users\\me', 'C:\\Users\\me'],
    ['\\d:\\work', 'D:\\work'],
    ['/c%3A/Users/My%20Name', 'C:\\Users\\My Name'],
    ['/c:/Users/100%25', 'C:\\Users\\100%25'],
    ['file:///c%3A/Users/My%20Name', 'C:\\Users\\My Name'],
    ['file:///C:/Users/me', 'C:\\Users\\me'],
    ['file://localhost/c:/Users/me', 'C:\\Users\\me'],
    ['file://server/share/repo', '\\\\server\\share\\repo'],
    ['//server/share/repo', '\\\\server\\share\\repo'],
    ['\\\\server\\share', '\\\\server\\share\\'],
    ['/c/Users/me', 'C:\\Users\\me'],
    ['/c:', 'C:\\'],
  ])('%s is %s', (root, want) => expect(localPath(root, 'win32')).toBe(want))
})

describe('a root elsewhere', () => {
  it.each([
    ['/c:/Users/me', '/c:/Users/me'],
    ['/home/me/100%25', '/home/me/100%25'],
    ['file:///home/me/my%20repo', '/home/me/my repo'],
    ['file:///home/me/100%', '/home/me/100%'],
  ])('%s is %s', (root, want) => expect(localPath(root, 'linux')).toBe(want))
})

describe('the workspace of an event', () => {
  function makeDirectories(...directories: readonly string[]) {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-roots-')))
    onTestFinished(() => rmSync(top, { recursive: true, force: true }))
    for (const path of directories) mkdirSync(join(top, path), { recursive: true })
    return (path: string) => join(top, path)
  }
  const options = { host: cursor, env: {}, cwd: '/' }

  it('is the project above the root that the agent names, once', () => {
    const at = makeDirectories('repo/.hookline', 'repo/a/b', 'repo/c', 'other/.git', 'bare/x')
    const roots = (...named: readonly string[]) => rootsOf({ workspace_roots: named }, options)
    expect(roots(at('repo/a/b'))).toEqual([at('repo')])
    expect(roots(at('repo/a/b'), at('repo/c'), at('other'))).toEqual([at('repo'), at('other')])
    expect(roots(at('repo/a/gone'))).toEqual([at('repo')])
    expect(roots(at('bare/x'))).toEqual([at('bare/x')])
    expect(roots(`file://${at('repo/c')}`)).toEqual([at('repo')])
  })

  it('is found without roots by the variable, the directory of the payload, then the current one', () => {
    const at = makeDirectories('repo/.claude', 'repo/sub', 'moved/.git/x', 'here/.cursor', 'here/sub')
    const cwd = at('here/sub')
    const payload = { cwd: at('moved/.git/x') }
    const env = { CLAUDE_PROJECT_DIR: at('repo/sub') }
    expect(rootsOf(payload, { host: claude, env, cwd })).toEqual([at('repo')])
    expect(rootsOf(payload, { host: claude, env: { CLAUDE_PROJECT_DIR: 'sub' }, cwd })).toEqual([at('moved')])
    expect(rootsOf({}, { host: claude, env: {}, cwd })).toEqual([at('here')])
    for (const workspace_roots of [[], null, undefined]) {
      expect(rootsOf({ workspace_roots }, { ...options, cwd })).toEqual([at('here')])
      for (const given of [at('moved/.git/x'), `file://${at('moved')}`, '../../moved'])
        expect(rootsOf({ workspace_roots, cwd: given }, { ...options, cwd })).toEqual([at('moved')])
      for (const none of ['', null, 7])
        expect(rootsOf({ workspace_roots, cwd: none }, { ...options, cwd })).toEqual([at('here')])
    }
    const variable = { CURSOR_PROJECT_DIR: at('repo/sub') }
    expect(rootsOf({ workspace_roots: [], cwd: at('moved') }, { ...options, env: variable, cwd })).toEqual([at('repo')])
  })

  it.each([['text'], [[1]], [['']], [{}]])('is unknown when workspace_roots is %j', (workspace_roots) => {
    expect(rootsOf({ workspace_roots }, options)).toBeUndefined()
  })
})
