import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRoot, findRoots, shownPath } from './paths.ts'

let top = ''
beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-root-')))
  const marked = [
    'a/.cursor',
    'b/.hookline',
    'c/.claude',
    'deep/.git',
    'deep/a/.cursor',
    'home/.cursor',
    'home/.claude',
  ]
  const others = ['a/x/y', 'b/x', 'c/x', 'd/x', 'e/x', 'deep/a/b', 'home/x']
  for (const path of [...marked, ...others]) mkdirSync(join(top, path), { recursive: true })
  writeFileSync(join(top, 'd/.git'), 'gitdir: elsewhere')
})
afterAll(() => rmSync(top, { recursive: true, force: true }))

describe('the root of a workspace', () => {
  it.each([
    ['a/x/y', 'a'],
    ['b/x', 'b'],
    ['c/x', 'c'],
    ['d/x', 'd'],
    ['deep/a/b', 'deep/a'],
    ['a', 'a'],
    ['e/x', 'e/x'],
    ['home/x', 'home/x'],
  ])('from %s it is %s', (from, want) => {
    expect(findRoot(join(top, from), { home: join(top, 'home') })).toBe(join(top, want))
  })
})

it('a trusted directory without marks stays the root of its subdirectories', () => {
  const approved = () => new Set([join(top, 'a/x')])
  expect(findRoot(join(top, 'a/x/y'), { home: join(top, 'home'), approved })).toBe(join(top, 'a/x'))
  expect(findRoot(join(top, 'a'), { home: join(top, 'home'), approved })).toBe(join(top, 'a'))
})

describe.skipIf(process.platform === 'win32')('the roots of a path through a link', () => {
  beforeAll(() => {
    mkdirSync(join(top, 'links'))
    const links = { 'links/part': 'a/x', 'links/whole': 'a', 'b/other': 'a/x', 'a/inner': 'a/x', 'links/bare': 'e/x' }
    for (const [link, to] of Object.entries({ ...links, 'links/home': 'home', 'a/out': 'e' }))
      symlinkSync(join(top, to), join(top, link))
  })
  it.each([
    ['links/part', ['a']],
    ['links/part/y', ['a']],
    ['links/part/gone/deep', ['a']],
    ['links/whole', ['links/whole']],
    ['links/whole/x', ['links/whole']],
    ['a/inner/y', ['a']],
    ['a/out/x', ['a']],
    ['b/other', ['b', 'a']],
    ['links/bare', ['links/bare']],
    ['links/home/x', ['links/home/x']],
  ])('%s are %j', (from, want) => {
    const roots = want.map((path) => join(top, path))
    expect(findRoots(join(top, from), { home: join(top, 'home') })).toEqual(roots)
    expect(findRoot(join(top, from), { home: join(top, 'home') })).toBe(roots[0])
    expect(findRoots(join(top, from), { home: join(top, 'links/home') })).toEqual(roots)
  })
})

describe('a path as it is shown', () => {
  it('is relative where that is shorter', () => {
    expect(shownPath('/w/p/.cursor/hooks.json', '/w/p')).toBe(join('.cursor/hooks.json'))
    expect(shownPath('/etc/x', '/home/someone/deep/down')).toBe('/etc/x')
    expect(shownPath('/w', '/w')).toBe('/w')
  })
})
