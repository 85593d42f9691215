import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { installCommand } from './install-command.ts'

test('a package is installed beside the copy that needs it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-install-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const [project, prefix] = [join(directory, 'project'), join(directory, 'lib')]
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{}')
  const inside = 'node_modules/hookline/dist/bundle/core.cjs'
  expect(installCommand('@hookline/team', join(prefix, inside))).toBe('npm i -g @hookline/team')
  expect(installCommand('@hookline/team', join(project, inside))).toBe('npm i @hookline/team')
  expect(installCommand('@hookline/team')).toBe('npm i @hookline/team')
})
