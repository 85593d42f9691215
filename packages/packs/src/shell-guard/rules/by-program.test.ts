import { readShell } from '@hookline/core/shell'
import { expect, test } from 'vitest'
import { findRules } from './by-program.ts'
import { ruleFamilies } from './index.ts'

const all = ruleFamilies.flatMap((rules) => rules())
const always = all.filter(({ programs }) => programs === undefined)
const [command] = readShell('x').commands

const rulesOf = (name: string) => (command === undefined ? [] : findRules({ ...command, name }))

test('a program is checked by the rules for all commands, and by every rule that names it', () => {
  const names = new Set(all.flatMap(({ programs = [] }) => programs))
  expect(names.size).toBeGreaterThan(1_000)
  for (const name of names)
    expect(rulesOf(name), name).toEqual([...always, ...all.filter(({ programs }) => programs?.includes(name))])
})

test('a program that no rule names is checked by the rules for all commands', () => {
  expect(rulesOf('no-such-program')).toEqual(always)
  expect(rulesOf('npm 1\nyarn')).toEqual(always)
})

test('what follows the first dot of a name does not matter', () =>
  expect(rulesOf('mkfs.ext4')).toEqual(rulesOf('mkfs')))
