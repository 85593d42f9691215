import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { agentFileRows } from '../../agents/list.ts'
import { packageAt, protectedNames, protectedPlaces } from './protected-paths.ts'

function scratch() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-protected-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(join(base, path, '..'), { recursive: true })
    writeFileSync(join(base, path), text)
  }
  return { base, write }
}

test('the hook files of every agent are in the set', () => {
  for (const { hookFiles, settings } of agentFileRows)
    for (const file of [...hookFiles, ...settings]) expect(protectedNames.names).toContain(file)
  expect(protectedNames.anchors).toContain('.cursor/hooks.json')
  expect(protectedNames.anchors).toContain('.local/state/hookline')
  expect(protectedNames.anchors.filter((one) => /[*{}]/.test(one))).toEqual([])
})

test('variables lead to the directories they name', () => {
  const env = { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/k', HOOKLINE_ENTERPRISE_DIR: '/e' }
  const places = protectedPlaces({ home: '/h', env, roots: [] })
  for (const place of ['/c/hookline', '/s/hookline', '/k/hookline', '/e']) expect(places).toContain(place)
  expect(protectedPlaces({ home: '/h', env: {}, roots: [] })).toContain('/h/.config/hookline')
})

test('the program on the PATH is protected with the package it leads to, and a free name before it too', () => {
  const { base, write } = scratch()
  write('lib/node_modules/hookline/package.json', '{"name":"hookline"}')
  write('lib/node_modules/hookline/bin/hookline.cjs', '')
  mkdirSync(join(base, 'bin'))
  symlinkSync('../lib/node_modules/hookline/bin/hookline.cjs', join(base, 'bin/hookline'))
  const env = { PATH: `${join(base, 'first')}:${join(base, 'bin')}` }
  const places = protectedPlaces({ home: base, env, roots: [] })
  expect(places).toContain(join(base, 'bin/hookline'))
  expect(places).toContain(join(base, 'first/hookline'))
  expect(places).toContain(join(base, 'lib/node_modules/hookline'))
})

test('a package is ours by its name, and the sources of a workspace are not its program', () => {
  const { base, write } = scratch()
  write('repo/package.json', '{"name":"hookline"}')
  write('repo/bin/hookline', '')
  write('other/package.json', '{"name":"other"}')
  expect(packageAt(join(base, 'repo/bin/hookline'))).toBe(join(base, 'repo'))
  expect(packageAt(join(base, 'other/x.js'))).toBeUndefined()
  const places = protectedPlaces({ home: base, env: { PATH: join(base, 'repo/bin') }, roots: [join(base, 'repo')] })
  expect(places).not.toContain(join(base, 'repo'))
})
