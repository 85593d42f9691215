import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findMisplacedFiles } from './misplaced-files.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookline-misplaced-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const cursor = '{ "version": 1,\n  "hooks": { "stop": [ { "command": "./x.sh" } ] } }'
const claude = '{ "hooks": { "PreToolUse": [ { "hooks": [ { "type": "command", "command": "./x.sh" } ] } ] } }'

function found(path: string, text: string): readonly string[] {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  return findMisplacedFiles(root, (file) => readFileSync(file, 'utf8')).map(
    ({ file, line, hint }) => `${relative(root, file)}:${line} ${hint}`,
  )
}

it.each([
  ['hooks.json', cursor, 'hooks.json:2 Move the hooks to .cursor/hooks.json.'],
  ['.cursor/hook.json', cursor, '.cursor/hook.json:2 Move the hooks to .cursor/hooks.json.'],
  ['.cursor/hooks/hooks.json', cursor, '.cursor/hooks/hooks.json:2 Move the hooks to .cursor/hooks.json.'],
  ['.cursor/hooks.jsonc', cursor, '.cursor/hooks.jsonc:2 Move the hooks to .cursor/hooks.json.'],
  ['.cursor/settings.json', claude, '.cursor/settings.json:1 Move the hooks to .claude/settings.json.'],
  ['.claude/hooks.json', claude, '.claude/hooks.json:1 Move the hooks to .claude/settings.json.'],
  ['.claude/setting.json', claude, '.claude/setting.json:1 Move the hooks to .claude/settings.json.'],
  ['claude/settings.json', claude, 'claude/settings.json:1 Move the hooks to .claude/settings.json.'],
])('reports %s, which no agent reads', (path, text, expected) => {
  expect(found(path, text)).toEqual([expected])
})

it.each([
  ['.cursor/hooks.json', cursor],
  ['.claude/settings.json', claude],
  ['.claude/settings.local.json', claude],
  ['hooks/hooks.json', claude],
  ['.vscode/settings.json', '{ "editor.tabSize": 2 }'],
  ['hooks.json', '{ "hooks": { "pre-commit": "npm test" } }'],
])('reports nothing for %s: %s', (path, text) => {
  expect(found(path, text)).toEqual([])
})
