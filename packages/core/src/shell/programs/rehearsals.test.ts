import { describe, expect, test } from 'vitest'
import { readShell } from '../read-shell.ts'
import type { ShellCommand } from '../types.ts'
import { argumentsOf, hasOption } from './index.ts'
import { isRehearsal } from './rehearsals.ts'

const first = (text: string): ShellCommand => {
  const [command] = readShell(text).commands
  if (command === undefined) throw new Error(`no command in ${text}`)
  return command
}

describe('a dry run', () => {
  test.each([
    ['apt-get -s remove nginx', true],
    ['apt-get remove nginx', false],
    ['gsutil rsync -n -d . gs://bucket', true],
    ['gsutil cp -n a gs://bucket', false],
    ['ansible all -m file -a "path=/ state=absent" --check', true],
    ['make -n deploy', true],
    ['make deploy', false],
    ['anything --dry-run', true],
    ['anything --dry-run=false', false],
    ['anything --dry-run --no-dry-run', false],
    ['anything -- --dry-run', false],
    ['Remove-Item x -WhatIf', true],
    ['Remove-Item x -WhatIf:$false', false],
    ["salt '*' state.apply test=True", true],
  ])('%s: %s', (text, expected) => expect(isRehearsal(first(text))).toBe(expected))
})

test('finds an option in every spelling, but not in the value of another option', () => {
  const has = (text: string, ...spellings: string[]): boolean => {
    const read = argumentsOf(first(text))
    return read !== undefined && hasOption(read, ...spellings)
  }
  expect(has('git push -uf origin main', '--force')).toBe(true)
  expect(has('git checkout --forc main', '-f')).toBe(true)
  expect(has('git checkout -bfix', '-f')).toBe(false)
  expect(has('rm -rfv x', '--recursive')).toBe(true)
})

test('a search for names, a count and a checksum do not reveal the content', () => {
  const isQuiet = (text: string): boolean | undefined => argumentsOf(first(text))?.isQuiet
  expect(['grep -q x f', 'rg -l x', 'wc -l f', 'find . -name f', 'md5sum f', 'fd f'].map(isQuiet)).toEqual(
    Array(6).fill(true),
  )
  expect(['grep x f', 'rg x', 'cat -n f', 'od -c f', 'tail -n 3 f'].map(isQuiet)).toEqual(Array(5).fill(false))
})
