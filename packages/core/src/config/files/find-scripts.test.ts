import { expect, it } from 'vitest'
import type { Entry } from '../../flow.ts'
import { findScripts } from './find-scripts.ts'

const checked = new Set(
  ['a.sh', 'a b.sh', 'x.mjs', 'x.py', 'lib/y.sh', 'guard', "it's.sh", 'pre.cjs', 'x.ts', 'p.jq'].map(
    (name) => `/w/hooks/${name}`,
  ),
)
const env = { CURSOR_PROJECT_DIR: '/w', HOME: '/home/a', command: '/w/hooks/a.sh' }
const find = (entry: Pick<Entry, 'command' | 'args' | 'shell'>) =>
  findScripts(entry, { system: 'linux', cwd: '/w', env, isChecked: (path) => checked.has(path) })
const copyOf = (path: string) => `/c${path}`

it.each([
  ['hooks/a.sh', '/c/w/hooks/a.sh'],
  ['./hooks/a.sh --flag "x y"', '/c/w/hooks/a.sh --flag "x y"'],
  ['/w/hooks/a.sh', '/c/w/hooks/a.sh'],
  ['hooks/a b.sh', "'/c/w/hooks/a b.sh'"],
  ['"hooks/a b.sh" x', "'/c/w/hooks/a b.sh' x"],
  ["'hooks/it'\\''s.sh'", "'/c/w/hooks/it'\\''s.sh'"],
  ['hooks/a\\ b.sh', "'/c/w/hooks/a b.sh'"],
  ['bash hooks/a.sh x', 'bash /c/w/hooks/a.sh x'],
  ['bash -eu -o pipefail hooks/a.sh', 'bash -eu -o pipefail /c/w/hooks/a.sh'],
  ['exec sh hooks/a.sh', 'exec sh /c/w/hooks/a.sh'],
  ['/bin/bash -- hooks/a.sh', '/bin/bash -- /c/w/hooks/a.sh'],
  ['node hooks/x.mjs', 'node /c/w/hooks/x.mjs'],
  ['node hooks/x', 'node /c/w/hooks/x.mjs'],
  ['node --no-warnings -r ./hooks/pre.cjs hooks/x.mjs', 'node --no-warnings -r /c/w/hooks/pre.cjs /c/w/hooks/x.mjs'],
  ['python3 -u hooks/x.py a', 'python3 -u /c/w/hooks/x.py a'],
  ['python3.12 hooks/x.py', 'python3.12 /c/w/hooks/x.py'],
  ['npx -y tsx hooks/x.ts', 'npx -y tsx /c/w/hooks/x.ts'],
  ['uv run hooks/x.py', 'uv run /c/w/hooks/x.py'],
  ['"$CURSOR_PROJECT_DIR"/hooks/a.sh', '/c/w/hooks/a.sh'],
  ['$CURSOR_PROJECT_DIR/hooks/a.sh', '/c/w/hooks/a.sh'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
  ['"${CURSOR_PROJECT_DIR:-.}/hooks/a.sh"', '/c/w/hooks/a.sh'],
  ['"$(pwd)/hooks/a.sh"', '/c/w/hooks/a.sh'],
  ['$PWD/hooks/a.sh', '/c/w/hooks/a.sh'],
  ['cd hooks && ./a.sh', 'cd hooks && /c/w/hooks/a.sh'],
  ['cd hooks/lib; ../a.sh; ./y.sh', 'cd hooks/lib; /c/w/hooks/a.sh; /c/w/hooks/lib/y.sh'],
  ['(cd hooks && ./a.sh); hooks/guard', '(cd hooks && /c/w/hooks/a.sh); /c/w/hooks/guard'],
  ['sh -c "cd hooks && ./a.sh"', "sh -c 'cd hooks && /c/w/hooks/a.sh'"],
  ['bash -lc \'hooks/a.sh "$1"\' - x', 'bash -lc \'/c/w/hooks/a.sh "$1"\' - x'],
  ['sh -c \'sh -c "hooks/a.sh"\'', "sh -c 'sh -c /c/w/hooks/a.sh'"],
  ['A=1 B="x y" hooks/a.sh', 'A=1 B="x y" /c/w/hooks/a.sh'],
  ['env A=1 hooks/a.sh', 'env A=1 /c/w/hooks/a.sh'],
  ['timeout -k 1 5 hooks/a.sh', 'timeout -k 1 5 /c/w/hooks/a.sh'],
  ['D=hooks; "$D/a.sh"', 'D=hooks; /c/w/hooks/a.sh'],
  ['cat | hooks/a.sh | tee out', 'cat | /c/w/hooks/a.sh | tee out'],
  ['hooks/a.sh < /dev/stdin 2>&1 > hooks/guard', '/c/w/hooks/a.sh < /dev/stdin 2>&1 > hooks/guard'],
  ['if [ -x hooks/a.sh ]; then hooks/a.sh; fi', 'if [ -x hooks/a.sh ]; then /c/w/hooks/a.sh; fi'],
  ['[ -f hooks/a.sh ] || exit 0; hooks/a.sh', '[ -f hooks/a.sh ] || exit 0; /c/w/hooks/a.sh'],
  ['. hooks/lib/y.sh && hooks/a.sh', '. /c/w/hooks/lib/y.sh && /c/w/hooks/a.sh'],
  ['hooks/a.sh # not hooks/guard', '/c/w/hooks/a.sh # not hooks/guard'],
  ['hooks/a.sh\nhooks/guard', '/c/w/hooks/a.sh\n/c/w/hooks/guard'],
  ['! hooks/a.sh', '! /c/w/hooks/a.sh'],
  ['jq -f hooks/p.jq', 'jq -f /c/w/hooks/p.jq'],
])('replaces the script of %s', (command, replaced) => {
  const found = find({ command })
  expect(found.replace(copyOf)).toEqual({ command: replaced })
})

it.each([
  'jq -r .command',
  'echo hooks/a.sh',
  'cat hooks/a.sh',
  'echo \'{"permission":"allow"}\'',
  'grep -q x && exit 2; exit 0',
  "python3 -c 'print(1)'",
  "node -e 'hooks/a.sh'",
])('leaves %s as it is, and there is nothing else to copy', (command) => {
  expect(find({ command }).replace(copyOf)).toEqual({ command })
  expect(find({ command }).paths).toEqual([])
})

it.each([
  ['$X/a.sh', '$X/a.sh'],
  ['hooks/*.sh', 'hooks/*.sh'],
  ['eval "hooks/a.sh"', 'eval "hooks/a.sh"'],
  ['cd "$X" && ./a.sh', 'cd "$X" && ./a.sh'],
  ['python3 -m hooks', 'python3 -m hooks'],
  ['"$command"', '"$command"'],
  ['sh <<E\nhooks/a.sh\nE', 'sh <<E\nhooks/a.sh\nE'],
  ['bash <(cat hooks/a.sh)', 'bash <(cat hooks/a.sh)'],
  ['$(echo hooks/a.sh)', '$(echo hooks/a.sh)'],
  ['xargs -n1 ./hooks/a.sh', 'xargs -n1 ./hooks/a.sh'],
  ['D=hooks; for D in a b; do "$D/a.sh"; done', 'D=hooks; for D in a b; do "$D/a.sh"; done'],
  ['./other.sh', './other.sh'],
  ['env -C hooks ./a.sh', 'env -C hooks ./a.sh'],
  ['echo "unfinished', 'echo "unfinished'],
  ['hooks/a.sh; "$X/b.sh"', '/c/w/hooks/a.sh; "$X/b.sh"'],
])('leaves what it cannot be sure of in %s, and says so', (command, replaced) => {
  const found = find({ command })
  expect(found.replace(copyOf)).toEqual({ command: replaced })
  expect(found.complete).toBe(false)
})

it('says that a command is complete', () => {
  for (const command of [
    'hooks/a.sh',
    'bash hooks/a.sh',
    '/usr/bin/jq .',
    'jq . | hooks/a.sh',
    'cd hooks && ./a.sh',
    '[ -x hooks/a.sh ] && hooks/a.sh',
  ])
    expect(find({ command }).complete, command).toBe(true)
})

it('replaces the program or the script in `args`', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of the contract
  const directory = '${CLAUDE_PROJECT_DIR}'
  const context = { system: 'linux', cwd: '/w', env: { CLAUDE_PROJECT_DIR: '/w' } } as const
  const replace = (command: string, args: readonly string[]) =>
    findScripts({ command, args }, { ...context, isChecked: (path) => checked.has(path) }).replace(copyOf)
  expect(replace('./hooks/a.sh', ['x y', '$z'])).toEqual({ command: '/c/w/hooks/a.sh', args: ['x y', '$z'] })
  expect(replace('node', [`${directory}/hooks/x.mjs`])).toEqual({ command: 'node', args: ['/c/w/hooks/x.mjs'] })
  expect(replace('sh', ['-c', 'hooks/a.sh'])).toEqual({ command: 'sh', args: ['-c', '/c/w/hooks/a.sh'] })
})

it('does not read PowerShell', () => {
  expect(find({ command: './hooks/a.sh', shell: 'powershell' })).toMatchObject({ paths: [], complete: false })
})

it('takes linear time for long texts', () => {
  for (const piece of ['"', "'", '$(', '`', '(', 'a=', 'sh -c ', '${A', '\\', '<', 'hooks/a.sh '])
    find({ command: piece.repeat(10_000) })
})
