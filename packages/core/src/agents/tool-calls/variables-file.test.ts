import { expect, it } from 'vitest'
import { readVariables } from './variables-file.ts'

it.each([
  ['a plain value', 'export A=1', { A: '1' }],
  ['an empty value', 'export A=', { A: '' }],
  ['several in one line', 'export A=1 B=2', { A: '1', B: '2' }],
  ['several commands in one line', 'export A=1; export B=2', { A: '1', B: '2' }],
  ['single quotes', "export A='a b $X'", { A: 'a b $X' }],
  ['double quotes', 'export A="a b \\"c\\" \\$X"', { A: 'a b "c" $X' }],
  ['quotes in the middle', `export A=x'y z'"w"`, { A: 'xy zw' }],
  ['a backslash', 'export A=a\\ b', { A: 'a b' }],
  ['a value over two lines', 'export A="a\nb"\nexport B=2', { A: 'a\nb', B: '2' }],
  ['an escape of bash', "export A=$'a\\nb'", { A: 'a\nb' }],
  ['what export -p prints', 'declare -x A="1"\ndeclare -x B\nexport C=\'3\'', { A: '1', C: '3' }],
  ['comments and blank lines', '# export A=1\n\nexport B=2 # two', { B: '2' }],
  ['an earlier variable of the file', `export A=1\nexport B="\${A}0"\nexport C=$B$A`, { A: '1', B: '10', C: '101' }],
  ['the last of two', 'export A=1\nexport A=2', { A: '2' }],
  ['a path with a colon', 'export A=/x:/y', { A: '/x:/y' }],
  ['a dollar sign alone', 'export A="5$"', { A: '5$' }],
  ['a plain assignment, which no program sees', 'A=1', {}],
  ['a variable that is removed', 'export A=1 B=2\nunset A', { B: '2' }],
  ['a plain assignment that is exported later', 'A=1\nexport A', { A: '1' }],
  ['a plain assignment to an exported variable', 'export A=1\nA=2', { A: '2' }],
  ['what set -a exports', 'set -a\nA=1\nset +a\nB=2', { A: '1' }],
  ['one that is no longer exported', 'export A=1\nexport -n A', {}],
  ['exports that are joined', 'export A=1 && export B=2 &&\nexport C=3', { A: '1', B: '2', C: '3' }],
])('%s is read', (_what, text, env) => {
  expect(readVariables(text)).toEqual({ env, notes: [] })
})

it.each([
  'export A=$(touch pwned)',
  'export A=`touch pwned`',
  'export A="$HOME/x"',
  `export A=\${B:-x}`,
  'export A=~/x',
  'export A=*.ts',
  'export A=$1',
  'export A="unterminated',
])('%s is skipped with a note, because only a shell knows its value', (text) => {
  expect(readVariables(text)).toEqual({ env: {}, notes: ['variable-refused:A'] })
})

it('a variable that is later set to something unknown is not set', () => {
  expect(readVariables('export A=1\nexport A=$(date)')).toEqual({ env: {}, notes: ['variable-refused:A'] })
})

it('a long text is read in time', () => {
  expect(Object.keys(readVariables('export A="'.repeat(20_000)).env).length).toBeLessThan(2)
  expect(readVariables(`export A=${"'".repeat(100_001)}`).env).toEqual({})
})

it.each([
  ['if true; then export P=1; fi', {}, ['variable-refused:P']],
  ['export A=1\nif false; then export A=2; fi\nexport B=3', { B: '3' }, ['variable-refused:A']],
  ['for x in 1; do export P=$x; done', {}, ['variable-refused:P', 'line-refused:x']],
  ['case x in x) export P=1;; esac', {}, ['variable-refused:P']],
  ['f() {\nexport P=1\n}\nexport B=2', { B: '2' }, ['variable-refused:P', 'line-refused:f']],
  ['export A=1 && false && export P=1', { A: '1' }, ['variable-refused:P']],
  ['[ -d x ] && export P=1', {}, ['variable-refused:P', 'line-refused:?']],
  ['false || export P=1', {}, ['variable-refused:P']],
  ['(export P=1)\nexport B=2', { B: '2' }, ['variable-refused:P']],
  ['f() { export P=1; }', {}, ['variable-refused:P']],
  ['export P=1 | cat', {}, ['variable-refused:P', 'line-refused:cat']],
  ['export A=1\nif x; then unset A; fi', {}, ['variable-refused:A', 'line-refused:x']],
  ['source x; touch pwned; A=1 export', {}, ['variable-refused:A', 'line-refused:source', 'line-refused:touch']],
  ['eval "$(ssh-agent -s)"', {}, ['line-refused:eval']],
  ['nvm use 20\nexport A=1', { A: '1' }, ['line-refused:nvm']],
])('%s is skipped with a note if only a shell knows whether it runs', (text, env, notes) => {
  expect(readVariables(text)).toEqual({ env, notes })
})

it('many variables are read in time', () => {
  const lines = Array.from({ length: 15_000 }, (_one, at) => `export A${at}=1`)
  expect(Object.keys(readVariables(lines.join('\n')).env).length).toBe(15_000)
})
