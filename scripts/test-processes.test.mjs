import { expect, test } from 'vitest'
import { findShared, needsOwnProcess } from './test-processes.mjs'

test.each([
  "vi.stubEnv('PATH', '/nowhere')",
  "process.env.PATH = '/nowhere'",
  "process.env['PATH'] = '/nowhere'",
  'process.env[name] ??= value',
  'delete process.env.PATH',
  'Object.assign(process.env, variables)',
  'process.chdir(directory)',
  'const before = process.memoryUsage().rss',
  "process.on('warning', listener)",
  'globalThis.fetch = other',
])('%s needs a process of its own', (line) => {
  expect(needsOwnProcess(`test('x', () => {\n  ${line}\n})\n`)).toBe(true)
})

test.each([
  'const env = { ...process.env, PATH: directory }',
  "if (process.env.CI === 'true') return",
  "child.on('exit', resolve)",
])('%s needs none', (line) => {
  expect(needsOwnProcess(`test('x', () => {\n  ${line}\n})\n`)).toBe(false)
})

test('the files that share are named as vitest names files', () => {
  const files = findShared()
  expect(files).toContain('packages/core/src/steps/select.test.ts')
  expect(files).not.toContain('packages/core/src/node/process/spawn.test.ts')
  expect(files).not.toContain('packages/packs/src/notify/notify.test.ts')
})

test('a helper that changes the process counts too', () => {
  expect(findShared()).not.toContain('packages/cli/src/daemon/cases/share-1.test.ts')
})
