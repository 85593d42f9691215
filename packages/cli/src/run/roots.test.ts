import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, parse } from 'node:path'
import { pathToFileURL } from 'node:url'
import { agents, readAgents } from '@hookline/core/agents'
import { claude, cursor } from '@hookline/core/dialects'
import { describe, expect, it, onTestFinished } from 'vitest'
import { whyTooManyHooks } from '../paths.ts'
import { hookRootsOf, localPath, rootsOf } from './roots.ts'

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
    expect(roots(pathToFileURL(at('repo/c')).href)).toEqual([at('repo')])
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
      for (const given of [at('moved/.git/x'), pathToFileURL(at('moved')).href, '../../moved'])
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

describe('the directories whose hooks count for an event', () => {
  function makeFiles(...files: readonly string[]) {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-nested-')))
    onTestFinished(() => rmSync(top, { recursive: true, force: true }))
    for (const path of files) {
      mkdirSync(dirname(join(top, path)), { recursive: true })
      writeFileSync(join(top, path), '{}')
    }
    return (path: string) => join(top, path)
  }
  const own = '.hookline/hookline.json'
  const at = () =>
    makeFiles(
      `above/${own}`,
      'above/repo/.git/HEAD',
      `above/repo/${own}`,
      'above/repo/apps/web/.cursor/hooks.json',
      'above/repo/apps/web/src/.claude/settings.json',
      'above/repo/apps/web/src/deep/a.ts',
      `above/repo/apps/api/${own}`,
      'above/repo/apps/api/b.ts',
    )

  it('are those from the root down to its file, the outermost first', () => {
    const path = at()
    const found = (input: object) => hookRootsOf([path('above/repo')], { ...input })
    const web = [path('above/repo'), path('above/repo/apps/web'), path('above/repo/apps/web/src')]
    expect(found({})).toEqual([path('above/repo')])
    expect(found({ file_path: path('above/repo/apps/web/src/deep/a.ts') })).toEqual(web)
    expect(found({ tool_input: { file_path: path('above/repo/apps/web/src/new/x.ts') } })).toEqual(web)
    expect(found({ cwd: path('above/repo/apps/web/src/deep') })).toEqual(web)
    expect(found({ cwd: path('above/repo/apps/web'), file_path: 'src/deep/a.ts' })).toEqual(web)
    expect(found({ tool_input: { cwd: 'apps/web' } })).toEqual(web.slice(0, 2))
  })

  it('are those of every file that a patch changes', () => {
    const path = at()
    const patch =
      '*** Begin Patch\n*** Update File: apps/web/x.ts\n@@\n-a\n+b\n*** Add File: apps/api/y.ts\n+c\n*** End Patch\n'
    expect(hookRootsOf([path('above/repo')], { tool_input: { patch } })).toEqual(
      expect.arrayContaining([path('above/repo'), path('above/repo/apps/web'), path('above/repo/apps/api')]),
    )
  })

  it('begin at the repository around the workspace, and never above it', () => {
    const path = at()
    expect(hookRootsOf([path('above/repo/apps/web')], {})).toEqual([path('above/repo'), path('above/repo/apps/web')])
    expect(hookRootsOf([path('above/repo')], { file_path: path('above/x.ts'), cwd: '/' })).toEqual([path('above/repo')])
    expect(hookRootsOf([path('above')], {})).toEqual([path('above')])
  })

  it('are not those with files of agents whose hooks are not read', () => {
    const files = agents.filter((agent) => !readAgents.includes(agent)).flatMap(({ files }) => files.hookFiles)
    expect(files).not.toEqual([])
    const path = makeFiles('repo/.git/HEAD', ...files.flatMap((file) => [`repo/${file}`, `repo/apps/web/${file}`]))
    mkdirSync(path('repo/apps/api/.cursor'), { recursive: true })
    const inputs = [{ cwd: path('repo/apps/web') }, { cwd: path('repo/apps/api') }]
    for (const input of inputs) expect(hookRootsOf([path('repo/apps')], input)).toEqual([path('repo/apps')])
  })

  it('end at the root of the file system', () => {
    const path = at()
    const { root } = parse(path('above'))
    expect(hookRootsOf([root], {})).toEqual([root])
    expect(hookRootsOf([root], { cwd: root, file_path: path('above/repo/x.ts') })).toEqual(
      expect.arrayContaining([root, path('above'), path('above/repo')]),
    )
  })

  it.skipIf(process.platform === 'win32')('are not hidden by a link', () => {
    const path = at()
    symlinkSync(path('above/repo/apps/api'), path('above/repo/linked'))
    expect(hookRootsOf([path('above/repo')], { file_path: path('above/repo/linked/b.ts') })).toEqual(
      expect.arrayContaining([path('above/repo'), path('above/repo/apps/api')]),
    )
  })

  it('are refused together above their limits', () => {
    expect(whyTooManyHooks(Array.from({ length: 100 }, (_, at) => `/nowhere/${at}`))).toBeUndefined()
    expect(whyTooManyHooks(Array.from({ length: 101 }, (_, at) => `/nowhere/${at}`))).toContain('101 directories')
    const path = at()
    const roots = Array.from({ length: 5 }, (_, nth) => path(`above/repo/apps/${nth}`))
    for (const [nth, root] of roots.entries()) {
      mkdirSync(join(root, '.hookline'), { recursive: true })
      writeFileSync(join(root, own), ' '.repeat(1024 * 1024 - (nth === 4 ? 0 : 1)))
    }
    expect(whyTooManyHooks(roots)).toContain('5 directories have 5242876 bytes')
    expect(whyTooManyHooks(roots.slice(0, 4))).toBeUndefined()
  })
})
