import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createFinder } from './find-tests.mjs'
import { lengths, series } from './series.mjs'

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const find = createFinder()

test.each(Object.entries(lengths))('the %s series has all its numbers', (letter, length) => {
  expect(series[letter].map(({ id }) => id)).toEqual(Array.from({ length }, (_, at) => `${letter}${at + 1}`))
})

test.each(Object.values(series).flat())('$id names tests that exist, or says what is open', ({ tests, open }) => {
  expect(tests.length > 0 || open !== undefined).toBe(true)
  const isThere = (name) =>
    name.startsWith('npm run ') ? scripts[name.split(' ')[2]] !== undefined : find(name).length > 0
  expect(tests.filter((name) => !isThere(name))).toEqual([])
})

test('each number of the engine has a test of its own', () => {
  const only = series.E.filter(({ tests }) => tests.every((name) => name.startsWith('npm run ')))
  expect(only.map(({ id }) => id)).toEqual([])
})

const hasCompiler = ['cc', 'gcc', 'clang'].some((name) => spawnSync(name, ['--version']).status === 0)
test.skipIf(process.platform !== 'linux' || !hasCompiler)(
  'E1: sixty mixed faults through the library, run and the launcher are decided rightly',
  { timeout: 600_000 },
  () => {
    const program = fileURLToPath(new URL('../chaos.mjs', import.meta.url))
    const args = ['--expose-gc', program, '--runs', '60', '--timing', '0', '--kills', '2']
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect([status, stdout.trim().split('\n').at(-1)], stdout).toEqual([0, 'passed'])
  },
)
