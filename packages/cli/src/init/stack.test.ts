import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findHookFiles } from './found.ts'
import { openProject, type ProjectFiles } from './project-files.ts'
import { findStack } from './stack.ts'

function directory(files: Readonly<Record<string, string>>): ProjectFiles {
  const base = mkdtempSync(join(tmpdir(), 'hookline-look-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true })
    writeFileSync(join(base, path), text)
  }
  return openProject(base)
}
const found = (files: Readonly<Record<string, string>>) => findStack(directory(files))

test('an empty directory has no tools', () => {
  expect(found({})).toEqual({ languages: [], formatters: [] })
})

test('a TypeScript package is read from its manifest and lock file', () => {
  const manifest = {
    scripts: { test: 'vitest run' },
    devDependencies: { prettier: '3', vitest: '4', typescript: '7' },
  }
  expect(found({ 'package.json': JSON.stringify(manifest), 'pnpm-lock.yaml': '' })).toEqual({
    manager: 'pnpm',
    languages: ['TypeScript'],
    formatters: ['prettier'],
    tests: 'pnpm test',
    testRunner: 'vitest',
  })
})

test('the test script of npm init does not count, and a broken manifest counts as empty', () => {
  const manifest = { scripts: { test: 'echo "Error: no test specified" && exit 1' } }
  expect(found({ 'package.json': JSON.stringify(manifest) })).toEqual({
    manager: 'npm',
    languages: ['JavaScript'],
    formatters: [],
  })
  expect(found({ 'package.json': '{ broken', 'biome.json': '{}' })).toMatchObject({ formatters: ['biome'] })
})

test('Python, Go and Rust are found by their files', () => {
  expect(found({ 'pyproject.toml': '[tool.ruff]\n', 'uv.lock': '', 'tests/x.py': '' })).toEqual({
    manager: 'uv',
    languages: ['Python'],
    formatters: ['ruff'],
    tests: 'uv run pytest -q',
    testRunner: 'pytest',
  })
  expect(found({ 'go.mod': '' })).toMatchObject({ formatters: ['gofmt'], tests: 'go test ./...' })
  expect(found({ 'Cargo.toml': '[package]\n' })).toMatchObject({ formatters: ['rustfmt'], tests: 'cargo test --quiet' })
})

test('hook files are found by their content', () => {
  const project = directory({
    '.cursor/hooks.json': '{}',
    '.claude/settings.json': '{ "model": "x" }',
    '.gemini/settings.json': '{ "hooks": {} }',
    '.hookline/hookline.json': '{ "packs": {} }',
  })
  expect(findHookFiles(project)).toEqual(['.hookline/hookline.json', '.cursor/hooks.json', '.gemini/settings.json'])
})
