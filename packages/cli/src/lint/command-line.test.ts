import { describe, expect, it } from 'vitest'
import { readCommandLine } from './command-line.ts'
import { variablesOf, wordsOf } from './shell-words.ts'

const scripts = (command: string) =>
  readCommandLine(command).scripts.map(({ word, direct, by }) => [word, by ?? (direct ? 'itself' : '')])

describe('the scripts of a command', () => {
  it.each<[string, readonly (readonly string[])[]]>([
    ['.cursor/hooks/a.sh -v', [['.cursor/hooks/a.sh', 'itself']]],
    ['a.sh', [['a.sh', 'itself']]],
    ['bash a.sh', [['a.sh', 'bash']]],
    ['X=1 env -i node --import tsx hooks/a.mjs', [['hooks/a.mjs', 'node']]],
    ['timeout 5 python3 -u a.py', [['a.py', 'python3']]],
    ['python3 -m mod a.py', []],
    ['npx tsx a.ts', [['a.ts', 'tsx']]],
    ['npx eslint --fix src/a.ts', []],
    ['uv run --script .claude/a.py', [['.claude/a.py', 'uv']]],
    ['bash -c "./a.sh 2>/dev/null || true"', [['./a.sh', 'itself']]],
    ['powershell -NoProfile -File .cursor/a.ps1', [['.cursor/a.ps1', 'powershell']]],
    [
      'cd x && ./a.sh; ./b.sh | tee log',
      [
        ['./a.sh', 'itself'],
        ['./b.sh', 'itself'],
      ],
    ],
    ['if [ -f x ]; then ./a.sh; fi', [['./a.sh', 'itself']]],
    ['"$CLAUDE_PROJECT_DIR"/a.sh # ./b.sh', [['$CLAUDE_PROJECT_DIR/a.sh', 'itself']]],
    ['jq -r .command', []],
    ['', []],
  ])('%s', (command, want) => expect(scripts(command)).toEqual(want))
})

it('words know their places and quotes', () => {
  expect(wordsOf(`a 'b c'"d" \\e`).map(({ text, start, end, plain }) => [text, start, end, plain])).toEqual([
    ['a', 0, 1, true],
    ['b cd', 2, 10, false],
    ['e', 11, 13, false],
  ])
})

it('variables know the quotes they stand in', () => {
  expect(variablesOf(`$a "$b" '$c' \\$d \${e:-x}`).map(({ name, quote, braces }) => [name, quote, braces])).toEqual([
    ['a', 'none', false],
    ['b', 'double', false],
    ['c', 'single', false],
    ['e', 'none', true],
  ])
})
