import { expect, test } from 'vitest'
import { findAwkShellCode } from './awk-programs.ts'

test.each<[code: string, expected: readonly (string | undefined)[]]>([
  ['BEGIN { print "rm -rf x" | "sh" }', ['rm -rf x']],
  ['BEGIN { print "rm", "-rf", "x" | "/bin/bash -e" }', ['rm -rf x']],
  ['BEGIN { print("rm " "-rf x") |& "dash" }', ['rm -rf x']],
  ['BEGIN { c = "rm -rf x"; print c | "sh -s a" }', ['rm -rf x']],
  ['BEGIN { c = "a"; c = c "b"; print c | "sh" }', [undefined]],
  ['{ print $0 | "bash" }', [undefined]],
  ['{ print "rm " $1 | "sh" }', ['rm …', undefined]],
  ['{ system("mkdir -p " $1) }', ['mkdir -p …']],
  ['{ system($0) }', [undefined]],
  ['BEGIN { system("date") }', ['date']],
  ['{ print $1 | "sort -u" }', []],
  ['{ print "a" | "sh -c cat" }', []],
  ['{ print "a" | "sh ./filter.sh" }', []],
  ['{ print "x | sh" > "f" }', []],
])('%s passes this to a shell: %j', (code, expected) => {
  expect(findAwkShellCode(code)).toEqual(expected)
})
