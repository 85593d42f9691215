import { expect, test } from 'vitest'
import { readShell } from './read-shell.ts'

/** The variables of the last program in the text. */
const given = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readShell(text)
      .commands.at(-1)
      ?.assignments.map(({ name, value }) => [name, value.text]) ?? [],
  )

test.each([
  ['A=b x', { A: 'b' }],
  ['export A=b; x', { A: 'b' }],
  ['A=b; export A; x', { A: 'b' }],
  ['declare -x A=b && x', { A: 'b' }],
  ['export A=b; A=c; x', { A: 'c' }],
  ['export A=b; A=c x', { A: 'c' }],
  ['set -a; A=b; x', { A: 'b' }],
  ['set -eao pipefail; A=b; x', { A: 'b' }],
  ['set -o allexport; set +o pipefail; A=b; x', { A: 'b' }],
  ['env A=b x', { A: 'b' }],
  ['sudo A=b x', { A: 'b' }],
  ["A=b sh -c 'x'", { A: 'b' }],
  ["export A=b; bash -c 'x'", { A: 'b' }],
  ['A=b; x', {}],
  ['declare A=b; x', {}],
  ['export A=b; unset A; x', {}],
  ['set -a; set +a; A=b; x', {}],
  ['set -o allexport; set +o allexport; A=b; x', {}],
  ['set -- -a; A=b; x', {}],
  ['export A=b; export -n A; x', {}],
  ["sh -c 'export A=b'; x", {}],
])('%s gives the program %j', (text, wanted) => expect(given(text)).toEqual(wanted))

test('reads a program of git as its verb', () => {
  const last = readShell('/usr/lib/git-core/git-push -f').commands.at(-1)
  expect(last?.words.map(({ text }) => text)).toEqual(['git', 'push', '-f'])
})
