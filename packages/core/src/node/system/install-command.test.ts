import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { installHint, tarballs } from './install-command.ts'

test('a package is installed from its tarballs, beside the copy that needs it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-install-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const [project, prefix] = [join(directory, 'project'), join(directory, 'lib')]
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{}')
  const inside = 'node_modules/hookline/dist/bundle/core.cjs'
  expect(installHint('@hookline/team', join(prefix, inside))).toMatch(
    / in its dist directory: npm i -g \.\/hookline-core-\*\.tgz \.\/hookline-packs-\*\.tgz \.\/hookline-team-\*\.tgz$/,
  )
  expect(installHint('@hookline/models', join(project, inside))).toMatch(
    / run: npm i <clone>\/dist\/hookline-core-\*\.tgz <clone>\/dist\/hookline-models-\*\.tgz$/,
  )
})

test('in a clone it is built', () => {
  expect(installHint('@hookline/team', '/clone/packages/core/src/x.ts')).toMatch(/run: npm ci && npm run build$/)
})

test.each(Object.entries(tarballs))('the tarballs of %s are all that it depends on', (name, listed) => {
  expect([...needed(name)].toSorted()).toEqual(listed.toSorted())
})

function needed(name: string): ReadonlySet<string> {
  const file = new URL(`../../../../${name.replace('@hookline/', '')}/package.json`, import.meta.url)
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'))
  const ours = Object.keys(dependencies).filter((one) => one.startsWith('@hookline/'))
  return new Set([name.slice(1).replace('/', '-'), ...ours.flatMap((one) => [...needed(one)])])
}
