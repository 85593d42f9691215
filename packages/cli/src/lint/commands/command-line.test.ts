import { describe, expect, it } from 'vitest'
import { isBuiltin } from './builtins.ts'
import { readCommandLine } from './command-line.ts'
import { findVariables, splitWords } from './shell-words.ts'

const scripts = (command: string) =>
  readCommandLine(command, 'escapes').scripts.map(({ word, direct, by }) => [word, by ?? (direct ? 'itself' : '')])

describe('readCommandLine finds the scripts of a command', () => {
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
    ['[ ! -f x/y ] && ./a.sh', [['./a.sh', 'itself']]],
    ['[[ -d a/b && ! -e c/d ]] || ./a.sh', [['./a.sh', 'itself']]],
    ['./a.sh &>/dev/null', [['./a.sh', 'itself']]],
    ['>/dev/null 2>&1 ./a.sh </dev/null', [['./a.sh', 'itself']]],
    ['case "$x" in a/b|c/*) ./a.sh ;; esac', [['./a.sh', 'itself']]],
    ['for f in a/b c/d; do ./a.sh "$f"; done', [['./a.sh', 'itself']]],
    ['cat <(./a.sh) > out/log', [['./a.sh', 'itself']]],
    ['timeout -k 5 10s nice -n 5 ./a.sh', [['./a.sh', 'itself']]],
    ['command -v a/b', []],
    ['python3 /dev/stdin', []],
    ['bash <(curl -s x/y)', []],
    ['f() { ./a.sh; }; f', [['./a.sh', 'itself']]],
    ['(( x/2 > 1 )) && ./a.sh', [['./a.sh', 'itself']]],
    ['', []],
  ])('%s', (command, want) => expect(scripts(command)).toEqual(want))
})

it('splits words with their positions and quotes', () => {
  expect(
    splitWords(`a 'b c'"d" \\e`, 'escapes').map(({ text, start, end, plain }) => [text, start, end, plain]),
  ).toEqual([
    ['a', 0, 1, true],
    ['b cd', 2, 10, false],
    ['e', 11, 13, false],
  ])
})

it('finds variables with the quotes around them', () => {
  expect(findVariables(`$a "$b" '$c' \\$d \${e:-x}`).map(({ name, quote, braces }) => [name, quote, braces])).toEqual([
    ['a', 'none', false],
    ['b', 'double', false],
    ['c', 'single', false],
    ['e', 'none', true],
  ])
})

it.each([
  ['[ ! -f x ] && node a', ['[', 'node']],
  ['[[ ! -f x ]] && node a', ['node']],
  ['! test -e x || node a', ['test', 'node']],
  ['command -v jq >/dev/null && jq .', ['jq']],
  ['if [ -n "$x" ]; then node a; else bun b; fi', ['[', 'node', 'bun']],
  ['x=1 y=2 env A=b node a', ['node']],
  ['2>/dev/null node a', ['node']],
  ['case $1 in -f) node a ;; esac', ['node']],
  ['sudo -u ann timeout 5 node a', ['node']],
])('finds the programs of %s', (command, programs) =>
  expect(readCommandLine(command, 'escapes').programs.map(({ text }) => text)).toEqual(programs),
)

describe('finds the directory from which a script is started', () => {
  const directoriesOf = (command: string) => readCommandLine(command, 'escapes').scripts.map(({ from }) => from)

  it.each<[string, readonly unknown[]]>([
    ['cd a && exec node ../b.mjs', [['a']]],
    ['cd "$CURSOR_PROJECT_DIR" && ./a.sh', [['$CURSOR_PROJECT_DIR']]],
    ['(cd a; ./b.sh); ./c.sh', [['a'], undefined]],
    ['pushd a >/dev/null && ./b.sh', [['a']]],
    ['cd a || exit 1; cd b; ./c.sh', [['a', 'b']]],
    ['env -C a ./b.sh', [['a']]],
    ['env --chdir=a X=1 ./b.sh', [['a']]],
    ['uv --directory pkg/a run b.py', [['pkg/a']]],
    ['bash -c "cd a && ./b.sh"', [['a']]],
    ['cd a && bash -c "cd b && ./c.sh"', [['a', 'b']]],
    ['[ -d a ] && cd a; ./b.sh', ['unknown']],
    ['cd -; ./b.sh', ['unknown']],
    ['git -C a status; ./b.sh', [undefined]],
    ['make -C a; npm --prefix a run b; pnpm --dir a exec c; ./b.sh', [undefined]],
  ])('%s', (command, expected) => expect(directoriesOf(command)).toEqual(expected))
})

describe('reads a command by the rules of Windows', () => {
  it.each([
    ['.cursor\\hooks\\deny.cmd', [['.cursor\\hooks\\deny.cmd', 'itself']]],
    ['& "C:\\a b\\x.ps1" -v', [['C:\\a b\\x.ps1', 'itself']]],
    ["node 'it''s\\x.mjs'", [["it's\\x.mjs", 'node']]],
    ['C:\\nodejs\\node.exe a` b.mjs', [['a b.mjs', 'node']]],
    ['cmd /c .\\hooks\\x.cmd', [['.\\hooks\\x.cmd', 'itself']]],
  ])('%s', (command, want) => {
    const found = readCommandLine(command, 'stays').scripts
    expect(found.map(({ word, direct, by }) => [word, by ?? (direct ? 'itself' : '')])).toEqual(want)
  })
})

it('knows the words that are no programs', () => {
  expect(['[', 'echo', 'Get-Content', 'node'].map((word) => isBuiltin(word, 'linux'))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(['[', 'echo', 'Get-Content', 'node'].map((word) => isBuiltin(word, 'win32'))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
