import { describe, expect, it } from 'vitest'
import { blocksWithout, callsHookline } from './self-call.ts'

describe('an entry that calls Hookline', () => {
  it.each([
    'hookline run --host claude --installed',
    '"$CLAUDE_PROJECT_DIR"/node_modules/.bin/hookline run --host claude',
    "'/opt/my node/bin/node' '/opt/x y/hookline.cjs' run --host cursor",
    'npx --no-install hookline run --host claude',
    'pnpm exec hookline run --host claude',
    'FOO=1 hookline run --host claude',
    'C:\\Tools\\node.exe C:\\Tools\\hookline.cjs run --host claude',
    "'/opt/node' '/opt/hookline.cjs' run --host claude --installed || exit 2",
    'hookline run --host claude||exit 2 ',
    'hookline run --host claude || exit 1',
  ])('is recognised: %s', (command) => expect(callsHookline({ command })).toBe(true))

  it.each([
    ['hookline', ['run', '--host', 'claude'], true],
    ['/opt/node', ['/opt/x y/hookline.cjs', 'run', '--host', 'claude'], true],
    ['hookline run --host claude', ['--version'], false],
    ['hookline run --host claude', [], false],
    ['hookline', ['--version', 'run'], false],
    ['hookline run', ['||', 'exit', '2'], false],
  ])('with args is recognised by program and args: %s %j', (command, args, want) =>
    expect(callsHookline({ command, args })).toBe(want),
  )

  it.each([
    undefined,
    './guard.sh',
    'hookline check',
    'hookline',
    './guard.sh hookline run',
    'hookline run --host claude && ./guard.sh',
    'hookline run --host claude || ./guard.sh',
    'hookline run --host claude || true',
    'hookline run --host claude || ./guard.sh || exit 2',
    './guard.sh || exit 2',
    'hookline run --host claude || exit $(./guard.sh)',
    'hookline run --host claude || exit 2; ./guard.sh',
    '|| exit 2',
    './guard.sh; hookline run',
    'hookline run $(./guard.sh)',
    './hookline-guard.sh run',
  ])('is not recognised in %s, which does something else', (command) =>
    expect(callsHookline(command === undefined ? {} : { command })).toBe(false),
  )
})

it('a call blocks without Hookline only with || exit 2', () => {
  expect(blocksWithout('hookline run --host claude || exit 2')).toBe(true)
  expect(blocksWithout('hookline run --host claude || exit 1')).toBe(false)
  expect(blocksWithout('hookline run --host claude')).toBe(false)
})
