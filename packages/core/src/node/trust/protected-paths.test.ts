import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { agentFileRows } from '../../agents/list.ts'
import { hasLinks, isWindows } from '../../testing/system.ts'
import { findOwnPackage, findProtectedPaths, protectedNames } from './protected-paths.ts'

function scratch() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-protected-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(join(base, path, '..'), { recursive: true })
    writeFileSync(join(base, path), text)
  }
  return { base, write }
}

test('the hook files of every agent are protected', () => {
  for (const { hookFiles, settings } of agentFileRows)
    for (const file of [...hookFiles, ...settings]) expect(protectedNames.names).toContain(file)
  expect(protectedNames.anchors).toContain('.cursor/hooks.json')
  expect(protectedNames.anchors).toContain('.local/state/hookline')
  expect(protectedNames.anchors.filter((one) => /[*{}]/.test(one))).toEqual([])
})

test('directories named by environment variables are protected', () => {
  const env = isWindows
    ? { APPDATA: 'C:\\c', LOCALAPPDATA: 'C:\\l', HOOKLINE_ENTERPRISE_DIR: 'C:\\e' }
    : { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/k', HOOKLINE_ENTERPRISE_DIR: '/e' }
  const want = isWindows
    ? ['C:\\c\\hookline', 'C:\\l\\hookline\\state', 'C:\\l\\hookline\\cache', 'C:\\e']
    : ['/c/hookline', '/s/hookline', '/k/hookline', '/e']
  const paths = findProtectedPaths({ home: '/h', env, roots: [] })
  for (const path of want) expect(paths).toContain(path)
  const usual = isWindows ? join('/h', 'AppData/Roaming/hookline') : '/h/.config/hookline'
  expect(findProtectedPaths({ home: join('/h'), env: {}, roots: [] })).toContain(usual)
})

test.runIf(hasLinks)('protects the program on the PATH, the package it links to, and an unused earlier path', () => {
  const { base, write } = scratch()
  write('lib/node_modules/hookline/package.json', '{"name":"hookline"}')
  write('lib/node_modules/hookline/bin/hookline.cjs', '')
  mkdirSync(join(base, 'bin'))
  symlinkSync('../lib/node_modules/hookline/bin/hookline.cjs', join(base, 'bin/hookline'))
  const env = { PATH: [join(base, 'first'), join(base, 'bin')].join(delimiter) }
  const paths = findProtectedPaths({ home: base, env, roots: [] })
  expect(paths).toContain(join(base, 'bin/hookline'))
  expect(paths).toContain(join(base, 'first/hookline'))
  expect(paths).toContain(join(base, 'lib/node_modules/hookline'))
})

test.runIf(isWindows)('protects every file that PowerShell would start for the name', () => {
  const paths = findProtectedPaths({ home: 'C:\\h', env: { PATH: 'C:\\npm' }, roots: [] })
  for (const name of ['hookline', 'hookline.ps1', 'hookline.cmd', 'hookline.exe'])
    expect(paths).toContain(join('C:\\npm', name))
})

test('recognises a Hookline package by its name, and does not protect sources in a workspace', () => {
  const { base, write } = scratch()
  write('repo/package.json', '{"name":"hookline"}')
  write('repo/bin/hookline', '')
  write('other/package.json', '{"name":"other"}')
  expect(findOwnPackage(join(base, 'repo/bin/hookline'))).toBe(join(base, 'repo'))
  expect(findOwnPackage(join(base, 'other/x.js'))).toBeUndefined()
  const paths = findProtectedPaths({ home: base, env: { PATH: join(base, 'repo/bin') }, roots: [join(base, 'repo')] })
  expect(paths).not.toContain(join(base, 'repo'))
})
