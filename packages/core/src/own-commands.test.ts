import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agentShellVariable } from './agents/list.ts'
import { ownCommands, weakens } from './own-commands.ts'

/** For the arguments of a process. */

const harmless = [
  '',
  '--help',
  '--version',
  'help disable',
  'list',
  'explain rm',
  'check',
  'check --fix --dry-run',
  'test -w',
  'test -v .cursor/hooks',
  'test .cursor/hooks/*.hooktest.yaml',
  'record --dry-run',
  'schema hooks',
  'daemon',
  'daemon status --json',
  '--daemons',
  'trust add --yes --help',
  'disable x --for=1h --help',
  'doctor --prove',
  'log --failed',
  'listen',
  'trigger stop',
  'panel',
  'panel --no-open',
  'packs shell-guard',
  'trust list',
  'trust list --json',
  'team status',
  'team sync',
  'add --help',
  'disable -h',
  'add shell-guard --dry-run',
  'add shell-guard',
  'add shell-guard --yes',
  'add -y protect-files --user',
  'add config-guard --project --json',
  'add git-policy --set allow+=x --dry-run',
  'remove x --dry-run',
  'init --dry-run',
  'import hookify --dry-run',
  'run --help',
  'replay --all',
  'reinstall',
  'status',
  'connect --dry-run',
  'uninstall --dry-run',
  'serve --port 0',
  'state list',
  'state get writes --session abc',
]
const weakening = [
  'doctor --prove --agent claude',
  'doctor --prove --agent=all --json',
  'state set writes 0',
  'state delete writes',
  'state increment writes',
  'state --session get set writes 0',
  'team --url status logout',
  'connect --yes',
  'disconnect',
  'uninstall --yes',
  'init --yes',
  'init',
  'add shell-guard --set mode=monitor',
  'add protect-files --set allow+=.env',
  'add protect-files --set=allow+=.env',
  'add --set enabled=false shell-guard',
  'add shell-guard --force',
  'add shell-guard --cwd ../other',
  'add shell-guard --event stop',
  'add shell-guard $more',
  'add shell-guard other',
  'add -- notify',
  'add $pack',
  'add notify',
  'add ./mine.sh --event stop',
  'add',
  'new x --event stop',
  'remove shell-guard --yes',
  'disable shell-guard',
  'disable x -- --help',
  'enable x',
  'trust add',
  'trust add . --yes',
  'trust --yes add',
  'trust remove',
  'team logout --yes',
  'team enroll https://x.example code',
  'team publish .',
  'team keygen --rotate',
  'panel --write',
  'check --fix',
  'import hookify',
  'eval x y --out=.cursor/hooks.json',
  'serve --owner-link',
  '$verb x',
  'trust $verb',
  'team $(cat x)',
  'panel $flags',
  'remove x -- --dry-run',
  'trust add $(cat f) --help',
  'trust add `cat f` -h',
  'trust $x add --help',
  '$x --help',
  'disable * --help',
  'disable x --reason --help',
  'remove $x --dry-run',
  'remove x --cwd --dry-run',
  'team pause $x --list',
  'team pause all --reason --list',
  'team -- pause --list',
  'trust -- add',
  '-- disable x',
  'check --fix $x --dry-run',
  'check -- --fix',
  'test -u',
  'test --update .cursor/hooks',
  'test -vu',
  'test $x',
  'test *',
  'record',
  'record --yes --out .cursor',
  'schema hooks --write',
  'daemon stop',
  'daemon --json stop',
  '--stop',
]

test.each(harmless)('"hookline %s" only shows something', (line) => {
  expect(weakens(line.split(' ').filter((word) => word !== ''))).toBe(false)
})
test.each(weakening)('"hookline %s" can weaken a guard', (line) => {
  expect(weakens(line.split(' '))).toBe(true)
})
test('an agent that types the call for an event answers for an event that never happened', () => {
  expect(weakens(['run', '--host', 'cursor'], 'typed')).toBe(true)
  expect(weakens(['run', '--host', 'cursor'], 'started')).toBe(false)
  expect(weakens(['disable', 'x'], 'started')).toBe(true)
})
test('no word that a shell expands, and no "--", makes a call harmless that can weaken a guard', () => {
  const words = [...new Set([...weakening, ...harmless].flatMap((line) => line.split(' ')))]
  const lines = fc.oneof(
    fc.constantFrom(...weakening).map((line) => line.split(' ')),
    fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }),
  )
  const inserted = fc.constantFrom('$x', '$(cat f)', '`f`', '*', 'src/*', '{a,b}', '<(f)', '…', '--')
  fc.assert(
    fc.property(lines, inserted, fc.nat(), (line, word, nth) => {
      fc.pre(weakens(line))
      const at = nth % (line.length + 1)
      expect(weakens(line.toSpliced(at, 0, word)), line.toSpliced(at, 0, word).join(' ')).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})
test('the arguments of a process are known, whatever characters they have', () => {
  expect(weakens(['disable', 'a$b', '--help'], 'started')).toBe(false)
  expect(weakens(['daemon', '--serve', '/run/$x/*', '--context', '{'], 'started')).toBe(false)
  expect(weakens(['$verb', 'x'], 'started')).toBe(false)
  expect(weakens(['disable', 'x'], 'started')).toBe(true)
})
test('every command has an answer, and most only show something', () => {
  // A command whose first argument or whose options decide can also only show.
  const rows = Object.values(ownCommands).filter(
    (row) => row === false || (typeof row === 'object' && ('commands' in row || 'only' in row)),
  )
  expect(rows.length).toBeGreaterThan(Object.keys(ownCommands).length / 2)
})
test('the shell of an agent is known by its variables, a terminal is not one', () => {
  expect(agentShellVariable({ CLAUDECODE: '1' })).toBe('CLAUDECODE')
  expect(agentShellVariable({ CURSOR_AGENT: '1', PATH: '/bin' })).toBe('CURSOR_AGENT')
  expect(agentShellVariable({ CLAUDECODE: '', CURSOR_TRACE_ID: 'x', TERM_PROGRAM: 'vscode' })).toBeUndefined()
})
