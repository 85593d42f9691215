import { describe, expect, it } from 'vitest'
import { filesNamed } from './command-files.ts'

const there = new Set([
  '/w/a.sh',
  '/w/.claude/hooks/g.py',
  '/w/my hooks/x y.sh',
  '/w/sub/b.sh',
  '/home/u/g.sh',
  '/usr/bin/env',
  '/w/c.json',
])
const place = {
  cwd: '/w',
  root: '/w',
  platform: { system: 'linux', home: '/home/u' },
  files: { isFile: (path: string) => there.has(path) },
} as const
const named = (command: string) => filesNamed({ command, extra: {} }, place)

describe('the files that a command names', () => {
  it.each([
    ['./a.sh', ['/w/a.sh']],
    ['a.sh --flag', ['/w/a.sh']],
    ['bash ./a.sh', ['/w/a.sh']],
    ['python3 .claude/hooks/g.py', ['/w/.claude/hooks/g.py']],
    ['"$CLAUDE_PROJECT_DIR"/.claude/hooks/g.py', ['/w/.claude/hooks/g.py']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's
    ['python3 "${CLAUDE_PROJECT_DIR}/.claude/hooks/g.py"', ['/w/.claude/hooks/g.py']],
    ['$CURSOR_PROJECT_DIR/a.sh', ['/w/a.sh']],
    ['$(git rev-parse --show-toplevel)/a.sh', ['/w/a.sh']],
    ['my hooks/x y.sh', ['/w/my hooks/x y.sh']],
    ["'my hooks/x y.sh' --v", ['/w/my hooks/x y.sh']],
    ['my\\ hooks/x\\ y.sh', ['/w/my hooks/x y.sh']],
    ['bash -c "./a.sh -v"', ['/w/a.sh']],
    ['cd sub && ./b.sh', ['/w/sub/b.sh']],
    ['~/g.sh', ['/home/u/g.sh']],
    ['cat c.json|./a.sh', ['/w/c.json', '/w/a.sh']],
    ['./a.sh --config=c.json', ['/w/a.sh', '/w/c.json']],
    ['/usr/bin/env ./a.sh', ['/w/a.sh']],
    ['npm run lint', []],
    ['"unclosed ./a.sh', ['/w/a.sh']],
  ])('%s', (command, want) => {
    expect([...named(command)].toSorted()).toEqual([...want].toSorted())
  })
})
