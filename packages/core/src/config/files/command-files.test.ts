import { describe, expect, it } from 'vitest'
import { processorMs } from '../../testing/wait-until.ts'
import { findNamedFiles, findNamedPaths, whyTooLarge } from './command-files.ts'

const there = new Set([
  '/w/a.sh',
  '/w/.claude/hooks/g.py',
  '/w/my hooks/x y.sh',
  '/w/sub/b.sh',
  '/home/u/g.sh',
  '/usr/bin/env',
  '/w/c.json',
  '/w/a/b/g.sh',
  '/w/hooks/g.sh',
  '/w/guard.js',
  '/w/index.js',
  '/w/guard.py',
  '/w/bin/g.sh',
  '/w/g.sh',
  '/w/.cursor/hooks/late.sh',
  '/w/lib/rules.py',
  '/w/lib/My/Rules.pm',
  '/w/lib/rules.rb',
  '/w/lib/rules.awk',
])
const context = {
  cwd: '/w',
  root: '/w',
  platform: { system: 'linux', home: '/home/u' },
  files: {
    isFile: (path: string) => there.has(path),
    list: (directory: string) => [
      ...new Set(
        [...there].flatMap((path) =>
          path.startsWith(`${directory}/`) ? [path.slice(directory.length + 1).split('/')[0] ?? ''] : [],
        ),
      ),
    ],
  },
} as const
const named = (command: string) => findNamedFiles({ command, extra: {} }, context)

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

  it.each([
    ['cd a && cd b && ./g.sh', '/w/a/b/g.sh'],
    ['D=hooks; $D/g.sh', '/w/hooks/g.sh'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's
    ['D=hooks; ${D}/g.sh', '/w/hooks/g.sh'],
    ['sh ho*/g.sh', '/w/hooks/g.sh'],
    ['sh hooks/g?sh', '/w/hooks/g.sh'],
    ['true && {hooks,x}/g.sh', '/w/hooks/g.sh'],
    ['sh -c "sh hooks/$0" g.sh', '/w/hooks/g.sh'],
    ['cd $(dirname ./hooks/y) && sh g.sh', '/w/hooks/g.sh'],
    ['node ./guard', '/w/guard.js'],
    ['node .', '/w/index.js'],
    ['python3 -m guard', '/w/guard.py'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's
    ['sh ${CURSOR_PROJECT_DIR%/}/g.sh', '/w/g.sh'],
    ['PATH=bin:$PATH g.sh', '/w/bin/g.sh'],
    ['PATH=$PWD/bin:$PATH g.sh', '/w/bin/g.sh'],
    ['PYTHONPATH=lib python3 -m rules', '/w/lib/rules.py'],
    ['PYTHONPATH=lib python3 -c "import rules"', '/w/lib/rules.py'],
    ['cd lib && python3 -c "from rules import check; check()"', '/w/lib/rules.py'],
    ['perl -Ilib -MMy::Rules -e 1', '/w/lib/My/Rules.pm'],
    ['perl -I lib -mMy::Rules=check -e 1', '/w/lib/My/Rules.pm'],
    ['PERL5LIB=$PWD/lib perl -e "use My::Rules; check()"', '/w/lib/My/Rules.pm'],
    ['ruby -Ilib -rrules -e 1', '/w/lib/rules.rb'],
    ['ruby -I lib -r rules -e 1', '/w/lib/rules.rb'],
    ['awk -flib/rules.awk', '/w/lib/rules.awk'],
    ['sh $UNKNOWN', '/w/.cursor/hooks/late.sh'],
    ['sh "$(find . -name x)"', '/w/.cursor/hooks/late.sh'],
  ])('%s is bound to %s', (command, want) => {
    expect(named(command)).toContain(want)
  })

  it.each(['echo x >> a.sh', 'echo x >a.sh', './g.sh 2> a.sh', 'bash -c "./g.sh > a.sh"', './g.sh | tee -a a.sh'])(
    '%s: what is only written to is not bound',
    (command) => expect(named(command)).not.toContain('/w/a.sh'),
  )
  it.each([
    'mkdir -p a.sh && cat >> c.json',
    '[ -f a.sh ] || touch a.sh',
    'if [ ! -e a.sh ]; then touch a.sh; fi',
    'test -s a.sh && rm -f a.sh',
    '[[ -f a.sh && -f c.json ]] && exit 2',
    'cat a.sh; date > a.sh',
    'echo x >| a.sh',
    'sh -c "[ -f a.sh ] || touch a.sh"',
    'F=a.sh; [ -f $F ] || touch $F',
    'cp hooks/g.sh a.sh',
    'jq . < /dev/stdin > x.tmp && mv x.tmp a.sh',
    'chmod 600 a.sh',
  ])('%s: files that the command writes or tests are not bound', (command) =>
    expect(named(command)).not.toContain('/w/a.sh'),
  )
  it.each([
    'touch a.sh; sh a.sh',
    '[ -f a.sh ] && ./a.sh',
    'test -x ./a.sh && exec ./a.sh',
    '[ "$(sh a.sh)" = ok ]',
    'mkdir -p x; . ./a.sh',
    'cp a.sh x; sh x',
    'F=a.sh; touch $F; sh $F',
    'chmod +x a.sh; ./a.sh',
    'mkdir $(./a.sh)',
    'rm x; python3 a.sh > a.sh',
    '[[ -f x && -f y ]] && bash a.sh',
    'touch a.sh; timeout 5 a.sh',
    'chmod +x ./a.sh && nice -n 5 ./a.sh',
    '[ -f a.sh ] || cp x a.sh; F=a.sh ./g.sh',
    '[ -f a.sh ] || date > a.sh; ./g.sh a.sh',
  ])('%s: a file that also runs is bound', (command) => expect(named(command)).toContain('/w/a.sh'))
  it.each(['echo x > a.sh; sh a.sh', 'sh <> a.sh', 'sh < a.sh', 'echo > x; ./a.sh', './a.sh 2>&1', 'echo >x ./a.sh'])(
    '%s: what is run is bound',
    (command) => expect(named(command)).toContain('/w/a.sh'),
  )

  it.each([
    ['./a.sh audit.log', 'audit.log'],
    ['sh a.sh --log=audit.log', 'audit.log'],
    ['node a.js .cursor/AUDIT.JSONL', '.cursor/AUDIT.JSONL'],
    ['sqlite3 state.db "select 1"', 'state.db'],
    ['DB=state.sqlite ./a.sh', 'state.sqlite'],
    ['flock x.lock ./a.sh', 'x.lock'],
    ['bash -c "./a.sh pid.tmp"', 'pid.tmp'],
  ])('%s: data that the command writes is not bound', (command, data) =>
    expect(findNamedPaths({ command, extra: {} }, context)).not.toContain(`/w/${data}`),
  )
  it.each([
    ['./guard.out', 'guard.out'],
    ['sh guard.log', 'guard.log'],
    ['sh < guard.tmp', 'guard.tmp'],
    ['python3 -u guard.db', 'guard.db'],
    ['timeout 5 sh guard.log', 'guard.log'],
    ['D=guard.log; sh $D', 'guard.log'],
    ['bash -c "sh guard.pid"', 'guard.pid'],
    ['./a.sh guard.log; . ./guard.log', 'guard.log'],
    ['./a.sh policy.json', 'policy.json'],
  ])('%s: a file that runs, or may hold its rules, is bound with any name', (command, want) =>
    expect(findNamedPaths({ command, extra: {} }, context)).toContain(`/w/${want}`),
  )

  it('an argument alone binds no other file', () => {
    expect(named("jq '.a | select($x)' ; eslint src/*.ts")).toEqual([])
  })

  it('a file whose name is the whole command is bound', () => {
    const command = '"$CLAUDE_PROJECT_DIR"/g.sh'
    expect(findNamedPaths({ command, extra: {} }, context)).toContain(`/w/${command}`)
  })

  it('programs of the system are not bound, but a workspace below /usr is', () => {
    const below = { ...context, cwd: '/usr/src/app', root: '/usr/src/app' }
    expect(findNamedPaths({ command: './g.sh', extra: {} }, below)).toContain('/usr/src/app/g.sh')
    expect(findNamedPaths({ command: '/usr/bin/env x', extra: {} }, below)).not.toContain('/usr/bin/env')
  })
})

describe('a command that names too many files', () => {
  const long = (count: number) =>
    [...Array.from({ length: count }, (_, n) => `cd a${n}`), ...Array.from({ length: count }, (_, n) => `b${n}`)].join(
      ' ; ',
    )

  it.each([
    ['directories', long(17), /enters 17 directories/],
    ['words', Array.from({ length: 5000 }, (_, n) => `w${n}`).join(' '), /may name 5000 files/],
  ])('because of its %s is rejected', (_name, command, why) => {
    expect(whyTooLarge({ command, extra: {} }, 'linux')).toMatch(why)
    expect(findNamedPaths({ command, extra: {} }, context)).toEqual([])
  })

  it.each([
    ['74 KB of cd', long(4000)],
    ['a megabyte of one variable', '$CLAUDE_PROJECT_DIR:-'.repeat(50_000)],
    ['open braces', '${PWD:-'.repeat(140_000)],
    ['doubling variables', `A=aaaaaaaaaa; ${Array.from({ length: 200 }, () => 'A=$A$A$A$A').join('; ')}; $A`],
    ['quotes', `"'`.repeat(500_000)],
    ['dollars', '$'.repeat(1_000_000)],
    ['120 KB of operands', `mkdir ${'a '.repeat(60_000)}`],
    ['120 KB of tests', '[ a ]||'.repeat(17_000)],
  ])('%s takes little time', async (_name, command) => {
    const took = await processorMs(() => {
      whyTooLarge({ command, extra: {} }, 'linux')
      findNamedPaths({ command, extra: {} }, context)
    })
    expect(took).toBeLessThan(3000)
  })
})

describe('the files that a command names on Windows', () => {
  const windowsFiles = new Set([
    'C:\\ws\\.cursor\\hooks\\deny.cmd',
    'C:\\ws\\hooks\\guard.ps1',
    'C:\\ws\\hooks\\guard.cmd',
    "C:\\ws\\it's here\\a b.mjs",
    'C:\\Users\\u\\g.py',
  ])
  const windows = {
    cwd: 'C:\\ws',
    root: 'C:\\ws',
    platform: { system: 'win32', home: 'C:\\Users\\u' },
    files: { isFile: (path: string) => windowsFiles.has(path) },
  } as const

  it.each([
    ['.cursor\\hooks\\deny.cmd', ['C:\\ws\\.cursor\\hooks\\deny.cmd']],
    ['.cursor/hooks/deny.cmd --flag', ['C:\\ws\\.cursor\\hooks\\deny.cmd']],
    ['& ".\\.cursor\\hooks\\deny.cmd"', ['C:\\ws\\.cursor\\hooks\\deny.cmd']],
    ['cmd.exe /c .cursor\\hooks\\deny.cmd', ['C:\\ws\\.cursor\\hooks\\deny.cmd']],
    ['.\\hooks\\guard', ['C:\\ws\\hooks\\guard.ps1', 'C:\\ws\\hooks\\guard.cmd']],
    ["node 'it''s here\\a b.mjs'", ["C:\\ws\\it's here\\a b.mjs"]],
    ['node "it\'s here\\a b.mjs"', ["C:\\ws\\it's here\\a b.mjs"]],
    ["node it`'s` here\\a` b.mjs", ["C:\\ws\\it's here\\a b.mjs"]],
    ['py -3 $env:USERPROFILE\\g.py', ['C:\\Users\\u\\g.py']],
    ['C:\\Python\\PYTHON.EXE ~\\g', ['C:\\Users\\u\\g.py']],
  ])('%s', (command, want) => expect(findNamedFiles({ command, extra: {} }, windows)).toEqual(want))

  it('are those of its args too, whatever has to be quoted', () => {
    const args = ["it's here\\a b.mjs", '.cursor\\hooks\\deny.cmd']
    expect(findNamedFiles({ command: 'node', args, extra: {} }, windows)).toEqual([
      "C:\\ws\\it's here\\a b.mjs",
      'C:\\ws\\.cursor\\hooks\\deny.cmd',
    ])
  })
})
