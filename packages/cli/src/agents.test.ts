import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findAgents } from './agents.ts'

function directory(...files: readonly string[]): string {
  const base = mkdtempSync(join(tmpdir(), 'hookline-agents-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  for (const file of files) {
    mkdirSync(dirname(join(base, file)), { recursive: true })
    writeFileSync(join(base, file), '{}')
  }
  return base
}
const named = (root: string, home: string) => findAgents(root, home).map(({ agent, where }) => [agent.name, where])

test('agents are found by their files, in the workspace and in the home directory', () => {
  const root = directory('.cursor/rules/x.mdc', '.claude/settings.json', '.gemini/settings.json')
  expect(named(root, directory('.codex/config.toml', '.cursor/argv.json'))).toEqual([
    ['cursor', ['project', 'user']],
    ['claude', ['project']],
    ['codex', ['user']],
    ['gemini', ['project']],
  ])
})

test('files of Hookline itself do not count as an agent', () => {
  const files = ['.cursor/hooks.json', '.cursor/hooks.schema.json', '.cursor/hooks/a.sh']
  expect(named(directory(...files), directory(...files))).toEqual([])
})

test('in the home directory there is no workspace', () => {
  const home = directory('.claude/settings.json')
  expect(named(home, home)).toEqual([['claude', ['user']]])
})
